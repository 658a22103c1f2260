import {
  type Category,
  findTerm,
  KIND_TERMS,
  LABELS,
  MAY_BE_KIND,
  OVERRULED,
  SERIES,
  STRONG,
  TERMS,
  toWords,
  type Vote,
  WEAK,
} from "./terms.ts";

export { CATEGORIES, type Category } from "./terms.ts";

/** What a platform says about the subject of an event. */
export interface Subject {
  /** Its categories, tags or topic slugs, the most telling first. */
  readonly labels: readonly string[];
  readonly title: string;
  /** Kalshi's series ticker. */
  readonly series?: string | null;
  /** Polymarket's slug of the event, which names games. */
  readonly slug?: string | null;
}

/**
 * The category of an event: by the platform's labels where they name a subject, else by its slug, else by its ticker and
 * the words of the title together with what the labels hint at.
 */
export function toCategory({ labels, title, series, slug }: Subject): Category {
  const count = new Count();
  for (const label of labels) for (const vote of votesOfLabel(label)) count.add(vote);
  const isNamed = count.most >= DECISIVE;
  const named = isNamed ? count.winner() : isGame(slug) ? "sports" : undefined;
  if (named !== undefined) return kindOf(title, named) ?? named;
  const bySeries = categoryOfSeries(series);
  if (bySeries !== undefined) count.add({ category: bySeries, weight: STRONG });
  for (const vote of votesOfWords(toWords(title))) count.add(vote);
  return count.winner() ?? "other";
}

/** Votes that labels need to decide without the title. */
const DECISIVE = 2;

class Count {
  readonly #sums = new Map<Category, number>();
  most = 0;

  /** Any number of weak votes count as one, and only where there is no other. */
  add({ category, weight }: Vote): void {
    const before = this.#sums.get(category) ?? 0;
    const sum = weight === WEAK ? Math.max(before, weight) : before + weight;
    this.#sums.set(category, sum);
    if (sum > this.most) this.most = sum;
  }

  /** Of those with most votes, the category that got its first vote earliest. */
  winner(): Category | undefined {
    for (const [category, sum] of this.#sums) if (sum === this.most) return category;
    return undefined;
  }
}

/** Platforms have few labels and give them again and again. */
const labelVotes = new Map<string, readonly Vote[]>();
const MAX_CACHED_LABELS = 10_000;

function votesOfLabel(label: string): readonly Vote[] {
  const cached = labelVotes.get(label);
  if (cached !== undefined) return cached;
  const words = toWords(label.endsWith("-default") ? label.slice(0, -8) : label);
  const votes = LABELS.get(words.join(" ")) ?? votesOfWords(words);
  if (labelVotes.size >= MAX_CACHED_LABELS) labelVotes.clear();
  labelVotes.set(label, votes);
  return votes;
}

function votesOfWords(words: readonly string[]): readonly Vote[] {
  const votes: Vote[] = [];
  for (let at = 0; at < words.length; ) {
    const term = findTerm(TERMS, words, at);
    if (term !== undefined) votes.push(term);
    at += term?.words.length ?? 1;
  }
  return votes;
}

/** Games are named by league, sides and day: "nba-sas-nyk-2026-06-10". */
const isGame = (slug: string | null | undefined): boolean =>
  slug !== null && slug !== undefined && GAME_SLUG.test(slug);

const GAME_SLUG = /^[a-z0-9]{2,20}-[a-z0-9]{2,15}-[a-z0-9]{2,15}-\d{4}-\d\d-\d\d(-|$)/;

/** The category by the longest known beginning of the ticker; "NAME$" is a whole one. */
function categoryOfSeries(series: string | null | undefined): Category | undefined {
  if (series === null || series === undefined) return undefined;
  const name = series.startsWith("KX") ? series.slice(2) : series;
  let category = SERIES.get(`${name}$`);
  for (let length = Math.min(name.length, LONGEST_PREFIX); category === undefined && length > 1; length--) {
    category = SERIES.get(name.slice(0, length));
  }
  return category;
}

const LONGEST_PREFIX = Math.max(...[...SERIES.keys()].map((prefix) => prefix.length));

/** The category of a kind of question that platforms file under several sections; undefined for any other title. */
function kindOf(title: string, named: Category): Category | undefined {
  if (!MAY_BE_KIND.test(title)) return undefined;
  const words = toWords(title);
  for (let at = 0; at < words.length; at++) {
    const kind = findTerm(KIND_TERMS, words, at)?.category;
    if (kind !== undefined && OVERRULED.get(kind)?.has(named) === true) return kind;
  }
  return undefined;
}
