import { stopWords } from "./lexicon.ts";

/** What a market's rules say that yes takes. */
export interface Condition {
  /** As written, without what would happen otherwise. */
  readonly said: string;
  /** Where the text says it. */
  readonly at: number;
  /**
   * `yes` says when the market resolves to yes. `outcome` says which of an event's outcomes it resolves to. `bare` says
   * only what counts.
   */
  readonly form: "yes" | "outcome" | "bare";
}

/** A sentence of a text, and where it begins. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
}

/** The sentences of a text, in order. A line is a sentence too. */
export function toSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const found of text.matchAll(SENTENCE_END)) {
    const end = found.index + found[0].length;
    if (isShortForm(text.slice(start, found.index + 1), text.slice(end))) continue;
    sentences.push({ text: text.slice(start, found.index), start });
    start = end;
  }
  sentences.push({ text: text.slice(start), start });
  return sentences;
}

const SENTENCE_END = /[.!?]["”’')\]]*\s+(?=["“(]?[\p{Lu}\d])|\s*\n+\s*/gu;

/** Whether the full stop is that of an initial or a short form, and the next word is a name or a figure. */
function isShortForm(before: string, after: string): boolean {
  const [next = ""] = /[\p{L}\p{N}]+/u.exec(after) ?? [];
  return SHORT_FORM.test(before) && !STARTS.has(next.toLowerCase()) && !stopWords.has(next.toLowerCase());
}

const SHORT_FORM =
  /(?<!°)\b(?:[A-Z]|[ap]\.m|[eE]\.g|[iI]\.e|St|vs|Mr|Mrs|Dr|Jr|Sr|No|Inc|Co|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|approx|incl|Bros|Ltd|Corp|Gov|Sen|Rep|Gen|Mt|Ft)\.$/;

/** Words besides stop words that have a capital only where a sentence begins. */
const STARTS: ReadonlySet<string> = new Set(["otherwise", "only", "not", "no", "neither", "announcements"]);

/** The sentence of rules that says what yes takes; undefined where none does. */
export function findCondition(text: string): Condition | undefined {
  const found =
    findAfter(YES_IF, text) ?? findAfter(IF_YES, text) ?? findOutcome(text) ?? findNo(text) ?? findBare(text);
  if (found === undefined) return undefined;
  const said = cut(found.said.replace(OTHERWISE, "").replace(NOT_ENOUGH, ""));
  return said.trim() === "" ? undefined : { ...found, said };
}

export const MAX_SENTENCE_CHARACTERS = 320;

export const cut = (text: string): string =>
  text.length <= MAX_SENTENCE_CHARACTERS ? text : `${text.slice(0, MAX_SENTENCE_CHARACTERS)}…`;

/** "…; otherwise it resolves to No", "…, and to No otherwise", "…, No as soon as they lose". */
const OTHERWISE =
  /[;,(]\s*(?:and |(?:or|but) (?!otherwise))?(?:(?:(?:to )?["“'‘]?(?:no|yes)["”'’]? )?(?:otherwise|if not|or else|in (?:every|any|all) other cases?)|(?:to )?["“'‘]?no["”'’]? (?:if|when|once|as soon as))\b.*$| and (?:to )?["“'‘]?no["”'’]? (?:if|when|once|as soon as)\b.*$/is;

/** "…; blockades do not count", "…, reaching orbit isn't required": it negates itself, not what yes takes. */
const NOT_ENOUGH =
  /(?:;|,(?=[^,;]*$))\s+(?:and |but |though )?(?!not\b)[^;]*?\b(?:do(?:es)?|will|would|is|are|need)(?: not|n['’]t) (?:be )?(?:count|enough|suffic|qualif|needed|required|necessary|considered|matter|encompassed).*$/is;

/** The sentence that follows what a pattern finds, or what stands inside of it. */
function findAfter(pattern: RegExp, text: string, form: Condition["form"] = "yes"): Condition | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [whole, inside] = found;
  if (inside !== undefined) return { said: inside, at: found.index, form };
  const at = found.index + whole.length;
  return { said: toSentences(text.slice(at))[0]?.text ?? "", at, form };
}

/** "NO if a man wins", and nothing of yes but "in every other case": yes takes that it is not so. */
function findNo(text: string): Condition | undefined {
  const found = findAfter(NO_IF, text);
  return found && { ...found, said: `not ${found.said}` };
}

const WHEN =
  "(?:if(?: and only if)?|only if|when(?:ever)?|once|(?:up)?on(?! \\w+ \\d)|as soon as|in case(?: of)?|in the event(?: that| of)?|provided(?: that)?|should)";

const YES_IF = new RegExp(
  `(?:\\b(?:resolves?d?|settles?d?|counts?)(?: this market| the market)?(?: to| as)?:? +(?:["“]\\w+["”] )?|(?<=^|\\n|[.!:] ))["“'‘(]?yes["”'’)]?,? ${WHEN},?\\s+`,
  "i",
);
const NO_IF = new RegExp(
  `(?<=^|\\n|[.!] )(?:(?:this |the )?(?:market |it )?(?:will )?(?:resolves?|settles?) (?:to )?)?["“'‘]?no["”'’]? ${WHEN}\\s+`,
  "i",
);
const IF_YES =
  /(?<=^|\n|[.:] )(?:if|when|should|once) ([^\n]{1,600}?),? (?:then )?(?:(?:the|this) (?:market|contract|question)|it) (?:will |shall )?(?:be )?(?:resolves?d?|settles?d?) (?:to |as )? *["“'‘]?yes\b/i;

/** "This market will resolve to the range that contains X", "according to the winner of X", "is a market on how much X earns". */
function findOutcome(text: string): Condition | undefined {
  const found = findAfter(OUTCOME, text, "outcome");
  // A list of the outcomes may follow the colon, unless it stands inside a name: "Avengers: Doomsday".
  return found && { ...found, said: found.said.replace(/:(?!\d|(?<=\p{Lu}[\p{L}'’-]*:) \p{Lu}).*$/su, "") };
}

const OUTCOME =
  /(?:\b(?:market|contract|question) (?:will |shall )?(?:be )?|(?<=^|\n|[.!] )(?:it (?:will )?)?)(?:resolves?d?|settles?d?) (?:according to|in accordance with|based (?:up)?on|in favou?r of|to|by) (?=whoever\b|whichever\b|how (?:much|many)\b|where\b|the\b|(?-i:(?:\p{Lu}[\p{L}.]*\s){0,3}\p{Lu}[\p{L}.]*['’]s) (?!data|website|page|report|official))(?!the (?:higher|lower|last|fair|latest|prevailing|market|current|resolution|source|data|information|consensus)\b)|\bthis is a market on (?=how (?:much|many)\b)/iu;

/** A sentence that says what does not count. */
const LEAVES_OUT =
  /^No\b|\b(?:do(?:es)?|will|is|are|need)(?: not|n['’]t) (?:be )?(?:count|enough|suffic|qualif|considered)/;

/** A text that never says how it resolves, but only what counts: "Whoever is elected, runoff included". */
function findBare(text: string): Condition | undefined {
  const found = toSentences(text).find((one) => one.text.trim() !== "" && !LEAVES_OUT.test(one.text));
  return found && { said: found.text.trim(), at: found.start, form: "bare" };
}
