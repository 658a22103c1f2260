import assert from "node:assert/strict";
import { join } from "node:path";
import { after, describe, it, type TestContext } from "node:test";
import type { Worker } from "node:worker_threads";
import pino from "pino";
import { SharedClock } from "../../src/clock.ts";
import { superviseMirror } from "../../src/mirror/supervise.ts";
import { openDatabase } from "../../src/store/database/db.ts";
import { PASSWORD, skipsPostgres, startPostgres, type TestPostgres } from "../support/service/postgres.ts";
import { leaveSettings, runMain, runProgram, temporaryFolder } from "../support/service/process.ts";
import { eventually, startTestService } from "../support/service/service.ts";
import { market, page } from "../support/store/builders.ts";
import { assertMirrored } from "../support/store/mirror.ts";
import { openTestWriter } from "../support/store/writer.ts";

// Tests that need it are skipped without it.
const postgres = (skipsPostgres === false ? await startPostgres() : undefined) as TestPostgres;

leaveSettings();

/** Runs a command within this process, with the address of a mirror in its environment. */
async function runWith(url: string | undefined, folder: string, ...args: readonly string[]) {
  if (url !== undefined) process.env.TOTEBOARD_MIRROR_URL = url;
  try {
    return await runMain(...args, "--db", join(folder, "toteboard.db"));
  } finally {
    delete process.env.TOTEBOARD_MIRROR_URL;
  }
}

/** A database with some markets, closed again; its folder. */
async function makeHome(): Promise<string> {
  const folder = temporaryFolder();
  const file = join(folder, "toteboard.db");
  const test = openTestWriter({
    file,
    scripts: { kalshi: { full: [page([market({ id: "a" }), market({ id: "b" })])] } },
  });
  await test.pass();
  await test.writer.close();
  return folder;
}

/** Has the log of changes begin after where the mirror is: it copies everything again. */
function loseChanges(file: string): void {
  const db = openDatabase(file, "read-write", undefined);
  db.exec("UPDATE feed_changes SET seq = seq + (SELECT max(seq) FROM feed_changes)");
  db.close();
}

const figureOf = (text: string, name: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      ?.split(" ")
      .at(-1),
  );

describe("the mirror of a service", { skip: skipsPostgres }, () => {
  it("runs in a thread of its own, is measured, and ends with the service", async () => {
    const folder = await makeHome();
    const url = await postgres.create("of_service");
    const service = await startTestService({
      folder,
      environment: { TOTEBOARD_MIRROR_URL: url },
      flags: { "no-ingest": true, "log-level": "warn" },
    });
    const query = postgres.at(url);
    const db = openDatabase(join(folder, "toteboard.db"), "read-only", undefined);
    after(() => db.close());
    await eventually("the copy", () =>
      assertMirrored(db, query).then(
        () => true,
        () => false,
      ),
    );
    const metrics = await eventually("the metrics", async () => {
      const text = await service.readMetrics();
      return text.includes('toteboard_mirror_state{state="following"} 1') && text;
    });
    assert.ok(figureOf(metrics, "toteboard_mirror_lag_seconds") < 120);
    assert.equal(figureOf(metrics, "toteboard_mirror_copies"), 1);
    const { mirror } = (await service.get("/api/v1/status")).body.data.database;
    assert.deepEqual([mirror.state, mirror.lag_seconds < 120], ["following", true]);
    const shown = await (await fetch(`${service.url}/status`)).text();
    assert.match(shown, /Mirror<\/dt><dd>following, [^<]* behind/);
    const saysCopied = () => service.logged.some(({ msg }) => msg === "the copy is whole");
    assert.equal(saysCopied(), false, "the level of its log is above that");
    service.setLogLevel("info");
    loseChanges(join(folder, "toteboard.db"));
    await eventually("the next copy, which is logged now", async () => saysCopied());
    const lines = JSON.stringify(service.logged);
    assert.ok(!lines.includes(PASSWORD));
    assert.ok(!JSON.stringify(service.config.settings).includes(PASSWORD), "the page of settings does not show it");
    await service.close();
    const backends = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'toteboard mirror'";
    await eventually("the connection to end", async () => (await query(backends)).length === 0);
  });

  it("is looked after by doctor", async () => {
    const folder = await makeHome();
    const url = await postgres.create("of_doctor");
    const examine = async (given?: string) => {
      const { stdout, stderr } = await runWith(given, folder, "doctor", "--no-ingest", "--port", "0", "--json");
      assert.ok(!`${stdout}${stderr}`.includes(PASSWORD));
      const findings = JSON.parse(stdout) as { check: string; status: string; message: string }[];
      return findings.filter(({ check }) => check === "mirror").map(({ status, message }) => `${status}: ${message}`);
    };
    assert.deepEqual(await examine(), []);
    assert.deepEqual(await examine(url), [
      "warning: PostgreSQL is reached and empty: the next start copies everything",
    ]);
    const { exitCode, stderr } = await runWith(url, folder, "mirror", "--once");
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual(await examine(url), ["ok: 0 changes behind; when 500000 are, it starts again"]);
    await postgres.at(url)("UPDATE toteboard.mirror_state SET seq = 7");
    assert.deepEqual(await examine(url), ["warning: the log of changes no longer reaches back to it: it starts again"]);
    const [finding = ""] = await examine(url.replace(PASSWORD, `not-${PASSWORD.slice(3)}`));
    assert.match(finding, /^problem: PostgreSQL is not reached: password authentication failed/);
  });
});

describe("toteboard mirror", { skip: skipsPostgres }, () => {
  it("never shows the password of the address, whatever is wrong", async () => {
    const folder = await makeHome();
    const { port } = postgres;
    const wrong = [
      `postgres://mirror:${PASSWORD}x@127.0.0.1:${port}/postgres`,
      `postgres://mirror:${PASSWORD}@127.0.0.1:${port}/no_such_database`,
      `postgres://mirror:${PASSWORD}@127.0.0.1:1/postgres`,
      `postgres://mirror:${PASSWORD}@127.0.0.1:${port}/postgres?sslmode=require`,
    ];
    for (const [index, url] of wrong.entries()) {
      const isOperand = index % 2 === 0;
      // As a process of its own, whose log is on its standard error.
      const { exitCode, stdout, stderr } = await runProgram(
        ["mirror", "--once", "--log-level", "trace", ...(isOperand ? [url] : [])],
        isOperand ? { folder } : { folder, environment: { TOTEBOARD_MIRROR_URL: url } },
      );
      assert.equal(exitCode, 1, `${url}: ${stderr}`);
      assert.ok(!`${stdout}${stderr}`.includes(PASSWORD), stderr);
      assert.match(stderr, /the mirror: /);
    }
    const malformed = [
      `postgres://mirror:${PASSWORD}@[::1/postgres`,
      `mysql://mirror:${PASSWORD}@127.0.0.1/x`,
      `mirror:${PASSWORD}`,
    ];
    for (const url of malformed) {
      for (const run of [
        () => runWith(undefined, folder, "mirror", "--once", url),
        () => runWith(url, folder, "mirror", "--once"),
      ]) {
        const { exitCode, stdout, stderr } = await run();
        assert.equal(exitCode, 2, `${url}: ${stderr}`);
        assert.ok(!`${stdout}${stderr}`.includes(PASSWORD), stderr);
        assert.match(stderr, /expected an address such as postgres:\/\/user@host/);
      }
    }
  });

  it("says what it needs", async () => {
    const folder = await makeHome();
    const bare = await runWith(undefined, folder, "mirror");
    assert.deepEqual([bare.exitCode, /needs an address, or TOTEBOARD_MIRROR_URL/.test(bare.stderr)], [2, true]);
    const two = await runWith(undefined, folder, "mirror", postgres.url, postgres.url);
    assert.deepEqual([two.exitCode, /takes one address/.test(two.stderr)], [2, true]);
    const elsewhere = await runMain("mirror", postgres.url);
    assert.deepEqual([elsewhere.exitCode, /no database at toteboard.db/.test(elsewhere.stderr)], [1, true]);
  });
});

describe("the thread of a mirror", () => {
  /** How many threads have been started once `ms` have passed after the first has ended. */
  async function startedAfter(
    context: TestContext,
    file: string,
    url: string,
  ): Promise<(ms: number) => Promise<number>> {
    const threads: Worker[] = [];
    const note = (thread: Worker): void => void threads.push(thread);
    process.on("worker", note);
    const clock = new SharedClock().memory;
    const data = { url, file, addonPath: undefined, clock, logLevel: "silent" } as const;
    const mirror = superviseMirror(data, pino({ enabled: false }));
    context.after(async () => {
      process.off("worker", note);
      await mirror.close();
    });
    while (threads.length === 0) await new Promise(setImmediate);
    context.mock.timers.enable({ apis: ["setTimeout"] });
    await new Promise((resolve) => threads[0]?.once("exit", resolve));
    return async (ms) => {
      context.mock.timers.tick(ms);
      // Told in the next tick.
      await new Promise(setImmediate);
      return threads.length;
    };
  }

  it("is started again ten seconds after it has failed", async (context) => {
    const started = await startedAfter(context, join(temporaryFolder(), "none.db"), "postgres://x@127.0.0.1:1/x");
    assert.deepEqual([await started(9999), await started(1)], [1, 2]);
  });

  it("is not started again where that would not help", { skip: skipsPostgres }, async (context) => {
    const [folder, url] = [await makeHome(), await postgres.create("of_newer")];
    await runWith(url, folder, "mirror", "--once");
    await postgres.at(url)("UPDATE toteboard.mirror_state SET schema_version = 99");
    const started = await startedAfter(context, join(folder, "toteboard.db"), url);
    assert.equal(await started(60_000), 1);
  });
});
