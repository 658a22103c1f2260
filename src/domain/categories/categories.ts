import type { Category } from "./names.ts";
import { categoryTables, FAINT, findTerm, STRONG, toWords, type Vote, WEAK } from "./terms.ts";

/** What a platform says about an event. */
interface EventSubject {
  /** Categories, tags or topic slugs, the most telling first. */
  readonly labels: readonly string[];
  readonly title: string;
  readonly series?: string | null;
  /** Polymarket's slug of the event, which names games. */
  readonly slug?: string | null;
  /** In place of other: what the platform mostly lists. */
  readonly usual?: Category | undefined;
}

/**
 * The category of an event: by the platform's labels if they are enough, else by the slug of a game, else by votes of
 * labels, ticker and title together.
 */
export function toCategory({ labels, title, series, slug, usual = "other" }: EventSubject): Category {
  const count = new Count();
  for (const label of labels) for (const vote of votesOfLabel(label)) count.add(vote);
  const isDecided = count.max >= MIN_DECISIVE_VOTES;
  const named = isDecided ? decide(count, title) : isGame(slug) ? "sports" : undefined;
  if (named !== undefined) return kindOf(title, named) ?? named;
  const bySeries = categoryOfSeries(series);
  if (bySeries !== undefined) count.add({ category: bySeries, weight: STRONG });
  const words = toWords(title);
  const leastWeight = words.some((word) => PERSONAL.has(word)) ? STRONG : FAINT;
  for (const vote of votesOfWords(words)) if (vote.weight >= leastWeight) count.add(vote);
  const winner = count.winner() ?? "other";
  return winner === "other" ? usual : winner;
}

/** The votes with which labels decide without the title. */
const MIN_DECISIVE_VOTES = 2;

/** Questions about their author or reader name shops, schools and games in passing: only strong words count there. */
const PERSONAL: ReadonlySet<string> = new Set(["i", "my", "me", "you", "your"]);

class Count {
  readonly #sums = new Map<Category, number>();
  max = 0;

  /** Weak and faint votes count as one vote together, and only for a category without others. */
  add({ category, weight }: Vote): void {
    const before = this.#sums.get(category) ?? 0;
    const sum = weight > WEAK ? before + weight : Math.max(before, Math.min(before + weight, WEAK));
    this.#sums.set(category, sum);
    if (sum > this.max) this.max = sum;
  }

  /** The category with most votes; of equal ones the first that got any. One faint vote is not enough. */
  winner(): Category | undefined {
    if (this.max < WEAK) return undefined;
    for (const [category, sum] of this.#sums) if (sum === this.max) return category;
    return undefined;
  }

  leaders(): readonly Category[] {
    return [...this.#sums].flatMap(([category, sum]) => (sum === this.max ? category : []));
  }
}

/** The category that labels name most; of equal ones that of the title, else the first. */
function decide(count: Count, title: string): Category | undefined {
  const leaders = count.leaders();
  if (leaders.length < 2) return leaders[0];
  const byTitle = new Count();
  for (const vote of votesOfWords(toWords(title))) if (leaders.includes(vote.category)) byTitle.add(vote);
  return byTitle.winner() ?? leaders[0];
}

function votesOfLabel(label: string): readonly Vote[] {
  const words = toWords(label.endsWith("-default") ? label.slice(0, -8) : label);
  return categoryTables().labels.get(words.join(" ")) ?? votesOfWords(words);
}

function votesOfWords(words: readonly string[]): readonly Vote[] {
  const votes: Vote[] = [];
  const { terms } = categoryTables();
  for (let at = 0; at < words.length; ) {
    const term = findTerm(terms, words, at);
    if (term !== undefined) votes.push(term);
    at += term?.words.length ?? 1;
  }
  return votes;
}

/** Whether the slug names a game by league, sides and day: "nba-sas-nyk-2026-06-10". */
const isGame = (slug: string | null | undefined): boolean =>
  slug !== null && slug !== undefined && GAME_SLUG.test(slug);

const GAME_SLUG = /^[a-z0-9]{2,20}-[a-z0-9]{2,15}-[a-z0-9]{2,15}-\d{4}-\d\d-\d\d(-|$)/;

/** The category by the longest known prefix of the ticker, else by its ending; "NAME$" must match whole. */
function categoryOfSeries(series: string | null | undefined): Category | undefined {
  if (series === null || series === undefined) return undefined;
  const known = categoryTables().series;
  const name = series.startsWith("KX") ? series.slice(2) : series;
  let category = known.get(`${name}$`);
  for (let length = name.length; category === undefined && length > 1; length--) {
    category = known.get(name.slice(0, length));
  }
  return category ?? (GAME_ENDINGS.some((ending) => name.endsWith(ending)) ? "sports" : undefined);
}

/** Endings of series tickers that name a kind of question. */
const GAME_ENDINGS = ["GAME", "MATCH", "FIGHT", "SPREAD", "BTTS"] as const;

/** The category of a kind of question that overrules the named one; undefined for other titles. */
function kindOf(title: string, named: Category): Category | undefined {
  const { kindTerms, mayBeKind } = categoryTables();
  if (!mayBeKind.test(title)) return undefined;
  const words = toWords(title);
  const kinds = words.flatMap((_, at) => findTerm(kindTerms, words, at) ?? []);
  if (kinds.some(({ category }) => category === named)) return undefined;
  return kinds.find(({ over }) => over?.has(named) === true)?.category;
}

/** Raise it with every change of a rule or word: databases then file their events again. */
export const CATEGORY_RULES_VERSION = 2;

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

const seriesOf = (eventTicker: string): string => eventTicker.split("-")[0] || eventTicker;

/** What an event is about where nothing says so, on a platform that lists little else. */
export const usualCategory = (platform: string): Category | undefined => USUAL.get(platform);

/** PredictIt is licensed for politics. */
const USUAL: ReadonlyMap<string, Category> = new Map([["predictit", "politics"]]);

interface IdRange {
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
