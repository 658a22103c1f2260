import type { MarketRecord } from "../domain/markets.ts";
import type { Listing, Quote } from "./source.ts";
import { UpstreamError } from "./upstream-error.ts";

/** Quotes of the open markets of a listing. What a record leaves out takes nothing back. */
export const quotesOf = ({ markets }: Listing): Quote[] =>
  markets.filter(({ status }) => status === "open").map(toQuote);

function toQuote({ id, yesPrice, priceSource, bestBid, bestAsk, ...record }: MarketRecord): Quote {
  const { lastPrice, volume, volume24h, rawVolume, liquidity, openInterest } = record;
  return {
    id,
    yesPrice,
    priceSource,
    bestBid,
    bestAsk,
    ...(lastPrice === null ? {} : { lastPrice }),
    ...(rawVolume === null ? {} : { volume, volume24h, rawVolume }),
    ...(liquidity === null ? {} : { liquidity }),
    ...(openInterest === null ? {} : { openInterest }),
  };
}

/** How often an address is left out once the platform did not know it. */
const SKIPPED_CALLS = 100;

type Ask<Item> = (items: readonly Item[]) => Promise<unknown>;
/** Null where these have to be read one by one. */
type BatchAnswer<Item> = readonly [items: readonly Item[], body: unknown];

/**
 * Asks for a batch at an address that not every server of a platform has. An address that answered before refuses a batch
 * because of one in it: that one is searched for by halves. Else the address is left out for the next hundred calls.
 */
export function createOptionalBatches<Item>(): (
  items: readonly Item[],
  ask: Ask<Item>,
) => AsyncGenerator<BatchAnswer<Item>> {
  let skips = 0;
  let hasAnswered = false;
  const tryToAsk = async (items: readonly Item[], ask: Ask<Item>): Promise<unknown> => {
    const body = await ask(items).catch((error: unknown) => {
      if (hasAnswered && isRefusal(error)) return null;
      throw error;
    });
    hasAnswered ||= body !== null;
    return body;
  };
  const leaveOut = (): void => {
    skips = SKIPPED_CALLS;
    hasAnswered = false;
  };
  /** The answers for the halves of a refused batch; one that is refused as well is halved while the other is not. */
  async function* halve(
    items: readonly Item[],
    ask: Ask<Item>,
    onRefused: () => void,
  ): AsyncGenerator<BatchAnswer<Item>> {
    if (items.length === 1) return void (yield [items, null]);
    const middle = Math.ceil(items.length / 2);
    const [first, second] = [items.slice(0, middle), items.slice(middle)];
    const [ofFirst, ofSecond] = [await tryToAsk(first, ask), await tryToAsk(second, ask)];
    if (ofFirst === null && ofSecond === null) {
      onRefused();
      return void (yield [items, null]);
    }
    if (ofFirst !== null) yield [first, ofFirst];
    if (ofSecond !== null) yield [second, ofSecond];
    if (ofFirst === null) yield* halve(first, ask, nothing);
    if (ofSecond === null) yield* halve(second, ask, nothing);
  }
  return async function* (items, ask) {
    if (skips > 0) {
      skips--;
      return void (yield [items, null]);
    }
    const body = await tryToAsk(items, ask);
    if (body !== null) return void (yield [items, body]);
    if (hasAnswered) return void (yield* halve(items, ask, leaveOut));
    leaveOut();
    yield [items, null];
  };
}

const nothing = (): void => undefined;

/** An answer about what was asked for, not about who asks or how often. */
const isRefusal = (error: unknown): boolean =>
  error instanceof UpstreamError && ["http_400", "http_422"].includes(error.code);
