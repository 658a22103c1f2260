import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { market } from "../support/store/builders.ts";
import { type LiveTest, openLiveTest } from "../support/streams/streams.ts";

const MARKETS = 100;
const MAX_ROUNDS = 20;
/** A reader who takes nothing is closed after a minute. */
const ROUND_MS = 20_000;
/** Made of these, all markets have 2 MB. One word, since each costs the writer more than its length. */
const LONG = "very".repeat(5000);

const markets = (round: number, count = MARKETS) =>
  Array.from({ length: count }, (_, index) => market({ id: `m${index}`, title: `Is ${round} a ${LONG} long title?` }));

/** Small enough to be kept for a reader who takes nothing: 15 markets of 20 KB. */
const KEPT_MARKETS = 15;
const KEPT_ROUNDS = 55;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** What buffers hold that are still in use; some are given back a while after they were collected. */
async function readBufferBytes(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 10; turn++) {
    collect();
    await new Promise(setImmediate);
    least = Math.min(least, process.memoryUsage().arrayBuffers);
  }
  return least;
}

/** A caller who opens a stream and takes nothing of it. */
function openDeaf({ server }: LiveTest, secret: string) {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => socket.destroy());
  socket.pause();
  socket.write(`GET /api/v1/stream?types=status HTTP/1.1\r\nHost: x\r\nX-API-Key: ${secret}\r\n\r\n`);
  after(() => socket.destroy());
  return socket;
}

describe("a reader who never reads", () => {
  it("is conflated, then closed, and others get all of it", async () => {
    const test = await openLiveTest();
    const { hub } = test.context;
    const { secret } = await test.make();
    await test.list(markets(0));
    openDeaf(test, secret);
    const reader = await test.open(`/api/v1/stream?types=status&since=${test.last()}`, secret);
    while (hub.figures().open < 2) await new Promise(setImmediate);
    let rounds = 0;
    while (hub.figures().open > 1 && rounds < MAX_ROUNDS) {
      rounds += 1;
      test.clock.advance(ROUND_MS);
      await test.list(markets(rounds));
      const title = `Is ${rounds} a ${LONG} long title?`;
      await reader.until((event) => event.id === `m${MARKETS - 1}` && event.data.title === title);
    }
    assert.equal(hub.figures().open, 1);
    assert.ok(rounds < MAX_ROUNDS);
    // What was kept back for it is neither delivered nor counted.
    const delivered = hub.figures().delivered - reader.events.length;
    assert.ok(delivered < rounds * MARKETS, `${delivered}`);
    assert.equal(reader.events.length, rounds * MARKETS);
    reader.leave();
  });

  it("keeps as much memory as the newest state takes, until it is closed after a minute", {}, async () => {
    const test = await openLiveTest();
    const { hub } = test.context;
    const { secret } = await test.make();
    await test.list(markets(0, KEPT_MARKETS));
    const before = await readBufferBytes();
    openDeaf(test, secret);
    while (hub.figures().open < 1) await new Promise(setImmediate);
    for (let round = 1; round <= KEPT_ROUNDS; round++) {
      test.clock.advance(-1000);
      await test.list(markets(round, KEPT_MARKETS));
      await new Promise(setImmediate);
    }
    assert.equal(hub.figures().open, 1);
    const delivered = hub.figures().delivered / KEPT_MARKETS;
    assert.ok(delivered < KEPT_ROUNDS / 2, `the kernel took ${delivered} rounds`);
    const kept = (await readBufferBytes()) - before;
    // Without a limit it would be all rounds; buffers of other streams and of the collector come on top.
    assert.ok(kept < (KEPT_ROUNDS * KEPT_MARKETS * LONG.length) / 5, `${kept} bytes are kept`);
    test.clock.advance(61_000);
    while (hub.figures().open > 0) await new Promise(setImmediate);
  });
});
