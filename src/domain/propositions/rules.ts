import { type Condition, cut, findCondition, type Sentence, toSentences } from "./condition.ts";
import type { DateAnchors } from "./dates.ts";
import { facetsOf, stopWords } from "./lexicon.ts";
import { toEdition } from "./numbers.ts";
import { type TextReading, takeApart } from "./read-text.ts";
import { IS_ASCII, toStem, toWords } from "./text.ts";

/** What a market's rules say: what yes takes, its words and names each once, and what does not count. */
export interface RulesReading extends Omit<TextReading, "spoken"> {
  /** The sentence that says what yes takes, as written. */
  readonly condition: string;
  /** Which figure counts, as other sentences say: "The 3-day figure is used." Empty where none does. */
  readonly measured: string;
  /** Stems of what its brackets add: "(audience score)". */
  readonly bracketWords: readonly string[];
  /** How the condition is put. */
  readonly form: Condition["form"];
  /** What the rules leave out: "A court order alone does not suffice." */
  readonly exclusions: readonly Clause[];
  /** What they say that counts as well: "A shared prize counts." */
  readonly inclusions: readonly Clause[];
  /** Who or what settles it, as the rules name it; empty where they name none. */
  readonly source: string;
  /** Stems of that. */
  readonly sourceWords: readonly string[];
  /** Stems that other sentences add. They explain words of the other side, and say nothing else. */
  readonly others: readonly string[];
  /** What says that only some of it counts, as written: "Only storms of Category 3 or above count"; empty for none. */
  readonly narrowing: string;
}

interface Clause {
  /** The sentence, as written. */
  readonly text: string;
  /** Stems of what it is about, without those of the condition. */
  readonly words: readonly string[];
}

/** Reads the rules of a market; undefined where they say nothing. */
export function readRules(description: string, anchors: DateAnchors): RulesReading | undefined {
  const text = description.slice(0, MAX_READ_CHARACTERS);
  const stated = findCondition(text);
  if (stated === undefined) return undefined;
  const asked = readSentence(stated.said, anchors);
  const { words } = asked;
  if (words.length === 0) return undefined;
  const own = new Set(words);
  const wordsBeside = (clause: string): string[] =>
    readSentence(clause, anchors).words.filter((word) => !own.has(word));
  const [exclusions, inclusions]: [Clause[], Clause[]] = [[], []];
  // What brackets add is said too: "the Republic of China (Taiwan)".
  const bracketWords = plainWordsOf((stated.said.match(BRACKETS) ?? []).join(" ")).map(toStem);
  const others = new Set(bracketWords);
  const sentences = toSentences(text);
  const isStated = ({ text: sentence, start }: Sentence): boolean =>
    start <= stated.at && stated.at < start + sentence.length;
  for (const [text, left = ""] of stated.said.matchAll(CONTRAST)) {
    const { words } = readSentence(left, anchors);
    if (words.length > 0) exclusions.push({ text: quoted(text), words });
  }
  for (const { text: sentence } of sentences.filter((one) => !isStated(one))) {
    for (const clause of sentence.split("; ").filter((one) => !UNREAD.test(one))) {
      const left = exclusions.length < MAX_CLAUSES ? excludedIn(clause) : undefined;
      if (left !== undefined) {
        const words = wordsBeside(left);
        if (words.length > 0) exclusions.push({ text: quoted(sentence), words });
        continue;
      }
      if (others.size < MAX_OTHERS) for (const word of plainWordsOf(clause)) others.add(toStem(word));
      if (INCLUDING.test(clause) && !NEGATED.test(clause) && inclusions.length < MAX_CLAUSES) {
        inclusions.push({ text: quoted(sentence), words: wordsBeside(clause) });
      }
    }
  }
  for (const word of own) others.delete(word);
  const source = SOURCE.exec(text)?.groups?.name?.trim() ?? "";
  const reporters = [...text.matchAll(REPORTER)].map(([, before = "", after = ""]) => before + after);
  const sourceWords = [...new Set([source, ...reporters].flatMap(plainWordsOf).map(toStem))];
  return {
    ...asked,
    condition: quoted(sentences.find(isStated)?.text ?? ""),
    form: stated.form,
    measured: sentences
      .filter((one) => !isStated(one) && MEASURED.test(one.text))
      .map(({ text: sentence }) => sentence.replace(NOT_THAT, ""))
      .join(" "),
    bracketWords,
    exclusions,
    inclusions,
    others: [...others],
    source,
    sourceWords,
    narrowing: cut((NARROWING.exec(text) ?? WITHOUT_A.exec(stated.said))?.[0] ?? ""),
  };
}

/** A sentence as reasons quote it. */
const quoted = (sentence: string): string => cut(sentence.trim());

/**
 * Stems of the condition's telling words, for blocking keys and counts: much faster than reading the rules, which
 * is left to those pairs of markets that may be a match.
 */
export function ruleWordsOf(description: string): string[] {
  const stated = findCondition(description.slice(0, MAX_READ_CHARACTERS));
  return stated === undefined ? [] : [...new Set(plainWordsOf(stated.said).map(toStem))].slice(0, MAX_RULE_WORDS);
}

const MAX_RULE_WORDS = 24;

/** Rules say the most telling first; the rest are procedures. */
const MAX_READ_CHARACTERS = 2000;
const MAX_CLAUSES = 4;
const MAX_OTHERS = 40;

/** Which of several figures counts. */
const MEASURED =
  /\b(?:figures?|estimates?|values?|readings?|releases?|numbers?|gross|prints?|dates?)\b[^.\n]*\b(?:(?:is|are|be) (?:the one )?used|counts|decides)\b|\brelevant (?:figure|estimate|value|reading|release|number|date)\b/i;
/** "…, and not the first estimate". */
const NOT_THAT = /,? (?:and|but)? ?not\b.*$/is;

/** What counts, and nothing else. */
const NARROWING =
  /\bonly\b(?=[^.\n]*\d)[^.\n]{0,160}\b(?:counts?|qualif(?:y|ies)|considered|eligible)\b(?! if)|(?<=^|[.\n] ?)Only (?!events that)(?![^.\n]*\bnot\b)[^.\n]{0,160}\b(?:counts?|qualif(?:y|ies)|considered|eligible)\b/;

/** "Wins the title without dropping a set". */
const WITHOUT_A = /\bwithout (?:an?|any|\w+ing)\b(?! (?:to|for))/i;

/** What would happen otherwise, and who settles it. */
const UNREAD = /^(?:otherwise\b|.{0,40}(?:resolution|settlement) source)/i;

const SOURCE =
  /\b(?:(?:resolution|settlement) sources?(?: for this market)? (?:will be|is|are)(?: information from)?|according to|as (?:first )?(?:reported|published|announced|shown) (?:by|in)) (?:the )?(?<name>[^,;\n]{2,70}?)(?=[,;\n]|\.\s|\.?$)/im;

/** Who reports what is asked for: "the USGS catalog shows", "published by NASA GISS". */
const REPORTER =
  /\b((?:[A-Z][\w.&’'-]*(?: (?:for|of) (?=[A-Z])| (?=[A-Z])|)){1,5})(?: (?:catalog|table|hub|list|website|page|data|report|release|advisory|statement)s?)? (?:reports?|shows?|lists?|displays?|publishes|gives)\b|\b(?:published|reported|released|stated|measured|listed|shown) (?:by|in) (?:the )?((?:[A-Z][\w.&’'-]*(?: (?:for|of) (?=[A-Z])| (?=[A-Z])|)){1,5})/g;

/** What a clause leaves out, as text; undefined where it leaves nothing out. */
function excludedIn(said: string): string | undefined {
  const clause = said
    .replace(/\bwon['’]t\b/gi, "will not")
    .replace(/n['’]t\b/gi, " not")
    .replace(/\b(?:provided that|(?:as|so) long as)\b.*$/is, "");
  // "If no prize is awarded, this resolves to No" says what happens without the event.
  // "Whether she stays a member is not relevant" leaves out neither.
  const [, without] = WITHOUT.exec(clause) ?? [];
  if (without !== undefined && !NEGATED.test(without)) return without;
  const runoff = without?.split(" and ").find((part) => RUNOFF.test(part) && !NEGATED.test(part));
  if (runoff !== undefined) return "a runoff";
  if (!NEGATED.test(clause) || /^(?:if|whether)\b|\bresolves? (?:to )?["“]?yes\b/i.test(clause)) return undefined;
  const found = NEED_NOT.exec(clause) ?? LEFT_OUT.exec(clause) ?? IS_NO.exec(clause) ?? NOT_OTHER.exec(clause);
  return found?.groups?.said?.replace(NARROWED, "");
}

/** A clause without a negation that says what counts as well, and not only then: "departures count when they take effect". */
const INCLUDING =
  /\b(?:includ(?:es?|ed|ing)|may be|counts?(?! (?:only|when|if|once)\b)|also|enough|suffic(?:es?|ient)|qualif(?:y|ies)|considered|encompassed|resolves? (?:this|the) market to ["“]?yes|(?:it|this|the market|this market) resolves? (?:to )?["“]?yes)\b/i;

const NEGATED = /\b(?:not|no|never|impossible|excluded|ignored|disregarded|irrelevant)\b|n['’]t\b/i;

/** "If a vote is called but held later, this resolves to No": what happens there is not what yes takes. */
const WITHOUT =
  /^if (.+?),? (?:then )?(?:it|this|the market|this market)(?: will)?(?: immediately)? resolves? (?:to )?["“]?no\b/is;
/** "If no candidate has a majority and a second round is required, this resolves to No". */
const RUNOFF = /\b(?:run-?off|second (?:round|ballot))\b/i;
const NEED_NOT = /\bneeds? not\s+(?<said>.+)$/is;
const LEFT_OUT =
  /^(?<said>.*?)\b(?:(?:do(?:es)?|did|will|would|is|are|was|were|be|ha(?:s|ve)|may|need)(?: itself| alone)? (?:not|never)(?: be)?(?: by itself| itself)? (?:count|satisfy|considered|relevant|used|sufficient|suffice|enough|qualify(?! (?:for|to) (?!this\b|the purpose|resolv|count))|required|included|eligible|taken|affect|necessary|encompassed|do|resolve(?: this| the) market(?: to)? ["“]?yes)|(?:is|are) (?:excluded|ignored|disregarded|irrelevant|of no (?:relevance|importance))|ha(?:s|ve) no bearing|resolves?(?: this market| the market)?(?: to)? ["“]?no\b)/is;
/** "House vote only = NO". */
const IS_NO = /^(?<said>[^=]*?)\s*(?:=|->|→|\bmeans\b|\bis(?: an?)?\b) ?["“]?NO\b/;
const NOT_OTHER = /^(?<said>.*?)\b(?:is|are) (?:itself )?(?:not|no)\b/is;
/** What narrows the thing that is left out: "an announcement without availability", "an order not in effect". */
const NARROWED = /\b(?:without|unless|until|except|other than|not|for a|that (?:is|are|has|have) not)\b.*$/is;

function readSentence(text: string, anchors: DateAnchors) {
  // A condition follows "if", so a capital tells of its first word too.
  const parts = takeApart(withoutProcedure(text), `if ${text}`, anchors);
  const { words, names, dates, numbers, editions, isNegated, facets } = parts;
  return {
    words: [...new Set(words)],
    names: [...new Set(names)],
    dates,
    // Not all texts show which figure belongs to a name: "Leo 14".
    numbers: [...numbers, ...editions.map(toEdition)],
    isNegated,
    facets: [...new Set([...facets, ...words.flatMap(facetsOf)])].toSorted(),
  };
}

/** The text without what says how an answer is found rather than what it is. */
function withoutProcedure(text: string): string {
  let rest = text;
  for (const [pattern, meaning] of PROCEDURE) rest = rest.replace(pattern, meaning);
  return rest;
}

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\.?";
const ZONE =
  "(?: ?\\(?(?:[ECMP][SD]?T|[CEW]ES?T|[AI][CEW]?[SD]T|UTC|GMT|BST|MS[KT]|MYT|[HJKS][GKS]T|NZ[SD]?T|(?:[A-Z]\\w+ ){0,2}(?:Standard |Daylight |Summer )?Time|Eastern)\\b\\)?)?";

/** What a condition itself leaves out: "the monthly mean, not the lowest day". */
const CONTRAST =
  /(?:,? ?\b(?:as opposed to|rather than)|, not(?! (?:later|before|after|more|less|fewer|all|one|any|every|a single)\b))\s+([^,.;]+)/gi;

const BRACKETS = /\([^)]*\)/g;

/** What to leave out of a sentence of rules, or to say in one way: patterns and what they mean. */
const PROCEDURE: readonly (readonly [RegExp, string])[] = [
  [BRACKETS, " "],
  // A negation that does not turn what yes takes into its opposite.
  [/\b(?:(?:that|which|who) (?:was|were|is|are|ha[sd]|have|does|do|did) not|whether or not)\b/gi, " "],
  [/\b(at any (?:time|point)\b[^.;]{0,60}?) is not\b/gi, "$1 ceases to be"],
  // What widens a condition narrows nothing: "for any reason, including illness", "whether by purchase or merger".
  [/,? ?\b(?:whether|regardless of|irrespective of|no matter|even if)\b[^,.;]*(?:,|(?=[.;]|$))/gi, " "],
  [
    /,? ?\bfor (?:any|whatever) (?:reasons?|purpose|(?:length|period) of time|period)\b(?:,? including [^.;]*?,? or \w+\b,?)?/gi,
    " ",
  ],
  [
    /,? ?\b(?:in full or in part|(?:alone|solely|jointly)(?: or (?:alone|solely|jointly|together|shared))+(?: with others)?)\b/gi,
    " ",
  ],
  // A day that is only planned is that of the event, whenever it comes.
  [
    /,? ?\b(?:currently |which is |that is )?(?:scheduled|expected|due|planned|to be held)(?: to (?:take place|be held|begin|end))?(?= (?:for|on|in|by)\b)/gi,
    " ",
  ],
  // What films earn is counted in both countries as one.
  [/\bin the (?:U\.?S\.?|United States) and Canada\b/g, "domestically"],
  // What is launched has been announced.
  [/\b(?:announces?|unveils?) and (?=[a-z]+s\b)/gi, ""],
  [/\bma(?:kes?|de) ([^,.;]{0,60}?)available\b/gi, "releases $1"],
  // A negated adjective is one word, which contradicts the adjective.
  [/\b(?:not seasonally|un)[ -]?adjusted\b|\b(?:without|before) seasonal adjustment\b/gi, "nonadjusted"],
  [/\bnon-(?=[a-z])/gi, "non"],
  [CONTRAST, " "],
  [/\bno longer any\b/gi, "no"],
  [
    /,? ?\bother than (?:by|through|via|for|because of)\b[^,.;]*?(?= (?:before|by|between|until|in) (?:[A-Z]|20)|[,.;]|$)/g,
    " ",
  ],
  // The year of a season names it, and is no deadline.
  [/\b(?:in|during) (?=(?:the )?20\d\d (?:[A-Z]\w+ |regular |hurricane ){0,3}season\b)/g, "of "],
  // Metres, not millions.
  [/(?<![$€£]\d{0,9}[.,]?\d{0,9})\b(\d+(?:\.\d+)?) m\b(?!\.)/g, "$1 metres"],
  [/,? ?\bin (?:whole )?degrees (?:Fahrenheit|Celsius)\b/gi, " "],
  [/\b(?:the )?calendar year (?=20\d\d)/gi, ""],
  // The end of a day in any time zone is that day. Another hour is a word of its own.
  [
    new RegExp(
      `,? ?(?:\\bat )?\\b(?:11:59(?::59)? ?p\\.?m\\.?|12(?::00){0,2} ?a\\.?m\\.?|(?:23:59|00:00)(?::\\d\\d)?)${ZONE}(?: on\\b)?`,
      "gi",
    ),
    " ",
  ],
  [new RegExp(`\\b(?:at )?(\\d{1,2})(?::00){0,2} ?([ap])\\.?m\\b\\.?${ZONE}(?: on\\b)?`, "gi"), " h$1$2m "],
  [
    new RegExp(`\\b(?:at )?noon\\b${ZONE}(?: on\\b)?|\\b12:00 (?:in the )?[ECMP][SD]?T\\b(?: timezone)?`, "gi"),
    " h12pm ",
  ],
  [/,? ?\bin (?:the|its|their) (?:[a-z&’'-]+ ){1,5}(?:report|release|statement|table)\b/g, " "],
  // The first day of a quarter or a season is no deadline.
  [new RegExp(`\\b(?:start|beginn|commenc)ing (?:on )?${MONTH} \\d{1,2}(?:,? 20\\d\\d)?`, "g"), " "],
  [
    /\b(?:after issuance(?: on)?|between issuance and)\b|\b(?:between|after) (?:this |the )?market(?:['’]s)? creation(?: and\b)?/gi,
    " ",
  ],
  [/\bany (?:[A-Z]\w+ )?(?:1|one)[- ]minute candle\b/g, "at any time"],
  [/\b(?:1|one)[- ]minute candle\b/g, "candle"],
  [/\b(?:has|have|with) a final ["“']?(?:high|low)["”']?(?: price)?(?: of)?\b/gi, "is"],
  [
    /\b(?:according to|per|as (?:first )?(?:reported|published|shown|displayed|measured) (?:by|in(?! (?:the )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)))) (?:the )?(?:initial )?(?:[A-Z][\w.&'’/-]*(?: (?:of|for|and) (?=[A-Z])| |(?=[,;.]|$)))+(?:data\b)?/g,
    " ",
  ],
];

/** The words of a text but stop words, months and figures. */
function plainWordsOf(text: string): string[] {
  const plain = IS_ASCII.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "");
  return toWords(plain.toLowerCase()).filter((word) => word.length > 1 && !stopWords.has(word) && !UNTOLD.test(word));
}

const UNTOLD =
  /^(?:\d+(?:st|nd|rd|th)?|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december)$/;
