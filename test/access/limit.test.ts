import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAddressLimit } from "../../src/access/limit.ts";
import { AppError } from "../../src/errors.ts";
import { route } from "../../src/http/route.ts";
import { openTestApi, type TestApi } from "../support/service/api.ts";
import { DAY_MS, HOUR_MS, SECOND_MS, START } from "../support/store/builders.ts";
import { temporaryFile } from "../support/store/writer.ts";

const NOW = Date.parse("2026-11-20T12:32:47.000Z");
const shared = { method: "GET", summary: "", cache: "never", parameters: {}, tier: "free" } as const;
const held = { entered: 0, gate: Promise.withResolvers<void>() };
const routes = [
  route({ ...shared, path: "/ok", handler: () => ({ data: 1 }) }),
  route({ ...shared, path: "/pro", tier: "pro", handler: () => ({ data: 1 }) }),
  route({ ...shared, path: "/cached", cache: "data", handler: () => ({ data: 1 }) }),
  route({
    ...shared,
    path: "/broken",
    handler() {
      throw new Error("broken");
    },
  }),
  route({
    ...shared,
    path: "/busy",
    handler() {
      throw new AppError("overloaded", "busy", { headers: { "Retry-After": "1" } });
    },
  }),
  route({
    ...shared,
    path: "/full",
    handler() {
      throw new AppError("stream_limit_exceeded", "full", { headers: { "Retry-After": "1" } });
    },
  }),
  route({
    ...shared,
    path: "/held",
    async handler() {
      held.entered++;
      await held.gate.promise;
      return { data: 1 };
    },
  }),
];

const open = (at = NOW, file?: string): Promise<TestApi> =>
  openTestApi({ hasTestKey: false, at, routes, ...(file === undefined ? {} : { file }) });

async function ask(gate: TestApi, secret: string, times: number, path = "/ok"): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index++) statuses.push((await gate.get(path, secret)).status);
  return statuses;
}

/** Uses up requests of past minutes, as fast as the minute's limit lets them through. */
async function spend(gate: TestApi, secret: string, requests: number): Promise<void> {
  for (let left = requests; left > 0; left -= 30) {
    const statuses = await Promise.all(Array.from({ length: Math.min(30, left) }, () => gate.get("/ok", secret)));
    assert.ok(statuses.every(({ status }) => status === 200));
    gate.clock.advance(60 * SECOND_MS);
  }
}

const all = (count: number, status: number) => Array<number>(count).fill(status);

describe("the minute's limit", () => {
  it("lets request 30 of a free key through and refuses request 31 until the first has left the minute", async () => {
    const gate = await open();
    const { secret } = await gate.make();
    assert.deepEqual(await ask(gate, secret, 10), all(10, 200));
    gate.clock.advance(20_500);
    assert.deepEqual(await ask(gate, secret, 20), all(20, 200));
    const refused = await gate.get("/ok", secret);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers["retry-after"], "40");
    assert.equal(refused.headers.ratelimit, '"minute";r=0;t=40');
    const { message, ...body } = refused.json;
    const upgrade_url = `${gate.url}/pricing`;
    assert.deepEqual(body, { error: "rate_limit_exceeded", limit: 30, used: 30, tier: "free", upgrade_url });
    assert.match(message, /30 requests per minute.*40 seconds/);
    gate.clock.advance(39_499);
    assert.equal((await gate.get("/ok", secret)).headers["retry-after"], "1");
    gate.clock.advance(1);
    assert.deepEqual(await ask(gate, secret, 11), [...all(10, 200), 429]);
  });

  for (const [tier, limit] of [
    ["pro", 300],
    ["enterprise", 1_000],
  ] as const) {
    it(`is ${limit} for ${tier} keys, exactly, however many ask at once`, async () => {
      const gate = await open();
      const { secret } = await gate.make({ tier });
      const replies = await Promise.all(Array.from({ length: limit + 50 }, () => gate.get("/ok", secret)));
      assert.equal(replies.filter(({ status }) => status === 200).length, limit);
      assert.equal(replies.filter(({ status }) => status === 429).length, 50);
    });
  }

  it("counts requests from when they begin", async () => {
    const gate = await open();
    const { secret } = await gate.make();
    held.gate = Promise.withResolvers();
    const waiting = Array.from({ length: 30 }, () => gate.get("/held", secret));
    while (held.entered < 30) await gate.get("/nowhere");
    assert.equal((await gate.get("/ok", secret)).status, 429);
    held.gate.resolve();
    assert.ok((await Promise.all(waiting)).every(({ status }) => status === 200));
  });

  it("is each key's own", async () => {
    const gate = await open();
    const [one, two] = [await gate.make(), await gate.make()];
    await ask(gate, one.secret, 31);
    assert.equal((await gate.get("/ok", two.secret)).headers.ratelimit, '"minute";r=29;t=60');
  });
});

describe("free keys made from one address", () => {
  const from = { origin: { address: "192.0.2.7", perHour: 1_000, upgradeUrl: "" } };

  it("have their minute, day and month each for itself, also after a restart", async () => {
    const file = temporaryFile();
    const gate = await open(NOW, file);
    const [one, two] = [await gate.make(from), await gate.make(from)];
    assert.deepEqual(await ask(gate, one.secret, 31), [...all(30, 200), 429]);
    const { status, headers } = await gate.get("/ok", two.secret);
    assert.deepEqual([status, headers.ratelimit], [200, '"minute";r=29;t=60']);
    await gate.access.close();
    const again = await open(gate.clock.now(), file);
    const used = [one, two].map(({ id }) => {
      const key = again.access.keys.find(id);
      return key && again.access.counters.used(key, again.clock.now());
    });
    assert.deepEqual(used, [
      { minute: 0, day: 30, month: 30 },
      { minute: 0, day: 1, month: 1 },
    ]);
  });
});

describe("the day's limit", () => {
  it("lets request 1,000 through and refuses request 1,001 until midnight UTC", async () => {
    const gate = await open();
    const { secret } = await gate.make();
    await spend(gate, secret, 960);
    const tightest = String((await gate.get("/ok", secret)).headers.ratelimit);
    assert.ok(tightest.startsWith('"day";r=39;'), `${tightest}: less of the day is left than of the minute, by share`);
    gate.clock.advance(60 * SECOND_MS);
    await spend(gate, secret, 38);
    assert.equal((await gate.get("/ok", secret)).status, 200);
    const refused = await gate.get("/ok", secret);
    const seconds = (Date.parse("2026-11-21T00:00:00Z") - gate.clock.now()) / SECOND_MS;
    assert.equal(refused.status, 429);
    assert.equal(refused.headers["retry-after"], String(seconds));
    assert.equal(refused.headers.ratelimit, `"day";r=0;t=${seconds}`);
    const { message, ...body } = refused.json;
    const upgrade_url = `${gate.url}/pricing`;
    assert.deepEqual(body, { error: "daily_limit_exceeded", limit: 1_000, used: 1_000, tier: "free", upgrade_url });
    assert.match(message, /Daily limit of 1,000 requests.*resets at midnight UTC/);
    gate.clock.fixAt(Date.parse("2026-11-20T23:59:59.999Z"));
    assert.equal((await gate.get("/ok", secret)).headers["retry-after"], "1");
    gate.clock.advance(1);
    assert.equal((await gate.get("/ok", secret)).status, 200);
  });

  it("is not reopened by a clock that is set back over midnight, nor by one that comes back", async () => {
    const gate = await open(Date.parse("2026-11-20T23:58:00.000Z"));
    const { secret } = await gate.make({ tier: "enterprise", limits: { perMinute: 100, perDay: 5, perMonth: null } });
    assert.deepEqual(await ask(gate, secret, 6), [...all(5, 200), 429]);
    gate.clock.advance(HOUR_MS);
    assert.deepEqual(await ask(gate, secret, 2), all(2, 200));
    gate.clock.advance(-HOUR_MS);
    assert.deepEqual(await ask(gate, secret, 1), [429]);
    gate.clock.advance(-23 * HOUR_MS);
    assert.deepEqual(await ask(gate, secret, 1), [429]);
    gate.clock.advance(24 * HOUR_MS);
    assert.deepEqual(await ask(gate, secret, 4), [...all(3, 200), 429]);
  });
});

describe("the month's limit", () => {
  const months: [string, string][] = [
    ["2026-11-30T23:59:58.000Z", "2026-12-01T00:00:00.000Z"],
    ["2028-02-28T23:00:00.000Z", "2028-03-01T00:00:00.000Z"],
    ["2028-02-29T23:00:00.000Z", "2028-03-01T00:00:00.000Z"],
  ];
  for (const [at, reset] of months) {
    it(`reached at ${at} is open again at ${reset}`, async () => {
      const gate = await open(Date.parse(at) - 3 * DAY_MS);
      const { secret } = await gate.make({ tier: "enterprise", limits: { perMinute: 100, perDay: null, perMonth: 8 } });
      await ask(gate, secret, 5);
      gate.clock.fixAt(Date.parse(at));
      assert.deepEqual(await ask(gate, secret, 4), [...all(3, 200), 429]);
      const refused = await gate.get("/ok", secret);
      const seconds = String((Date.parse(reset) - Date.parse(at)) / SECOND_MS);
      assert.equal(refused.headers["retry-after"], seconds);
      assert.equal(refused.headers.ratelimit, `"month";r=0;t=${seconds}`);
      const { error, limit, used } = refused.json;
      assert.deepEqual([error, limit, used], ["monthly_limit_exceeded", 8, 8]);
      assert.ok(refused.json.message.includes(reset));
      gate.clock.fixAt(Date.parse(reset) - 1);
      assert.equal((await gate.get("/ok", secret)).status, 429);
      gate.clock.advance(1);
      assert.equal((await gate.get("/ok", secret)).status, 200);
    });
  }

  it("is 10,000 for a free key, the sum of its days", async () => {
    const file = temporaryFile();
    const gate = await open(NOW, file);
    const { id, secret } = await gate.make();
    const today = Math.floor(NOW / DAY_MS);
    const days = Array.from({ length: 12 }, (_, index) => ({ keyId: id, day: today - 1 - index, requests: 833 }));
    await gate.access.commands.saveUsage({ days: [...days, { keyId: id, day: today - 20, requests: 999 }], uses: [] });
    const later = await open(NOW, file);
    assert.deepEqual(await ask(later, secret, 4), all(4, 200));
    const refused = await later.get("/ok", secret);
    assert.deepEqual([refused.json.error, refused.json.used], ["monthly_limit_exceeded", 10_000]);
  });
});

describe("the order of limits", () => {
  it("is minute, day, month", async () => {
    const gate = await open();
    const limits = { perMinute: 2, perDay: 2, perMonth: 2 };
    const { secret } = await gate.make({ tier: "enterprise", limits });
    await ask(gate, secret, 2);
    const errors: string[] = [];
    for (const waitMs of [0, 60 * SECOND_MS, DAY_MS]) {
      gate.clock.advance(waitMs);
      errors.push((await gate.get("/ok", secret)).json.error);
    }
    assert.deepEqual(errors, ["rate_limit_exceeded", "daily_limit_exceeded", "monthly_limit_exceeded"]);
  });
});

describe("what counts", () => {
  /** Requests in minute, day and month after asking once. */
  async function countOf(path: string, headers: Record<string, string> = {}, method = "GET") {
    const gate = await open();
    const { id, secret } = await gate.make();
    const { status } = await gate.send(path, { method, headers: { "X-API-Key": secret, ...headers } });
    const key = gate.access.keys.find(id);
    assert.ok(key);
    const { minute, day, month } = gate.access.counters.used(key, gate.clock.now());
    return [status, minute, day, month];
  }

  it("is every answer to a request within the limits", async () => {
    assert.deepEqual(await countOf("/ok"), [200, 1, 1, 1]);
    assert.deepEqual(await countOf("/ok", {}, "HEAD"), [200, 1, 1, 1]);
    assert.deepEqual(await countOf("/pro"), [403, 1, 1, 1]);
    assert.deepEqual(await countOf("/ok?x=%zz"), [400, 1, 1, 1]);
  });

  it("is no failure of ours", async () => {
    assert.deepEqual(await countOf("/broken"), [500, 0, 0, 0]);
    assert.deepEqual(await countOf("/busy"), [503, 0, 0, 0]);
  });

  it("is 304 in the minute only", async () => {
    assert.deepEqual(await countOf("/cached", { "If-None-Match": "*" }), [304, 1, 0, 0]);
  });

  it("is a further limit that is reached in the minute only", async () => {
    assert.deepEqual(await countOf("/full"), [429, 1, 0, 0]);
  });

  it("is nothing that goes nowhere or is only asked about", async () => {
    assert.deepEqual(await countOf("/nowhere"), [404, 0, 0, 0]);
    assert.deepEqual(await countOf("/ok", {}, "DELETE"), [405, 0, 0, 0]);
    assert.deepEqual(await countOf("/ok", {}, "OPTIONS"), [204, 0, 0, 0]);
  });

  it("is no 429: it does not put off the next request", async () => {
    const gate = await open();
    const { id, secret } = await gate.make();
    await ask(gate, secret, 30);
    gate.clock.advance(59 * SECOND_MS);
    assert.deepEqual(await ask(gate, secret, 10), all(10, 429));
    gate.clock.advance(SECOND_MS);
    assert.equal((await gate.get("/ok", secret)).status, 200);
    await gate.access.counters.flush();
    assert.equal(gate.writer.value("SELECT requests FROM daily_usage WHERE key_id = ?", id), 31);
  });
});

describe("the headers of limits", () => {
  it("name all policies and the one with the smallest share left", async () => {
    const gate = await open();
    const { secret } = await gate.make({ tier: "free" });
    const first = await gate.get("/ok", secret);
    assert.equal(first.headers["ratelimit-policy"], '"minute";q=30;w=60, "day";q=1000;w=86400, "month";q=10000');
    assert.equal(first.headers.ratelimit, '"minute";r=29;t=60');
    gate.clock.fixAt(NOW - 60 * SECOND_MS);
    const limits = { perMinute: 1_000, perDay: 1_000, perMonth: 10_000 };
    const own = await gate.make({ tier: "enterprise", limits });
    await gate.get("/ok", own.secret);
    gate.clock.fixAt(NOW);
    const second = await gate.get("/ok", own.secret);
    assert.equal(second.headers.ratelimit, '"day";r=998;t=41233');
  });

  it("leave out what is unlimited", async () => {
    const gate = await open();
    const { secret } = await gate.make({ tier: "enterprise" });
    const { headers } = await gate.get("/ok", secret);
    assert.deepEqual([headers["ratelimit-policy"], headers.ratelimit], ['"minute";q=1000;w=60', '"minute";r=999;t=60']);
    const monthly = await gate.make({ tier: "enterprise", limits: { perMinute: 9, perDay: null, perMonth: 8 } });
    const own = await gate.get("/ok", monthly.secret);
    assert.equal(own.headers["ratelimit-policy"], '"minute";q=9;w=60, "month";q=8');
  });

  it("name the shorter window of equals, and are on every answer to a key", async () => {
    const gate = await open();
    const limits = { perMinute: 10, perDay: 10, perMonth: 10 };
    const { secret } = await gate.make({ tier: "enterprise", limits });
    const remaining: unknown[] = [];
    for (const path of ["/ok", "/cached", "/broken", "/busy", "/ok?x=%zz"]) {
      const { headers } = await gate.get(path, {
        "X-API-Key": secret,
        ...(path === "/cached" ? { "If-None-Match": "*" } : {}),
      });
      assert.equal(headers["ratelimit-policy"], '"minute";q=10;w=60, "day";q=10;w=86400, "month";q=10');
      remaining.push(headers.ratelimit);
    }
    const [ok, same, bad] = ['"minute";r=9;t=60', '"minute";r=8;t=60', '"minute";r=7;t=60'];
    assert.deepEqual(remaining, [ok, same, same, same, bad]);
  });
});

const refused = (run: () => void): AppError => {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error;
  }
  assert.fail("nothing was refused");
};

describe("the limit of an address", () => {
  it("forgets those heard of longest ago, and nobody who still asks", () => {
    const limit = createAddressLimit();
    limit.admit("old", START, { perMinute: 1 });
    limit.admit("keen", START, { perMinute: 2 });
    for (let index = 0; index < 3999; index++) {
      limit.admit(`address ${index}`, START, { perMinute: 1 });
      if (index === 100) limit.admit("keen", START, { perMinute: 2 });
    }
    limit.admit("old", START, { perMinute: 1 });
    refused(() => limit.admit("keen", START, { perMinute: 2 }));
  });

  it("says when there is room for all requests of a file", () => {
    const limit = createAddressLimit();
    for (const [second, requests] of [3, 5, 2].entries()) {
      limit.admit("reader", START + second * 1000, { perMinute: 10, requests });
    }
    const waits = [1, 3, 4, 9].map(
      (requests) =>
        refused(() => limit.admit("reader", START + 2000, { perMinute: 10, requests })).headers["Retry-After"],
    );
    assert.deepEqual(waits, ["58", "58", "59", "60"]);
  });
});
