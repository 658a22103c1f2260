import { toOutcomeTitle } from "./markets.ts";

/** A market or event among others; `url` is its page on its platform. */
export interface Alike {
  readonly platform: string;
  readonly id: string;
  readonly title: string;
  /** Epoch milliseconds. */
  readonly closesAt: number | null;
  readonly url: string;
}

/**
 * What tells apart those of a platform that have one title: "closes 8 Oct 2026", "by Ann", else their ids. By
 * `platform:id`; those whose title nobody shares are missing.
 */
export function tellApart(rows: readonly Alike[]): ReadonlyMap<string, string> {
  const byTitle = Map.groupBy(rows, ({ platform, title }) => `${platform}:${toPlain(title)}`);
  return new Map([...byTitle.values()].filter((alike) => countOf(alike) > 1).flatMap(noteEach));
}

/** The user who made a market; only Manifold's addresses have one: manifold.markets/USER/SLUG. */
export function authorOf({ platform, url }: Pick<Alike, "platform" | "url">): string | undefined {
  if (platform !== "manifold" || !URL.canParse(url)) return undefined;
  const [, user, slug] = new URL(url).pathname.split("/");
  return slug === undefined || slug === "" ? undefined : user;
}

const keyOf = ({ platform, id }: Alike): string => `${platform}:${id}`;

/** The same text for titles that look alike to a reader. */
const toPlain = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, " ")
    .trim();

/** The same market may come twice. */
const countOf = (alike: readonly Alike[]): number => new Set(alike.map(keyOf)).size;

const NOTES: readonly ((row: Alike) => string | undefined)[] = [
  ({ closesAt }) => (closesAt === null ? undefined : `closes ${dayOf(closesAt)}`),
  (row) => {
    const author = authorOf(row);
    return author === undefined ? undefined : `by ${author}`;
  },
  ({ closesAt }) => (closesAt === null ? undefined : `closes ${dayOf(closesAt)}, ${timeOf(closesAt)} UTC`),
];

/** The first kind of note that tells all of them apart. */
function noteEach(alike: readonly Alike[]): [string, string][] {
  const distinct = countOf(alike);
  const note = NOTES.find((one) => {
    const notes = new Set(alike.map(one));
    return notes.size === distinct && !notes.has(undefined);
  });
  return alike.map((row) => [keyOf(row), note?.(row) ?? `id ${row.id}`]);
}

const days = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" });

const dayOf = (at: number): string => days.format(at);

const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 16);

/** What has a title, with the title of its event where it has one. */
export interface Titled {
  /** Complete by itself. */
  readonly title: string;
  readonly eventTitle?: string | undefined;
}

/** A title in the two parts that pages set apart; together they are the title. */
interface TitleParts {
  /** The event's title; undefined where the title is one sentence. */
  readonly event: string | undefined;
  /** What stands between the parts: ": " or " ". */
  readonly joiner: string;
  readonly rest: string;
}

/** Takes apart what `toOutcomeTitle` has put together. */
export function splitTitle({ title, eventTitle = "" }: Titled): TitleParts {
  const beginning = toOutcomeTitle(eventTitle, "");
  const rest = title.slice(beginning.length);
  if (eventTitle === "" || !title.startsWith(beginning) || rest.trim() === "") {
    return { event: undefined, joiner: "", rest: title };
  }
  return { event: eventTitle, joiner: beginning.slice(eventTitle.length), rest };
}

/** A market that may have been made only to try its platform out. */
interface Tried {
  readonly platform: string;
  readonly title: string;
  /** Of a set of answers, the question. */
  readonly eventTitle?: string | undefined;
}

/** Platforms where anybody may make a market. */
const OPEN_TO_ALL: ReadonlySet<string> = new Set(["manifold"]);

/** What follows "test" where the market itself is the test: no flight, match or law is meant. */
const OBJECTS =
  "markets?|questions?|polls?|please|pls|ignore|only|manifold|mana|liquidity|resolution|resolving|title|description|bot|api";

/** Titles that say of themselves that they are a test. */
const TESTS: readonly RegExp[] = [
  // "test", "Testing 3", "test test!"
  /^\W*(?:test(?:s|ing)?[\s\d\W]*)+$/iu,
  // "[TEST] …", "(test) …", "… [test]", "… (testing)"
  /^\s*[[({]\s*test(?:ing)?\s*\d*\s*[\])}]|[[({]\s*test(?:ing)?\s*\d*\s*[\])}]\W*$/iu,
  // "test market please ignore", "testing liquidity", "test 2 liquidity"
  new RegExp(`^\\W*test(?:ing)?\\W*\\d*\\W+(?:${OBJECTS})\\b`, "iu"),
  // "This is just a test."
  /^\W*(?:this is|just) (?:just |only |simply )*an? test(?: market| question)?\W*$/iu,
  // "Will this test question resolve yes?"
  /\bthis (?:\w+ )?test (?:market|question|q)\b/iu,
];

/** A letter, a lone "yes" or signs ask nothing. */
const ASKS_NOTHING = /^\P{L}*(?:(?:[a-z]|yes|no)\P{L}*)?$/iu;
const HAS_FIGURES = /\d\D+\d/u;

const AUTHOR = / \(by [^()\s]+\)$/u;

/** Whether a market was made to try its platform out, by its title. Only of platforms where anybody may make markets. */
export function isTestMarket({ platform, title, eventTitle = title }: Tried): boolean {
  if (!OPEN_TO_ALL.has(platform)) return false;
  const asked = eventTitle.replace(AUTHOR, "");
  return asksNothing(asked) || TESTS.some((pattern) => pattern.test(asked));
}

/** A title that stands alone also where it asks nothing: "YES (by Ann)". */
export const withAuthor = (title: string, author: string | null): string =>
  author !== null && asksNothing(title) ? `${title} (by ${author.replaceAll(/[()\s]+/gu, "")})` : title;

const asksNothing = (title: string): boolean => ASKS_NOTHING.test(title) && !HAS_FIGURES.test(title);

/** A title in quotes for text without markup. Its direction ends at POP DIRECTIONAL ISOLATE. */
export const quotedText = (title: string): string =>
  RIGHT_TO_LEFT.test(title) ? `“\u2068${title}\u2069”` : `“${title}”`;

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * Text as people see it: composed (NFC), without characters that control a terminal or the direction of writing, and
 * without those that nobody sees. A joiner stays where its script or an emoji needs it; line feeds and tabs stay.
 */
export const cleanText = (text: string): string =>
  IS_PLAIN.test(text) ? text : text.replace(UNSEEN, "").normalize("NFC");

const IS_PLAIN = /^[\n\t\x20-\x7e]*$/;

/** Zero-width joiner and non-joiner. */
const JOINERS = "\\u200c\\u200d";

/** Variation selectors choose a form of the character before them, as of an emoji. */
const INVISIBLE = `[[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}]--[\\n\\t${JOINERS}\\p{Variation_Selector}]]`;

/** Letters that are never joined by hand, and accents on them. */
const UNJOINED = "\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}\\u0300-\\u036f";

/** What a joiner may follow: letters and marks of scripts that join, and parts of an emoji. */
const JOINED = `[[\\p{L}\\p{M}]--[${UNJOINED}]]|[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]`;

const UNSEEN = new RegExp(`${INVISIBLE}|(?<!${JOINED})[${JOINERS}]`, "gv");
