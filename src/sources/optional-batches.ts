import { UpstreamError } from "./upstream-error.ts";

/** How often an address is left out once the platform did not know it. */
const SKIPPED_CALLS = 100;

/** Items remembered as refused; with more than these, they are tried again. */
const MAX_REFUSED = 1000;

type Ask<Item> = (items: readonly Item[]) => Promise<unknown>;
/** Null where these have to be read one by one. */
type BatchAnswer<Item> = readonly [items: readonly Item[], body: unknown];

/**
 * Asks for a batch at an address that not every server of a platform has. An address that answered before refuses a batch
 * because of one in it: it is looked for by halves, and left out from then on. Where two are refused, or none was answered
 * before, the address is left out for the next hundred calls.
 */
export function createOptionalBatches<Item>(
  idOf: (item: Item) => string,
): (items: readonly Item[], ask: Ask<Item>) => AsyncGenerator<BatchAnswer<Item>> {
  const refused = new Set<string>();
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
  async function* askInHalves(
    items: readonly Item[],
    ask: Ask<Item>,
    knownRefused: number,
  ): AsyncGenerator<BatchAnswer<Item>> {
    const [only] = items;
    if (items.length === 1 && only !== undefined) {
      // At once, since a reader whose time is over asks for no more.
      refused.add(idOf(only));
      if (refused.size > knownRefused + 1) leaveOut();
      return void (yield [items, null]);
    }
    const middle = Math.ceil(items.length / 2);
    for (const half of [items.slice(0, middle), items.slice(middle)]) {
      const body = skips > 0 ? null : await tryToAsk(half, ask);
      if (body !== null || skips > 0) yield [half, body];
      else yield* askInHalves(half, ask, knownRefused);
    }
  }
  return async function* (items, ask) {
    if (skips > 0) {
      skips--;
      return void (yield [items, null]);
    }
    const asked = items.filter((item) => !refused.has(idOf(item)));
    if (asked.length < items.length) yield [items.filter((item) => refused.has(idOf(item))), null];
    if (asked.length === 0) return;
    const body = await tryToAsk(asked, ask);
    if (body !== null) return void (yield [asked, body]);
    if (!hasAnswered) {
      leaveOut();
      return void (yield [asked, null]);
    }
    if (refused.size >= MAX_REFUSED) refused.clear();
    yield* askInHalves(asked, ask, refused.size);
  };
}

/** An answer about what was asked for, not about who asks or how often. */
const isRefusal = (error: unknown): boolean =>
  error instanceof UpstreamError && ["http_400", "http_422"].includes(error.code);
