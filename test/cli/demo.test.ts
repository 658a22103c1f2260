import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { digestOf, isSecret, toFixedKey } from "../../src/domain/accounts/keys.ts";
import { VERSION } from "../../src/version.ts";
import { type Demo, startDemo, stopDemo } from "../support/demo/program.ts";
import { poll, type Started, start } from "../support/service/executable.ts";
import { FROM_SOURCE, leaveSettings, runMain, temporaryFolder } from "../support/service/process.ts";

leaveSettings();

const NOW = "2026-11-20T12:00:00.000Z";

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the body
  readonly body: any;
  /** The answer but for how long it took, when the key was used, and the port that serves pictures. */
  readonly text: string;
}

async function ask({ url, keys }: Demo, path: string, key: keyof Demo["keys"] = "enterprise"): Promise<Answer> {
  const response = await fetch(`${url}/api/v1${path}`, { headers: { "X-API-Key": keys[key] } });
  const whole = await response.text();
  const text = whole.replaceAll(/"(response_ms|last_used_at)":[^,}]+|(?<="image_url":"http:\/\/127\.0\.0\.1:)\d+/g, "");
  return { status: response.status, text, body: JSON.parse(whole) };
}

/** All pages of a list, as they came. */
async function readAll(demo: Demo, path: string): Promise<string[]> {
  const pages: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { status, body, text }: Answer = await ask(demo, `${path}&page_size=200${cursor && `&cursor=${cursor}`}`);
    assert.equal(status, 200, text);
    pages.push(text);
    cursor = body.meta.next_cursor;
  }
  return pages;
}

/** Digests of what a demo serves: whole lists and samples of all else that is data. */
async function readData(demo: Demo): Promise<Record<string, string>> {
  const markets = await readAll(demo, "/markets?status=all");
  const some = markets.flatMap((page) => [...page.matchAll(/"id":"([^"]+)"[^}]*?"platform":"(\w+)"/g)]);
  const single = [5, 70, 170].flatMap((index) => {
    const [, id = "", platform = ""] = some[index] ?? [];
    const path = `/markets/${platform}/${encodeURIComponent(id)}`;
    return [`${path}/detail`, `${path}/history?hours=720&interval=1h`];
  });
  const questions = await readAll(demo, "/questions?status=all");
  const [, question = ""] = /"id":"([^"]+)"/.exec(questions[0] ?? "") ?? [];
  const paths = [
    ...single,
    ...[`/questions/${question}`, `/questions/${question}/history`],
    ...["/arbitrage?page_size=200", "/markets/popular?limit=100", "/search?q=will&limit=50"],
    ...["/compare?q=fed", "/analytics/platform-share", "/analytics/volume-distribution", "/keys"],
  ];
  const data: Record<string, string> = { questions: digestOf(questions.join()), markets: digestOf(markets.join()) };
  for (const path of paths) {
    const { status, text } = await ask(demo, path);
    assert.equal(status, 200, `${path}: ${text}`);
    data[path] = digestOf(text);
  }
  return { ...data, events: digestOf((await readAll(demo, "/events?status=all")).join()) };
}

describe("toteboard demo with --seed, --now and --fail", () => {
  // These two platforms load quickly and share questions. Manifold fails, and Limitless has no sample.
  const args = ["--platforms", "predictit,manifold,limitless", "--seed", "7", "--now", NOW, "--fail", "manifold=503"];
  let demo: Demo;
  let program: Started;
  before(async () => {
    ({ demo, program } = await startDemo(...args));
  });
  after(async () => {
    await stopDemo(program);
    assert.equal(existsSync(dirname(demo.db)), false);
  });

  it("serves the same bytes in every run with the same seed and time, also later, and from the database of one", async () => {
    const data = await readData(demo);
    const file = join(temporaryFolder(), "kept.db");
    const second = await startDemo(...args, "--db", file);
    assert.deepEqual(second.demo.keys, demo.keys);
    assert.deepEqual(await readData(second.demo), data);
    assert.deepEqual(await readData(demo), data);
    const { body } = await ask(demo, "/questions");
    assert.ok(body.meta.total > 20 && body.timestamp === NOW, `${body.meta.total} questions`);
    await stopDemo(second.program);
    assert.equal(second.program.stdout().split("\n").length, 2);
    const kept = await startDemo(...args, "--db", file);
    assert.deepEqual([kept.demo.keys, kept.demo.db], [demo.keys, file]);
    assert.deepEqual(await readData(kept.demo), data);
    const { status, matching, sources } = (await ask(kept.demo, "/status")).body.data;
    assert.deepEqual([status, matching.under_way], ["degraded", null]);
    assert.deepEqual(
      sources.map(({ platform }: { platform: string }) => platform),
      ["manifold", "predictit"],
    );
    await stopDemo(kept.program);
    for (const [flags, difference] of [
      [["--seed", "8", "--now", NOW, "--fail", "manifold=503"], /was made with seed 7, not 8: remove it/],
      [["--seed", "7", "--now", NOW], /was made with fail \{"manifold":503\}, not \{\}: remove it/],
      [["--seed", "7", "--fail", "manifold=503"], /is older than a new demo without --now: remove it/],
    ] as const) {
      const words = ["demo", "--platforms", "predictit,manifold", ...flags, "--db", file];
      const { exitCode, stdout, stderr } = await runMain(...words);
      assert.deepEqual([exitCode, stdout], [1, ""]);
      assert.match(stderr, difference);
    }
  });

  it("prints one line of JSON with all that a script needs, once the data is loaded, and nothing else", async () => {
    assert.deepEqual(Object.keys(demo), ["url", "port", "admin", "keys", "version", "db", "pid"]);
    assert.equal(demo.url, `http://127.0.0.1:${demo.port}`);
    assert.deepEqual([demo.version, existsSync(demo.db)], [VERSION, true]);
    assert.match(String(demo.admin), /^http:\/\/127\.0\.0\.1:\d+\/admin#[\w-]{32}$/);
    const form = new URLSearchParams({ token: new URL(String(demo.admin)).hash.slice(1) });
    const headers = { "Sec-Fetch-Site": "same-origin" };
    const signedIn = await fetch(`${demo.url}/admin/sign-in`, {
      method: "POST",
      body: form,
      headers,
      redirect: "manual",
    });
    assert.equal(signedIn.status, 303);
    process.kill(demo.pid, 0);
    assert.deepEqual(Object.values(demo.keys).map(isSecret), [true, true, true]);
    assert.equal(demo.keys.pro, toFixedKey("toteboard demo 7 pro").secret);
    assert.equal((await fetch(`${demo.url}/readyz`)).status, 200);
    assert.equal((await ask(demo, "/arbitrage", "free")).status, 403);
    assert.equal((await ask(demo, "/arbitrage", "pro")).status, 200);
    assert.ok((await ask(demo, "/markets")).body.meta.total > 100);
    assert.equal(program.stdout().split("\n").length, 2);
  });

  it("has platforms fail that answered until two hours ago, and counts limits by time that passes", async () => {
    const { body } = await ask(demo, "/status");
    const shown = (body.data.sources as Record<string, string>[]).map((source) => [
      source.platform,
      source.status,
      source.last_success_at,
      source.last_error,
    ]);
    const before = "2026-11-20T10:00:00.000Z";
    assert.equal(body.data.status, "degraded");
    assert.deepEqual(shown, [
      ["manifold", "delayed", before, "http_503"],
      ["predictit", "live", NOW, null],
    ]);
    const [market] = (await ask(demo, "/markets?platform=manifold&page_size=1")).body.data;
    assert.ok(market.last_updated <= before);
    for (let request = 0; request < 30; request++) await ask(demo, "/markets?page_size=1", "free");
    const refused = await fetch(`${demo.url}/api/v1/markets`, { headers: { "X-API-Key": demo.keys.free } });
    const seconds = Number(refused.headers.get("retry-after"));
    assert.ok(refused.status === 429 && seconds > 0 && seconds <= 60, `${refused.status} ${seconds}`);
    await poll("time to pass for the limit", async () => {
      const again = await fetch(`${demo.url}/api/v1/markets`, { headers: { "X-API-Key": demo.keys.free } });
      return Number(again.headers.get("retry-after")) < seconds ? true : undefined;
    });
  });

  it("refuses a database that another demo made", async () => {
    const file = join(temporaryFolder(), "old.db");
    const service = await startDemo("--platforms", "predictit", "--db", file);
    await stopDemo(service.program);
    const { exitCode, stdout, stderr } = await runMain("demo", "--seed", "1", "--now", NOW, "--db", file);
    assert.deepEqual([exitCode, stdout], [1, ""]);
    assert.match(stderr, /'.*old\.db' exists and is not of a demo with --seed, --now or --fail .*: remove it/);
  });

  const wrong: readonly (readonly [flag: string, value: string, complaint: RegExp])[] = [
    ["seed", "-1", /ambiguous|--seed/],
    ["seed", "one", /--seed: expected a whole number of up to 9 digits, not 'one'/],
    ["now", "yesterday", /--now: expected a UTC time .* such as 2026-11-20 .*, not 'yesterday'/],
    ["now", "2026-11-31", /--now: expected a UTC time/],
    ["now", "2026-11-20T12:00:00+01:00", /--now: expected a UTC time/],
    ["fail", "kalshi", /--fail: expected a status from 400 to 599, timeout, garbage, reset after '='/],
    ["fail", "kalshi=200", /--fail: expected a status from 400 to 599/],
    ["fail", "nowhere=503", /--fail: expected one of polymarket, kalshi, manifold, predictit before '='/],
  ];
  for (const [flag, value, complaint] of wrong) {
    it(`says what --${flag} takes in place of ${value}`, async () => {
      const { exitCode, stderr } = await runMain("demo", `--${flag}=${value}`);
      assert.equal(exitCode, 2);
      assert.match(stderr, complaint);
    });
  }
});

it("a demo greets while its markets are matched, and says what is missing until then", async () => {
  const words = ["demo", "--port", "0", "--platforms", "predictit,manifold"];
  const { process, stdout, ended } = start([...FROM_SOURCE, ...words], temporaryFolder(), {});
  await poll("the greeting", () => (stdout().includes("Ctrl-C stops it.") ? true : undefined));
  const [, url = "", key = ""] = /(http:\S+) .*(tb_live_\w+)/s.exec(stdout()) ?? [];
  const response = await fetch(`${url}/api/v1/questions`, { headers: { "X-API-Key": key } });
  const { data, meta } = (await response.json()) as { data: unknown[]; meta: { warnings?: string[] } };
  assert.ok(data.length > 0 || meta.warnings?.some((text) => text.startsWith("Still matching: ")), "no word of it");
  process.kill("SIGTERM");
  await ended;
  assert.match(
    stdout(),
    /\nStill matching: [\d,]+ of [\d,]+ markets \w+\. Until it ends, questions and spreads are missing\.\n$/,
  );
});
