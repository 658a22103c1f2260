import { listCountryWords, listTeamNames, listTickers } from "../search-names.ts";
import { readWordLists, toPhrasesOfRow, type WordList } from "../word-lists.ts";
import { CATEGORIES, type Category } from "./names.ts";

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

/** Two faint votes are one weak vote. */
const FAINT = 0.5;
const WEAK = 1;
const STRONG = 5;
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ["certain", 8],
  ["strong", STRONG],
  ["usual", 2],
  ["weak", WEAK],
  ["faint", FAINT],
  ["topics", 4],
  ["sections", 3],
  ["loose", WEAK],
]);

interface Vote {
  readonly category: Category;
  readonly weight: number;
}

interface CategoryTerm extends Vote {
  readonly words: readonly string[];
  /** The title must have one of these words too. */
  readonly near: ReadonlySet<string> | null;
  /** The categories that a kind of question overrules; null for terms that vote. */
  readonly over: ReadonlySet<string> | null;
}

/** Terms by first word: longer ones first, then those with a condition. */
type TermTable = ReadonlyMap<string, readonly CategoryTerm[]>;

/** The words of a text in lower-case ASCII: "S&P's" is "sp", "d'Or" is "dor", "são" is "sao". */
function toWords(text: string): readonly string[] {
  let plain = text.slice(0, MAX_READ_CHARACTERS).toLowerCase();
  if (NOT_ASCII.test(plain))
    plain = plain
      .normalize("NFD")
      .replace(/[\u0300-\u036f]/g, "")
      .replaceAll("’", "'");
  if (plain.includes("'")) plain = plain.replace(/'s\b|'/g, "");
  if (plain.includes("&")) plain = plain.replace(/([a-z0-9])&(?=[a-z0-9])/g, "$1");
  return plain.match(/[a-z0-9]+/g) ?? [];
}

const MAX_READ_CHARACTERS = 300;
const NOT_ASCII = /[^\0-\x7f]/;

/** The longest term that begins at `at`; each of its words may have an ending of the plural, the possessive or the past. */
function findTerm(terms: TermTable, words: readonly string[], at: number): CategoryTerm | undefined {
  const word = words[at] ?? "";
  const found = findAmong(terms.get(word), words, at);
  if (found !== undefined || word.length < 4) return found;
  for (const ending of ENDINGS_OF_WORDS) {
    if (!word.endsWith(ending)) continue;
    const term = findAmong(terms.get(word.slice(0, -ending.length)), words, at);
    if (term !== undefined) return term;
  }
  return undefined;
}

const ENDINGS_OF_WORDS = ["s", "es", "d", "ed"] as const;

const findAmong = (list: readonly CategoryTerm[] = [], words: readonly string[], at: number) =>
  list.find((term) => isAt(term, words, at));

function isAt({ words: wanted, near }: CategoryTerm, words: readonly string[], at: number): boolean {
  for (let index = 1; index < wanted.length; index++) {
    if (!isForm(words[at + index] ?? "", wanted[index] ?? "")) return false;
  }
  return near === null || words.some((word) => near.has(word));
}

const isForm = (word: string, base: string): boolean =>
  word === base ||
  (word.startsWith(base) &&
    ENDINGS_OF_WORDS.some((ending) => word.length === base.length + ending.length && word.endsWith(ending)));

type PhraseVote = Omit<CategoryTerm, "words"> & { readonly phrase: string };

/** The votes of a file with headings such as "politics: strong". */
const readVotes = (file: string): readonly PhraseVote[] =>
  [...readWordLists(file)].flatMap(([heading, list]) => {
    const [name = "", strength = ""] = heading.split(": ");
    const weight = WEIGHTS.get(strength);
    if (weight === undefined) throw new Error(`${list.location}: unknown weight "${strength}"`);
    const category = toCategoryName(name, list);
    return list.rows.flatMap(toPhrasesOfRow).map((phrase) => ({ phrase, category, weight, near: null, over: null }));
  });

function toCategoryName(name: string, { location }: WordList): Category {
  const category = CATEGORIES.find((one) => one === name);
  if (category === undefined) throw new Error(`${location}: unknown category "${name}"`);
  return category;
}

/** The phrases of category-conditions.txt that vote, or those that overrule. */
const readConditional = (role: "votes" | "overrules"): readonly PhraseVote[] =>
  [...readWordLists("category-conditions")].flatMap(([heading, list]) => {
    const [, name = "", roles = ""] = heading.split(": ");
    if (!roles.includes(role)) return [];
    const [near, over] = [toConditionOf(list, "near: "), toConditionOf(list, "over: ")];
    const vote = { category: toCategoryName(name, list), weight: STRONG, near, over: role === "votes" ? null : over };
    const rows = list.rows.filter((row) => !/^(near|over): /.test(row));
    return rows.flatMap(toPhrasesOfRow).map((phrase) => ({ phrase, ...vote }));
  });

const toConditionOf = ({ rows }: WordList, label: string): ReadonlySet<string> | null => {
  const row = rows.find((one) => one.startsWith(label));
  return row === undefined ? null : new Set(toPhrasesOfRow(row.slice(label.length)));
};

function toTerms(votes: readonly PhraseVote[]): TermTable {
  const terms = new Map<string, CategoryTerm[]>();
  for (const { phrase, ...vote } of votes) {
    const [first = "", ...rest] = phrase.split(" ");
    const list = terms.get(first) ?? [];
    list.push({ ...vote, words: [first, ...rest] });
    terms.set(first, list);
  }
  for (const list of terms.values()) {
    list.sort((a, b) => b.words.length - a.words.length || Number(a.near === null) - Number(b.near === null));
  }
  return terms;
}

const toNameVotes = (names: readonly string[], category: Category, weight: number): readonly PhraseVote[] =>
  names.map((name) => ({ phrase: toWords(name).join(" "), category, weight, near: null, over: null }));

interface CategoryTables {
  /** The phrases of titles, and of labels that are not in `labels`. Of equal phrases the first counts. */
  readonly terms: TermTable;
  readonly labels: ReadonlyMap<string, readonly Vote[]>;
  /** Kinds of questions that the title decides. */
  readonly kindTerms: TermTable;
  /** A quick test that rules out most titles. */
  readonly mayBeKind: RegExp;
  readonly series: ReadonlyMap<string, Category>;
}

let tables: CategoryTables | undefined;

/** Made when first needed. */
function categoryTables(): CategoryTables {
  if (tables !== undefined) return tables;
  const kinds = readConditional("overrules");
  tables = {
    terms: toTerms([
      ...readVotes("category-words"),
      ...readConditional("votes"),
      ...toNameVotes(listTeamNames(), "sports", STRONG),
      ...toNameVotes(listTickers(), "finance", STRONG),
      ...toNameVotes(listCountryWords(), "world", WEAK),
    ]),
    labels: Map.groupBy(readVotes("category-labels"), ({ phrase }) => phrase),
    kindTerms: toTerms(kinds),
    mayBeKind: new RegExp(`\\b(${kinds.map(({ phrase }) => phrase).join("|")})`, "i"),
    series: readSeries(),
  };
  return tables;
}

const readSeries = (): ReadonlyMap<string, Category> =>
  new Map(
    [...readWordLists("category-series")].flatMap(([name, list]) => {
      const category = toCategoryName(name, list);
      return list.rows.flatMap(toPhrasesOfRow).map((code) => [code, category] as const);
    }),
  );
