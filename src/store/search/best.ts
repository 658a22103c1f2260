import { isRealMoney, PLATFORMS } from "../../domain/platforms.ts";
import type { Db } from "../database/db.ts";
import type { EventList, MarketList } from "../lists/list.ts";
import { type BestTitles, openTitleSearch } from "../titles/search.ts";
import type { SearchQuery } from "./query.ts";

const REAL_MONEY = PLATFORMS.map(({ id }) => id).filter(isRealMoney);

/** Markets are read further, since questions are found among them. */
export const MAX_EVENTS_COUNTED = 1000;
const EVENTS_COMPARED = 100;

/** Finds the best titles of a noun, open before closed, then by volume. */
export function openBest(db: Db, noun: "Market" | "Event", list: MarketList | EventList) {
  const titles = openTitleSearch(db, { noun, list });
  return (query: SearchQuery, isWanted?: (key: number) => boolean): BestTitles | undefined => {
    const { text, platform, category, status, realMoneyOnly = false, page = 1, limit } = query;
    const passes = (key: number): boolean => {
      if (isWanted !== undefined && !isWanted(key)) return false;
      const facet = list.facetOf(key);
      return (
        facet !== undefined &&
        (category === undefined || facet.category === category) &&
        (!realMoneyOnly || REAL_MONEY.includes(facet.platform))
      );
    };
    const found = titles.best({
      text,
      platform,
      status,
      limit: page * limit,
      ...(noun === "Event" && { most: MAX_EVENTS_COUNTED, compared: EVENTS_COMPARED }),
      countsClosed: noun === "Market",
      passes: category !== undefined || realMoneyOnly || isWanted !== undefined ? passes : undefined,
    });
    return found && { ...found, keys: found.keys.slice((page - 1) * limit) };
  };
}
