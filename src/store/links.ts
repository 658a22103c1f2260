import type { MarketStatus } from "../domain/markets.ts";
import type { PageLink } from "../domain/page-links.ts";
import { consistently, type Db, prepare, type SqlRow } from "./database/db.ts";
import type { MarketName } from "./matching/pair-decisions.ts";

/** What the address of a page shows: one market, or an event with its first 500 markets. */
export type Linked =
  | { readonly market: MarketName }
  | { readonly event: MarketName; readonly markets: readonly MarketName[] };

export type Links = ReturnType<typeof openLinks>;

/** Finds markets and events by their pages over one connection. */
export function openLinks(db: Db) {
  const eventOfUrl = prepare(db, "links", "eventOfUrl");
  const eventOfId = prepare(db, "links", "eventOfId");
  const marketOfId = prepare(db, "links", "marketOfId");
  const marketsOfEvent = prepare(db, "links", "marketsOfEvent");
  const marketsBelow = prepare(db, "links", "marketsBelow");
  const idsFrom = prepare(db, "links", "idsFrom").pluck();
  const idsBefore = prepare(db, "links", "idsBefore").pluck();

  const findEvent = ({ platform, urls, ids }: PageLink): EventRow | undefined => {
    for (const url of urls) {
      const found = eventOfUrl.get(url);
      if (found !== undefined) return found;
    }
    for (const id of ids) {
      const found = eventOfId.get({ platform, id });
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    /** The markets of events whose addresses begin so, with these; at most 4,000 for each beginning. */
    listBelow: (beginnings: readonly string[], statuses: readonly MarketStatus[]) =>
      consistently(db, () =>
        beginnings.flatMap((from) => {
          const range = { from, to: `${from}\u{10FFFF}`, statuses: JSON.stringify(statuses) };
          return marketsBelow.all(range);
        }),
      ),

    /** Undefined for a page of nothing that is stored. */
    find: (link: PageLink) =>
      consistently(db, (): Linked | undefined => {
        const event = findEvent(link);
        if (event === undefined) {
          const [market] = link.ids.flatMap((id) => marketOfId.get({ platform: link.platform, id }) ?? []);
          return market === undefined ? undefined : { market };
        }
        const { eventKey, ...name } = event;
        const markets = marketsOfEvent.all(eventKey);
        // Pages of a single market, and the only market of an event.
        const own = markets.filter(({ url }) => url === link.url);
        const [market] = own.length === 1 ? own : markets;
        if (market !== undefined && (own.length === 1 || markets.length === 1)) return { market: toName(market) };
        return { event: name, markets: markets.map(toName) };
      }),

    /** Markets of the platform whose ids are the closest to one that it does not have, by their first characters. */
    listSimilar: (market: MarketName): readonly string[] =>
      consistently(db, () => {
        const ids = [...idsBefore.all(market), ...idsFrom.all(market)];
        const shared = (id: string): number => countShared(id, market.id);
        return ids.filter((id) => shared(id) >= MIN_SHARED * market.id.length).sort((a, b) => shared(b) - shared(a));
      }),
  };
}

type EventRow = SqlRow<"links", "eventOfId">;

/** The part of an id that a similar one begins with; what shares less is another market by chance. */
const MIN_SHARED = 0.5;

const toName = ({ platform, id }: MarketName): MarketName => ({ platform, id });

function countShared(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}
