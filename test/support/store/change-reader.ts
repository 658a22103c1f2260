import assert from "node:assert/strict";
import type { StoredMarket } from "../../../src/store/markets.ts";
import type { Store } from "../../../src/store/open.ts";

const PUBLISHED = [
  ...["platform", "id", "eventId", "title", "category", "status", "yesPrice", "priceSource", "volume"],
  ...["volume24h", "url", "closesAt", "updatedAt", "outcome"],
] as const;

type State = ReadonlyMap<string, unknown>;

/** A client of the changes: it reads a snapshot once, then keeps all listed markets by changes alone. */
export function createChangeReader(pageSize = 7) {
  const state = new Map<string, unknown>();
  const seen: number[] = [];
  let seq: number | undefined;
  const tally = { snapshots: 0, events: 0 };
  const catchUp = (store: Store): void => {
    if (seq === undefined || !store.changes.canResume(seq)) {
      tally.snapshots++;
      seq = store.changes.bounds().last;
      state.clear();
      for (const [name, market] of readListed(store)) state.set(name, market);
      return;
    }
    for (let isMore = true; isMore; ) {
      const page = store.changes.read(seq, pageSize, 0);
      for (const { seq: at, type, market } of page.changes) {
        assert.ok(at > (seen.at(-1) ?? 0), "seq grows");
        seen.push(at);
        tally.events++;
        if (market === undefined) assert.ok(!["price", "status", "listed", "resolved"].includes(type));
        else if (market.yesPrice === null) state.delete(nameOf(market));
        else state.set(nameOf(market), pick({ ...market, yesPrice: market.yesPrice }));
      }
      isMore = page.next < page.upTo;
      seq = page.next;
    }
  };
  return {
    /** Fails unless the state is what lists say, after what there is to read. */
    assertCurrent(store: Store): void {
      catchUp(store);
      assert.deepEqual(state, readListed(store));
    },
    seq: () => seq,
    tally,
  };
}

function readListed(store: Store): State {
  const state = new Map<string, unknown>();
  for (let after: string | undefined = ""; after !== undefined; ) {
    const slice = after === "" ? { page: 1, size: 500 } : { after, size: 500 };
    const page = store.markets.list({ status: "all", minVolume: 0, sort: "volume", order: "desc", now: 0 }, slice);
    for (const market of page.markets) state.set(nameOf(market), pick(market));
    after = page.nextCursor;
  }
  return new Map([...state].sort());
}

const nameOf = ({ platform, id }: Pick<StoredMarket, "platform" | "id">): string => `${platform}:${id}`;

const pick = (market: Pick<StoredMarket, (typeof PUBLISHED)[number]>): unknown =>
  Object.fromEntries(PUBLISHED.map((name) => [name, market[name]]));
