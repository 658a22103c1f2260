import assert from "node:assert/strict";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { SharedClock } from "../../src/clock.ts";
import { createKey } from "../../src/store/accounts/keys.ts";
import { openDatabase } from "../../src/store/database/db.ts";
import { findPort, type Started, waitUntilReady } from "../support/service/executable.ts";
import { openLitestream, WITHOUT_LITESTREAM } from "../support/service/litestream.ts";
import { runProgram, startProgram, temporaryFolder } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
import { startEventSource } from "../support/streams/clients.ts";
import { type Followed, follow, readAll } from "../support/streams/follower.ts";
import { stripeEnvironment, WEBHOOK } from "../support/stripe/payments.ts";
import { sign, startFakeStripe } from "../support/stripe/stripe.ts";
import { startUpstream, UPSTREAM_PLATFORMS } from "../support/upstream/upstream.ts";
import { assertSound, openCopy } from "./soundness.ts";

/** Markets of each platform; with more, the figures are those of a larger database. */
const MARKETS = Number(process.env.TEST_CRASH_MARKETS ?? 600);
const CALLERS = 4;
const LOAD_MS = 8000;
/** What Litestream may lose, with time for a machine that does much else. */
const MAX_LOST_MS = 15_000;

const EVERY_SECOND = Object.fromEntries(
  UPSTREAM_PLATFORMS.map((platform) => [`TOTEBOARD_${platform.toUpperCase()}_FULL_CRON`, "* * * * * *"]),
);
const LIMITS = { perMinute: 999_999_999, perDay: null, perMonth: null };

interface Acknowledged {
  readonly id: string;
  readonly secret: string;
  readonly at: number;
}

describe("a primary that is lost with its disk", { skip: WITHOUT_LITESTREAM }, () => {
  it("comes back from Litestream's copy on another machine", async (t) => {
    const clock = new SharedClock();
    const upstream = await startUpstream({ markets: MARKETS, movesPrices: true });
    after(() => upstream.close());
    const stripe = await startFakeStripe(clock);
    const litestream = await openLitestream(temporaryFolder());
    const [first, second] = [join(temporaryFolder(), "first"), join(temporaryFolder(), "second")];
    mkdirSync(first);
    mkdirSync(second);
    const [port, standbyPort] = [await findPort(), await findPort()];
    const url = `http://127.0.0.1:${port}`;
    const environment = {
      ...{ ...upstream.environment, ...EVERY_SECOND, ...stripeEnvironment(stripe.url) },
      TOTEBOARD_KEYS_PER_HOUR: "1000000",
      TOTEBOARD_LOG_LEVEL: "warn",
      TOTEBOARD_LOG_FORMAT: "json",
    };
    const flags = Object.entries(litestream.settings).map(([name, value]) => `--${name}=${value}`);
    const begun: Started[] = [];
    const begin = (program: Started): Started => {
      begun.push(program);
      return program;
    };
    after(() => {
      for (const program of begun) program.process.kill("SIGKILL");
    });
    const serve = (folder: string) =>
      begin(startProgram(["serve", `--port=${port}`, ...flags], { folder, environment }));

    // The primary, its copy and its load.
    const file = join(first, "toteboard.db");
    const primary = serve(first);
    await waitUntilReady(primary);
    const copying = begin(litestream.replicate(file));
    const { secret } = makeKey(file);
    const headers = { "X-API-Key": secret };
    const behind = async () => (await readStatus(url, headers)).database.copy.behind_seconds;
    await eventually("the first copy", async () => (await behind()) !== null);
    const [early, late] = [
      await post(url, "keys?name=me&email=me@example.com"),
      await post(url, "keys?name=me&email=me@example.com"),
    ];
    assert.ok(early && late);
    const sold = stripe.pay((await post(url, "checkout", early.key))?.session_id ?? "");
    const { body, signature } = sign(sold, clock.now());
    const paid = await fetch(url + WEBHOOK, { method: "POST", body, headers: { "Stripe-Signature": signature } });
    assert.equal(paid.status, 200);
    const open = (await post(url, "checkout", late.key))?.session_id ?? "";
    const client = startFollowing(url, secret);
    const acknowledged: Acknowledged[] = [];
    let isOver = false;
    after(() => {
      isOver = true;
      client.close();
    });
    const callers = Array.from({ length: CALLERS }, async () => {
      while (!isOver) {
        const made = await post(url, "keys?name=me&email=me@example.com");
        if (made !== undefined) acknowledged.push({ id: made.id ?? "", secret: made.key ?? "", at: performance.now() });
        await fetch(`${url}/api/v1/markets?page_size=5`, { headers }).then(
          (reply) => reply.text(),
          () => "",
        );
      }
    });
    await delay(LOAD_MS / 2);
    await litestream.restore(file, join(second, "standby.db"));
    await delay(LOAD_MS / 2);
    const lags = await behind();

    // The machine is gone right after a change that the stream has told of. Stripe took a payment that nobody heard of.
    await client.untilNextChange();
    primary.process.kill("SIGKILL");
    copying.process.kill("SIGKILL");
    const killedAt = performance.now();
    stripe.pay(open);
    await Promise.all([primary.ended, copying.ended]);
    isOver = true;
    await Promise.all(callers);
    // What is on its way to the reader still is told.
    await eventually("the end of the stream", () => client.isAway());
    const told = { ...client.tally };
    rmSync(first, { recursive: true });

    // Reads go on, writes are refused.
    const standbyFlags = ["--read-only", `--primary-url=${url}`, `--port=${standbyPort}`, "--db=standby.db"];
    const standby = begin(startProgram(["serve", ...standbyFlags], { folder: second, environment }));
    const standbyUrl = await waitUntilReady(standby);
    const readsAfterMs = performance.now() - killedAt;
    const read = await fetch(`${standbyUrl}/api/v1/markets?page_size=5`, { headers });
    assert.equal(((await read.json()) as { data: unknown[] }).data.length, 5);
    const refused = await fetch(`${standbyUrl}/api/v1/keys?name=me&email=me@example.com`, { method: "POST" });
    assert.equal(refused.status, 503);
    assert.match(await refused.text(), new RegExp(`the primary, ${url}`));

    // Promotion: stop, restore, serve.
    const promotedFrom = performance.now();
    standby.process.kill("SIGTERM");
    assert.equal((await standby.ended).exitCode, 0, standby.stderr());
    const restored = join(second, "toteboard.db");
    await litestream.restore(file, restored);
    const restoredMs = performance.now() - promotedFrom;
    const kept = openCopy(restored);
    const servedFrom = performance.now();
    const promoted = serve(second);
    await waitUntilReady(promoted);
    assert.ok(await post(url, "keys?name=me&email=me@example.com"));
    const backMs = restoredMs + performance.now() - servedFrom;

    // What was lost: nothing older than the lag. The stream goes on, or says that it was reset.
    const keptUpTo = Number(kept.prepare("SELECT max(seq) FROM feed_changes").pluck().get());
    assertSound(kept);
    const isKept = kept.prepare("SELECT count(*) FROM keys WHERE key_id = ?").pluck();
    const lost = acknowledged.filter(({ id }) => isKept.get(id) === 0);
    const lostMs = Math.max(0, ...lost.map(({ at }) => killedAt - at));
    assert.ok(acknowledged.length > 0 && lostMs < MAX_LOST_MS, `${lost.length} keys, the oldest of ${lostMs} ms ago`);
    for (const { id, at } of acknowledged) assert.equal(isKept.get(id), killedAt - at > lostMs ? 1 : isKept.get(id));
    for (const key of [early, late]) {
      await eventually(`the payment of ${key.id}`, async () => {
        const { stdout } = await runProgram(["keys", "show", key.id ?? "", "--json", "--db", restored]);
        return (JSON.parse(stdout) as { tier: string }).tier === "pro";
      });
    }
    kept.close();
    const known = acknowledged.find(({ id }) => !lost.some((key) => key.id === id));
    assert.ok(known);
    assert.equal((await fetch(`${url}/api/v1/markets`, { headers: { "X-API-Key": known.secret } })).status, 200);
    // A list that moves with each pass is never the same twice.
    upstream.holdPrices();
    await client.assertCurrent();
    const resets = client.tally.resets - told.resets;
    assert.equal(resets > 0, told.seq > keptUpTo, `told up to ${told.seq}, kept up to ${keptUpTo}, ${resets} resets`);
    client.close();
    promoted.process.kill("SIGTERM");
    const { exitCode, stderr } = await promoted.ended;
    assert.equal(exitCode, 0, stderr);
    t.diagnostic(
      `copy ${lags} s behind before the loss; standby answers reads ${seconds(readsAfterMs)} after it; restored in ${seconds(restoredMs)}, ` +
        `answers writes ${seconds(backMs)} after the command; of ${acknowledged.length} keys ${lost.length} were lost, ` +
        `made at most ${seconds(lostMs)} before; the stream was reset ${resets} times`,
    );
  });
});

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function makeKey(file: string): { readonly secret: string } {
  const db = openDatabase(file, "read-write", undefined);
  const key = { name: "me", email: "me@example.com", tier: "enterprise", limits: LIMITS } as const;
  const made = createKey(db, key, new SharedClock().now());
  db.close();
  return made;
}

/** Undefined where nobody answered. */
async function post(url: string, path: string, key?: string): Promise<Record<string, string> | undefined> {
  const headers: Record<string, string> = key === undefined ? {} : { "X-API-Key": key };
  try {
    const reply = await fetch(`${url}/api/v1/${path}`, { method: "POST", headers });
    return reply.ok ? ((await reply.json()) as { data: Record<string, string> }).data : undefined;
  } catch {
    // Killed before it answered: nothing was promised.
    return undefined;
  }
}

interface PublishedStatus {
  readonly database: { readonly copy: { readonly behind_seconds: number | null } };
}

async function readStatus(url: string, headers: Readonly<Record<string, string>>): Promise<PublishedStatus> {
  const reply = await fetch(`${url}/api/v1/status`, { headers });
  return ((await reply.json()) as { data: PublishedStatus }).data;
}

/** A client that has read the list once, and from then on knows the state by its stream alone. */
function startFollowing(url: string, secret: string) {
  const headers = { "X-API-Key": secret };
  const list = `${url}/api/v1/markets?status=open&sort=id`;
  const tally = { resets: 0, seq: 0 };
  let state: Promise<Followed> | undefined;
  const client = startEventSource({
    ...{ url: `${url}/api/v1/stream?types=price,status,listed,resolved`, secret },
    onOpen() {
      state ??= readAll(list, headers);
    },
    onEvent(event, seq = 0) {
      tally.seq = seq;
      if (event.type === "reset") tally.resets++;
      state = state?.then((known) => follow(known, event, { readAgain: () => readAll(list, headers) }));
    },
  });
  return {
    tally,
    close: client.close,
    isAway: client.isAway,
    async untilNextChange(): Promise<void> {
      const { seq } = tally;
      await eventually("a change", () => tally.seq > seq, { everyMs: 5 });
    },
    /** Fails unless its stream has brought it to what the list says. */
    async assertCurrent(): Promise<void> {
      let [known, listed]: [Followed, Followed] = [new Map(), new Map()];
      const isCurrent = async (): Promise<boolean> => {
        [known, listed] = [(await state) ?? new Map(), await readAll(list, headers)];
        return isDeepStrictEqual(known, listed);
      };
      const isMet = await eventually("the list", isCurrent).catch(() => false);
      const wrong = [...listed].filter(([id, row]) => !isDeepStrictEqual(known.get(id), row));
      const about = `${known.size} markets known, ${listed.size} listed, ${wrong.length} differ`;
      assert.ok(isMet, `${about}; ${client.describe()}; ${JSON.stringify(wrong.slice(0, 3))}`);
    },
  };
}
