import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { waitUntilReady } from "../support/service/executable.ts";
import { eventually } from "../support/service/service.ts";
import { startEventSource } from "../support/streams/clients.ts";
import { type Followed, follow, readAll } from "../support/streams/follower.ts";
import { change, openHome, untilRead } from "../support/streams/home.ts";
import { startUpstream } from "../support/upstream/upstream.ts";
import { chancesOf, ROUNDS } from "./chances.ts";

const FIRST_MARKETS = 250;

describe("a client that follows a stream", () => {
  it(`misses nothing while the service is killed and comes back (${ROUNDS} times)`, async (t) => {
    const chance = chancesOf(9);
    const upstream = await startUpstream({ markets: FIRST_MARKETS });
    const home = await openHome(upstream);
    let service = home.serve();
    await waitUntilReady(service);
    const { url, secret } = home;
    const clients = ["", "platform=kalshi", "q=contestant+1"].map((filter) => startFollowing({ url, secret, filter }));
    after(() => {
      for (const { close } of clients) close();
    });
    for (const client of clients) await client.assertCurrent("at first");
    for (let round = 0; round < ROUNDS; round++) {
      for (const { tally } of clients) tally.openedBefore = tally.opened;
      await change(upstream, FIRST_MARKETS + round, chance);
      // Every sixth time it may end in order; every fifth time it is killed again at whatever it does first.
      const isOrdered = round % 6 === 5;
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
    for (const { filter, tally } of clients) {
      t.diagnostic(`${filter}: ${tally.opened} streams, ${tally.events} events, ${tally.resets} resets`);
    }
    const resets = clients.map(({ tally }) => tally.resets);
    assert.deepEqual(new Set(resets), new Set([0]), "the feed goes on after each kill");
    service.process.kill("SIGTERM");
    const { exitCode, stderr } = await service.ended;
    assert.equal(exitCode, 0, stderr);
  });
});

interface Following {
  readonly url: string;
  readonly secret: string;
  readonly filter: string;
}

/** A client that has read the list once, and from then on knows the state by its stream alone. */
function startFollowing({ url, secret, filter }: Following) {
  const headers = { "X-API-Key": secret };
  const list = `${url}/api/v1/markets?status=open&sort=id&${filter}`;
  const tally = { opened: 0, openedBefore: 0, events: 0, resets: 0 };
  let lastSeq = 0;
  let state: Promise<Followed> | undefined;
  const client = startEventSource({
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
    filter,
    tally,
    close: client.close,
    /** Fails unless it has come back and knows what the list says, once the stream has brought it. */
    async assertCurrent(when: string): Promise<void> {
      let [known, listed]: [Followed, Followed] = [new Map(), new Map()];
      const isCurrent = async (): Promise<boolean> => {
        [known, listed] = [(await state) ?? new Map(), await readAll(list, headers)];
        return tally.opened > tally.openedBefore && listed.size > 0 && isDeepStrictEqual(known, listed);
      };
      const isMet = await eventually("the list", isCurrent, { everyMs: 100, deadlineMs: 60_000 }).catch(() => false);
      const wrong = [...listed].filter(([id, row]) => !isDeepStrictEqual(known.get(id), row));
      const about = `${known.size} markets known, ${listed.size} listed, ${tally.opened} streams opened`;
      assert.ok(isMet, `${filter}, ${when}: ${about}; ${client.describe()}; ${JSON.stringify(wrong.slice(0, 3))}`);
    },
  };
}
