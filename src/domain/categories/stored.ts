import { toCategory } from "./categories.ts";
import type { Category } from "./names.ts";

/** Raise it with every change of a rule or word: databases then file their events again. */
export const CATEGORY_RULES_VERSION = 2;

/** What the database has of an event. */
interface FiledEvent {
  readonly platform: string;
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly tags: readonly string[];
}

/** The category of a stored event by its own words: the same as its adapter gives. */
export function toStoredCategory({ platform, id, title, url, tags }: FiledEvent): Category {
  const series = platform === "kalshi" ? (SERIES_IN_URL.exec(url)?.[1]?.toUpperCase() ?? seriesOf(id)) : null;
  const slug = platform === "polymarket" ? url.slice(url.lastIndexOf("/") + 1) : null;
  return toCategory({ labels: tags, title, series, slug, usual: usualCategory(platform) });
}

const SERIES_IN_URL = /\/markets\/([^/]+)\/event\//;

/** A guess: most event tickers begin with their series. */
const seriesOf = (eventTicker: string): string => eventTicker.split("-")[0] || eventTicker;

/** What an event is about where nothing says so, on a platform that lists little else. */
export const usualCategory = (platform: string): Category | undefined => USUAL.get(platform);

/** PredictIt is licensed for politics. */
const USUAL: ReadonlyMap<string, Category> = new Map([["predictit", "politics"]]);

/** Ids from `from` up to `to`. */
export interface IdRange {
  readonly from: string;
  readonly to: string;
}

/**
 * The ids that events of the same family have; undefined where ids tell nothing. Kalshi's event tickers are
 * SERIES-EDITION, and "." follows "-" in ASCII.
 */
export function familyIds(platform: string, id: string): IdRange | undefined {
  const dash = id.indexOf("-");
  if (platform !== "kalshi" || dash < 1) return undefined;
  return { from: id.slice(0, dash + 1), to: `${id.slice(0, dash)}.` };
}
