/** What may be a market made to try the platform out. */
interface Tried {
  readonly platform: string;
  readonly title: string;
  /** Of a set of answers, the question. */
  readonly eventTitle?: string | undefined;
}

/** Anybody may make a market there. */
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

/** What `withAuthor` adds. */
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
