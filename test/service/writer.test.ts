import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Worker } from "node:worker_threads";
import { eventually, startTestService, type TestService } from "../support/service/service.ts";
import { startUpstream } from "../support/upstream/upstream.ts";

const writers: Worker[] = [];
process.on("worker", (worker) => {
  if (worker.threadName === "writer") writers.push(worker);
});
const upstream = await startUpstream({ movesPrices: true, markets: 2000 });
after(() => upstream.close());
const service = await startTestService({
  environment: { ...upstream.environment, TOTEBOARD_POLYMARKET_FULL_CRON: "* * * * * *" },
  flags: { "log-level": "warn" },
});

it("the writer logs from the level on that is set", async () => {
  const countOwn = () => service.logged.filter(({ thread, level }) => thread === "writer" && Number(level) < 40).length;
  await eventually("a pass", () => service.runs.length > 0);
  assert.equal(countOwn(), 0);
  service.setLogLevel("info");
  await eventually("a line about a pass", () => countOwn() > 0);
});

describe("when the writer thread dies", () => {
  before(() => eventually("all platforms", async () => countOk(service.runs) >= 4));

  const countOk = (runs: TestService["runs"]): number =>
    new Set(runs.filter(({ kind, status }) => kind === "full" && status === "ok").map(({ platform }) => platform)).size;
  const readiness = async () => (await service.get("/readyz")).body;
  const makeKey = () => fetch(`${service.url}/api/v1/keys?name=me&email=me@example.com`, { method: "POST" });

  /** Kills the writer in the middle of a pass. */
  async function kill(): Promise<void> {
    const { length } = upstream.log;
    await eventually("a request to a platform", () => upstream.log.length > length, { everyMs: 5 });
    await writers.at(-1)?.terminate();
  }

  it("it is started again, reads go on, and writes are refused meanwhile", async () => {
    const { body } = await service.get("/api/v1/markets?page_size=1");
    await kill();
    assert.deepEqual(await readiness(), { status: "ready", writer: "restarting" });
    const markets = await service.get("/api/v1/markets?page_size=1");
    assert.equal(markets.status, 200);
    assert.ok(markets.body.meta.total >= body.meta.total);
    const refused = await makeKey();
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "5"]);
    assert.deepEqual(await refused.json(), {
      detail: {
        error: "unavailable",
        message: "the service cannot write at the moment; nothing was changed, try again in a few seconds",
      },
    });
    await eventually("the writer", async () => (await readiness()).writer === "running");
    assert.equal((await makeKey()).status, 201);
    const { length } = service.runs;
    await eventually("another pass", () => service.runs.slice(length).some(({ changed }) => changed > 0));
    assert.equal(writers.length, 2);
  });
});

it("a service that stops ends its streams and says so", async () => {
  const { secret } = await service.context.commands.createKey({ name: "Ada", email: "a@example.org", tier: "pro" });
  const stream = await fetch(`${service.url}/api/v1/stream`, { headers: { "X-API-Key": secret } });
  await service.close();
  assert.match(await stream.text(), /"type":"end","reason":"stopping"/);
});
