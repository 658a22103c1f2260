import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { SharedClock } from "../../src/clock.ts";
import { openKeyWriter } from "../../src/store/accounts/index.ts";
import { openDatabase } from "../../src/store/database/db.ts";
import {
  type Client,
  type ClientOptions,
  startCurlClient,
  startEventSource,
  startPlainClient,
} from "../support/feed/clients.ts";
import { type Followed, follow, readAll } from "../support/feed/follower.ts";
import { waitUntilReady } from "../support/service/executable.ts";
import { startProgram, temporaryFolder } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";
import { startUpstream, UPSTREAM_PLATFORMS, type Upstream } from "../support/upstream/upstream.ts";
import { chancesOf, ROUNDS } from "./chances.ts";

const FIRST_MARKETS = 250;
const EVERY_SECOND = Object.fromEntries(
  UPSTREAM_PLATFORMS.map((platform) => [`TOTEBOARD_${platform.toUpperCase()}_FULL_EVERY`, "1"]),
);
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

describe("a client that follows a stream", () => {
  it(`misses nothing while the service is killed and comes back (${ROUNDS} times)`, async (t) => {
    const chance = chancesOf(9);
    const upstream = await startUpstream({ markets: FIRST_MARKETS });
    const home = await openHome(upstream);
    let service = home.serve();
    await waitUntilReady(service);
    const { url, secret } = home;
    const clients = [
      startFollowing(startPlainClient, { url, secret, filter: "" }),
      startFollowing(startEventSource, { url, secret, filter: "platform=kalshi" }),
      ...(hasCurl ? [startFollowing(startCurlClient, { url, secret, filter: "q=contestant+1" })] : []),
    ];
    after(() => {
      for (const { close } of clients) close();
    });
    for (const client of clients) await client.assertCurrent("at first");
    for (let round = 0; round < ROUNDS; round++) {
      await change(upstream, round, chance);
      // Every tenth time it may end in order; every fifth time it is killed at whatever it does first.
      const isOrdered = round % 10 === 9;
      service.process.kill(isOrdered ? "SIGTERM" : "SIGKILL");
      assert.equal((await service.ended).signal, isOrdered ? null : "SIGKILL");
      if (round % 5 === 4) {
        service = home.serve();
        await delay(chance() * 1500);
        service.process.kill("SIGKILL");
        await service.ended;
      }
      service = home.serve();
      await waitUntilReady(service);
      await untilRead(upstream);
      for (const client of clients) await client.assertCurrent(`round ${round}`);
    }
    for (const { name, tally } of clients) {
      t.diagnostic(`${name}: ${tally.opened} streams, ${tally.events} events, ${tally.resets} resets`);
      assert.equal(tally.resets, 0, `${name}: the feed goes on after each kill`);
      assert.ok(tally.opened > ROUNDS, `${name} came back each time`);
    }
    service.process.kill("SIGTERM");
    const { exitCode, stderr } = await service.ended;
    assert.equal(exitCode, 0, stderr);
  });
});

/** A folder with a database and a key without limits, and the service at one address whenever it is started. */
async function openHome(upstream: Upstream) {
  after(() => upstream.close());
  const folder = temporaryFolder();
  const port = await findPort();
  const serve = () =>
    startProgram(["serve", "--port", String(port), "--log-format", "json", "--log-level", "warn"], {
      folder,
      environment: { ...upstream.environment, ...EVERY_SECOND },
    });
  const first = serve();
  await waitUntilReady(first);
  first.process.kill("SIGTERM");
  await first.ended;
  const file = join(folder, "toteboard.db");
  assert.ok(existsSync(file));
  const db = openDatabase(file, "read-write", undefined);
  const limits = { perMinute: 999_999_999, perDay: null, perMonth: null };
  const { secret } = openKeyWriter(db).create(
    { name: "me", email: "me@example.com", tier: "enterprise", limits },
    new SharedClock().now(),
  );
  db.close();
  return { serve, secret, url: `http://127.0.0.1:${port}` };
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Prices move, now and then markets are added; after a while within a pass over them all. */
async function change(upstream: Upstream, round: number, chance: () => number): Promise<void> {
  const moves = 1 + Math.floor(chance() * 2);
  for (let move = 0; move < moves; move++) {
    for (const platform of UPSTREAM_PLATFORMS) {
      if (chance() < 0.8) upstream.movePrices(platform);
      if (chance() < 0.2) upstream.resize(platform, FIRST_MARKETS + round);
    }
    const { length } = upstream.log;
    await eventually("a request", () => upstream.log.length > length, { everyMs: 2 });
    await delay(chance() * 400);
  }
}

/** Waits until each platform was read twice: the last time to its end, at least. */
async function untilRead(upstream: Upstream): Promise<void> {
  const from = upstream.log.length;
  const isFirst =
    /^\/(events(\/keyset)?|v0\/search-markets|api\/marketdata\/all\/?)(\?(?!.*(cursor|closed=true|before|filter=resolved)).*)?$/;
  await eventually("two passes over each platform", () =>
    UPSTREAM_PLATFORMS.every(
      (platform) =>
        upstream.log.slice(from).filter((asked) => asked.platform === platform && isFirst.test(asked.path)).length > 1,
    ),
  );
}

interface Following {
  readonly url: string;
  readonly secret: string;
  readonly filter: string;
}

/** A client that has read the list once, and from then on knows the state by its stream alone. */
function startFollowing(start: (options: ClientOptions) => Client, { url, secret, filter }: Following) {
  const headers = { "X-API-Key": secret };
  const list = `${url}/api/v1/markets?status=open&${filter}`;
  const tally = { opened: 0, events: 0, resets: 0 };
  let lastSeq = 0;
  let state: Promise<Followed> | undefined;
  const client = start({
    ...{ url: `${url}/api/v1/stream?types=price,status,listed,resolved&${filter}`, secret },
    onOpen() {
      tally.opened++;
      state ??= readAll(list, headers);
    },
    onEvent(event, seq = 0) {
      tally.events++;
      if (event.type === "reset") tally.resets++;
      assert.ok(seq >= lastSeq, `seq grows: ${seq} after ${lastSeq}`);
      lastSeq = seq;
      state = state?.then((known) => follow(known, event, { readAgain: () => readAll(list, headers) }));
    },
  });
  return {
    name: start.name,
    tally,
    close: client.close,
    /** Fails unless it knows what the list says, once the stream has brought it. */
    async assertCurrent(when: string): Promise<void> {
      let [known, listed]: Followed[] = [];
      const isCurrent = async (): Promise<boolean> => {
        [known, listed] = [await state, await readAll(list, headers)];
        return listed.size > 0 && isDeepStrictEqual(known, listed);
      };
      await eventually("the list", isCurrent, { everyMs: 100, deadlineMs: 20_000 }).catch(() =>
        assert.deepEqual(known, listed, `${start.name}, ${when}, after ${lastSeq}`),
      );
    },
  };
}
