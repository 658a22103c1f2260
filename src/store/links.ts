import type { MarketStatus } from "../domain/markets.ts";
import type { PageLink } from "../domain/platforms.ts";
import { consistently, type Db, prepare, type SqlRow } from "./database/db.ts";
import type { MarketName } from "./matching/reviews.ts";

/** What the address of a page shows: one market, or an event with its first 500 markets. */
export type Linked =
  | { readonly market: MarketName }
  | { readonly event: MarketName; readonly markets: readonly MarketName[] };

/** The markets of events whose addresses begin so, with these; at most 4,000 for each beginning. */
export const listMarketsBelow = (db: Db, beginnings: readonly string[], statuses: readonly MarketStatus[]) =>
  consistently(db, () =>
    beginnings.flatMap((from) => {
      const range = { from, to: `${from}\u{10FFFF}`, statuses: JSON.stringify(statuses) };
      return prepare(db, "links", "marketsBelow").all(range);
    }),
  );

/** Undefined for a page of nothing that is stored. */
export const findLinked = (db: Db, link: PageLink): Linked | undefined =>
  consistently(db, (): Linked | undefined => {
    const event = findEventOf(db, link);
    if (event === undefined) {
      const marketOfId = prepare(db, "links", "marketOfId");
      const [market] = link.ids.flatMap((id) => marketOfId.get({ platform: link.platform, id }) ?? []);
      return market === undefined ? undefined : { market };
    }
    const { eventKey, ...name } = event;
    const markets = prepare(db, "links", "marketsOfEvent").all(eventKey);
    // Pages of a single market, and the only market of an event.
    const own = markets.filter(({ url }) => url === link.url);
    const [market] = own.length === 1 ? own : markets;
    if (market !== undefined && (own.length === 1 || markets.length === 1)) return { market: toName(market) };
    return { event: name, markets: markets.map(toName) };
  });

function findEventOf(db: Db, { platform, urls, ids }: PageLink): EventRow | undefined {
  for (const url of urls) {
    const found = prepare(db, "links", "eventOfUrl").get(url);
    if (found !== undefined) return found;
  }
  for (const id of ids) {
    const found = prepare(db, "links", "eventOfId").get({ platform, id });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Markets of the platform whose ids are the closest to one that it does not have, by their first characters. */
export const listSimilarIds = (db: Db, market: MarketName): readonly string[] =>
  consistently(db, () => {
    const [before, from] = [prepare(db, "links", "idsBefore").pluck(), prepare(db, "links", "idsFrom").pluck()];
    const ids = [...before.all(market), ...from.all(market)];
    const shared = (id: string): number => countShared(id, market.id);
    return ids.filter((id) => shared(id) >= MIN_SHARED * market.id.length).sort((a, b) => shared(b) - shared(a));
  });

type EventRow = SqlRow<"links", "eventOfId">;

/** The part of an id that a similar one begins with; what shares less is another market by chance. */
const MIN_SHARED = 0.5;

const toName = ({ platform, id }: MarketName): MarketName => ({ platform, id });

function countShared(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}
