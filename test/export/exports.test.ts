import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { after, describe, it, mock } from "node:test";
import { toParts } from "../../src/api/export.ts";
import { type ExportPart, openExports } from "../../src/export/exports.ts";
import type { Export, ExportFilter } from "../../src/store/export.ts";
import { openTestContext } from "../support/service/api.ts";
import { markets, page } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

const ROWS = 2500;
const SECOND_MS = 1000;
/** What a socket takes at once from a reader of 60 KB a second, and how long it then takes nothing. */
const BURST_BYTES = 1_330_000;
const BURST_SECONDS = 22;

mock.timers.enable({ apis: ["setInterval"] });
after(() => mock.timers.reset());

const writer = openTestWriter({ scripts: { kalshi: { full: [page(markets(ROWS))] } } });
await writer.writer.runOnce(new Set());
const { access, clock, commands, log, readiness } = await openTestContext({ writer, hasTestKey: false });

const turn = () => new Promise(setImmediate);

interface Begun {
  /** What is written of the rows that the database has. */
  readonly toParts: (exported: Pick<Export, "rows">) => Generator<ExportPart>;
  readonly filter?: ExportFilter;
}

const openTestExports = () =>
  openExports({
    ...{ file: writer.file, addonPath: undefined, counters: access.counters, clock, log },
    ...{ noteFailure: readiness.noteFailure, upgradeUrl: () => "" },
  });

/** An export of all markets that has not begun, for a key of its own. */
async function open({ toParts, filter = {} }: Begun) {
  const exports = openTestExports();
  const { id } = await commands.createKey({ name: "Ada", email: "ada@example.org", tier: "enterprise" });
  const key = access.keys.find(id);
  assert.ok(key !== undefined);
  const delivery = await exports.open({ key, kind: "markets", filter, asked: "", isGzip: false, toParts });
  return { exports, delivery, key };
}

/** Begins an export to a reader who takes `BURST_BYTES` at a time, whenever a test says so. */
async function begin(begun: Begun) {
  const { delivery, key } = await open(begun);
  let [room, written] = [BURST_BYTES, 0];
  const response = Object.assign(new EventEmitter(), {
    destroyed: false,
    socket: { resetAndDestroy: () => undefined },
    addTrailers: () => undefined,
    write(body: Buffer) {
      written += body.length;
      room -= body.length;
      return room > 0;
    },
    end: () => undefined,
  });
  // A delivery uses no more of a response than this.
  delivery.begin(response as unknown as ServerResponse);
  const isOver = () => delivery.figures().endedBy !== "caller";
  const untilItWaits = async () => {
    while (!isOver() && room > 0) await turn();
  };
  await untilItWaits();
  return {
    ...{ isOver, figures: delivery.figures, written: () => written },
    /** Counted requests, but for the one that asked. */
    cost: () => access.counters.used(key, clock.running()).day,
    async take() {
      room = BURST_BYTES;
      response.emit("drain");
      await untilItWaits();
    },
    pass(seconds: number) {
      for (let second = 0; second < seconds && !isOver(); second++) {
        clock.advance(SECOND_MS);
        mock.timers.tick(SECOND_MS);
      }
    },
  };
}

/** As many bytes in as many rows as the database has. */
const partsOf = (bytes: number): Begun["toParts"] =>
  function* parts() {
    const text = "x".repeat((bytes / ROWS) * 10);
    for (let rows = 10; rows <= ROWS; rows += 10) yield { text, rows };
  };

describe("an export", () => {
  it("goes on to its end for a reader of 60 KB a second, also after five minutes where little is left", async () => {
    const reading = await begin({ toParts: partsOf(25_000_000) });
    const startedAt = clock.elapsed();
    while (!reading.isOver()) {
      reading.pass(BURST_SECONDS);
      await reading.take();
    }
    assert.deepEqual([reading.figures(), reading.cost()], [{ events: ROWS, endedBy: "done" }, 2]);
    assert.ok(clock.elapsed() - startedAt > 5 * 60 * SECOND_MS);
  });

  it("ends after five minutes where much is left", async () => {
    const reading = await begin({ toParts: partsOf(50_000_000) });
    const startedAt = clock.elapsed();
    while (!reading.isOver()) {
      reading.pass(BURST_SECONDS);
      await reading.take();
    }
    assert.equal(reading.figures().endedBy, "slow");
    assert.equal(clock.elapsed() - startedAt, 5 * 60 * SECOND_MS);
  });

  it("ends after a minute in which its reader has taken less than a megabyte", async () => {
    const reading = await begin({ toParts: partsOf(25_000_000) });
    reading.pass(59);
    assert.equal(reading.isOver(), false);
    reading.pass(1);
    assert.equal(reading.figures().endedBy, "slow");
    assert.ok(reading.written() < 2 * BURST_BYTES);
    assert.equal(reading.cost(), 0, "only what was delivered is paid for");
  });

  it("ends after such a minute also where its reader took much before", async () => {
    const reading = await begin({ toParts: partsOf(25_000_000) });
    for (let burst = 0; burst < 3; burst++) {
      reading.pass(BURST_SECONDS);
      await reading.take();
    }
    reading.pass(120);
    assert.equal(reading.figures().endedBy, "slow");
  });

  it("whose rows are counted when the service stops is refused, and costs nothing", async () => {
    const { exports, key } = await open({ toParts: partsOf(1000) });
    exports.close();
    const other = openTestExports();
    const asked = { key, kind: "markets", filter: {}, asked: "", isGzip: false, toParts: partsOf(1000) } as const;
    const used = access.counters.used(key, clock.running()).day;
    const refused = assert.rejects(other.open(asked), { code: "unavailable" });
    other.close();
    await refused;
    assert.equal(access.counters.used(key, clock.running()).day, used);
  });

  it("that the service ends before it begins is cut off", async () => {
    const { exports, delivery } = await open({ toParts: partsOf(25_000_000) });
    exports.close();
    let isCutOff = false;
    const resetAndDestroy = (): void => {
      isCutOff = true;
    };
    delivery.begin(Object.assign(new EventEmitter(), { socket: { resetAndDestroy } }) as unknown as ServerResponse);
    assert.deepEqual([isCutOff, delivery.figures()], [true, { events: 0, endedBy: "stopping" }]);
  });

  it("that fails costs nothing, whatever was delivered", async () => {
    const reading = await begin({
      *toParts() {
        yield { text: "x", rows: ROWS - 1 };
        throw new Error("the disk is broken");
      },
    });
    // The request that asked is given back too.
    assert.deepEqual([reading.figures(), reading.cost()], [{ events: ROWS - 1, endedBy: "failed" }, -1]);
  });

  it("lets requests in between its steps", async () => {
    let turns = 0;
    const seen: number[] = [];
    let isOver = false;
    const everyTurn = (): void => {
      turns++;
      if (!isOver) setImmediate(everyTurn);
    };
    setImmediate(everyTurn);
    const begun = begin({
      filter: { markets: { status: "all", minVolume: 0, sort: "price", order: "asc", now: 0 } },
      *toParts(exported) {
        for (const part of toParts("markets", { format: "ndjson" }, exported)) {
          seen.push(turns);
          yield part;
        }
      },
    });
    await begun.finally(() => {
      isOver = true;
    });
    assert.ok(seen.length >= ROWS / 500, `${seen.length} steps`);
    assert.equal(new Set(seen).size, seen.length, "each in a turn of its own");
  });
});
