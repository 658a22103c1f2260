import { readRows } from "../word-lists.ts";
import { offices, stateCodes, stateNames } from "./lexicon.ts";
import { type CaptureGroups, splitRow, toStem } from "./text.ts";

/**
 * Finds structures in a plain text, such as congressional districts, hours, ranks and editions. Gives them as facets, and
 * the text with their replacements.
 */
export function extractStructures(plain: string): { facets: string[]; rest: string } {
  const facets: string[] = [];
  let rest = plain;
  for (const [pattern, meaning, facet] of STRUCTURES) {
    rest = rest.replace(pattern, (...matched) => {
      const [whole] = matched as [string];
      const groups = matched.at(-1) as CaptureGroups;
      const found =
        typeof meaning === "string"
          ? { facets: facet === undefined ? [] : [fill(facet, groups)], words: fill(meaning, groups) }
          : meaning(groups, { text: rest, offset: matched.at(-3) as number, whole });
      if (found === undefined) return whole;
      facets.push(...found.facets);
      return ` ${found.words} `;
    });
  }
  return { facets, rest };
}

/** The text with groups in place of their names: "part:<part> <n>". */
const fill = (text: string, groups: CaptureGroups): string =>
  text.replace(/<(\w+)>/g, (_, name: string) => groups[name] ?? "");

interface FoundAt {
  readonly text: string;
  readonly offset: number;
  readonly whole: string;
}
interface FoundStructure {
  readonly facets: readonly string[];
  /** The replacement in the text. */
  readonly words: string;
}
/** A pattern, its replacement and its facet, both with names of groups; or what reads a match. */
type Structure = readonly [
  pattern: RegExp,
  meaning: string | ((groups: CaptureGroups, at: FoundAt) => FoundStructure | undefined),
  facet?: string,
];

const CODES = [...stateNames.keys()].join("|");
/** Codes that are no English words. */
const BARE_CODES = [...stateNames.keys()]
  .filter((code) => !/^(?:in|or|me|hi|ok|de|id|la|oh|al|pa|ma|co|mo|us)$/.test(code))
  .join("|");
const NAMES = [
  ...[...stateCodes.keys()].map((name) => name.replace(/^(new|north|south|west|rhode)(?=.)(?!a$)/, "$1 ")),
].join("|");
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const ORDINAL = `(?<o>\\d{1,3}(?:st|nd|rd|th)|${ORDINALS.join("|")})`;
const PARTS = "round|half|quarter|inning|set|map|period|leg|lap";
const EVENTS = readRows("facets", "events that come again").join(" ").replaceAll(", ", "|");

/** The rows of a list of patterns, each with its meaning. */
const readPatterns = (heading: string): { meaning: string; pattern: string }[] =>
  readRows("facets", heading).map((row) => {
    const { name, others } = splitRow(row);
    return { meaning: name, pattern: others.join("|") };
  });
const toPattern = (rows: readonly { pattern: string }[]): string => rows.map(({ pattern }) => pattern).join("|");
const meaningOf = (text: string, rows: ReturnType<typeof readPatterns>): string | undefined =>
  rows.find(({ pattern }) => new RegExp(`^(?:${pattern})$`).test(text))?.meaning;

const namesWithFigures = readPatterns("names with figures");
const numberedEvents = readPatterns("numbered events");

/** The year of a numbered edition ("Super Bowl 60"); undefined for years out of range. */
function toEditionYear({ event = "", n }: CaptureGroups): FoundStructure | undefined {
  const year = Number(meaningOf(event, numberedEvents)) + Number(n);
  return year >= 2020 && year <= 2060 ? { facets: [], words: `${event} ${year}` } : undefined;
}

const STRUCTURES: readonly Structure[] = [
  [
    new RegExp(`\\b(?<n>\\d{1,3})(?:st|nd|rd|th) (?:annual )?(?<event>${toPattern(numberedEvents)})\\b`, "g"),
    toEditionYear,
  ],
  [/\b(?<event>super ?bowl|wrestlemania) (?<n>\d{2})(?!\d)\b/g, toEditionYear],
  [
    new RegExp(`\\b(?<code>${CODES})(?<gap>[- ])(?<n>\\d{1,2}|al)\\b(?![.%])`, "g"),
    ({ code, gap, n }, at) => (isDistrict(gap, n, at) ? district(code, n) : undefined),
  ],
  [
    new RegExp(`\\b(?<name>${NAMES}) (?<n>\\d{1,2})(?:st|nd|rd|th)(?: congressional)?(?: district)?\\b`, "g"),
    ({ name, n }) => district(stateCodes.get((name ?? "").replace(" ", "")), n),
  ],
  [
    /\b(?<hour>1[0-2]|0?[1-9])(?::(?<minute>[0-5]\d))? ?(?<half>am|pm)\b(?:(?: to|-| ?- ?) ?1?\d ?[ap]m)?(?: (?:edt|est|et|utc|gmt|pt|ct))?/g,
    ({ hour, minute = "00", half }) => {
      const hours = (Number(hour) % 12) + (half === "pm" ? 12 : 0);
      return { facets: [`hour:${hours}${minute === "00" ? "" : `:${minute}`}`], words: "" };
    },
  ],
  [/\b(?<city>new york|los angeles|chicago) (?<letter>[a-z])\b/g, "<city>", "club:<letter>"],
  // "Texas Tech" is not the school named after the state alone.
  [
    new RegExp(
      `\\b(?<state>${NAMES}) (?<kind>tech|a&m|southern|international|christian|state(?! (?:senat|house|legisl|assembl|gov|court|suprem|case|charge|prosecut|trial|law|tax|election|police|budget)))\\b`,
      "g",
    ),
    "<state> <kind>",
    "school:<kind>",
  ],
  [/\br[- ](?=(?:state )?(?:house|senate|president|governor)\b)/g, "republican"],
  [/\bd[- ](?=(?:state )?(?:house|senate|president|governor)\b)/g, "democratic"],
  [/\bhow (?<way>high|low)\b|\bat any (?:time|point)\b|\bever (?=be\b)/g, "<way>", "mode:touch"],
  // What leaves out a group is no negation of the question: another of the rest may be true.
  [
    /\b(?:neither|none of|(?:no one|nobody) (?:of|from)|(?:any(?:one|body|thing)?|some(?:one|body)) (?:else )?(?:but|besides)|other than|except(?: for)?|not (?:\w+ ){0,2}(?:in|from|of|with)(?= [^?;]{1,60}? n?or\b)|(?<=\b(?:country|team|club|person|candidate|company|player|state|party|city|driver|artist) )not (?:\w+ ){0,2}(?:in|from|of|with))\b/g,
    "",
    "rest:others",
  ],
  [
    /(?<!\bthe )\bleads? (?:the )?(?<where>(?:[\w']+ ){1,3}?)in (?=[a-z]+s\b(?: (?:in|of|for|during|at|by|the|this)\b| ?[?;,.]| \d|$))/g,
    "<where> most",
  ],
  // Kalshi's words for a rate that stays.
  [/\b(?:does an? )?hikes? (?:rates? )?(?:by|of) 0 ?bps\b/g, "maintain"],
  [
    /\bholds? (?=(?:at|in) the\b|(?:\w+ )?rates?\b|steady\b)|\b(?:do(?:es)?|did|will|is|are) not changed?\b/g,
    "maintain",
  ],
  [/\brunners?[- ]up\b/g, "", "rank:2"],
  [
    /\b(?:makes?|reach(?:es)?|appears? in|plays? in) (?:the )?(?<year>20\d\d(?:-\d\d)? )?(?=(?:[\w'-]+ ){0,4}(?:final|semi-?final|quarter-?final)s?\b|(?:mlb |nba |nhl |fifa |uefa )?(?:super ?bowl|world series|stanley cup|college football playoff|world cup|champions league|playoffs?|postseason|knockout|round of|last))/g,
    "<year>",
    "stage:advance",
  ],
  // The first of a phase has not won the whole. Only the knockout phase is one to get into.
  [/\b(?<kind>league|group|qualifying|opening|preliminary|regular)[- ]phase\b/g, "<kind>", "phase:<kind>"],
  [/\bany(?:one|body)? (?=\w)/g, "", "any:one"],
  [
    new RegExp(
      `\\b(?<code>${BARE_CODES}) (?=(?:us )?(?:senate|governor|gubernatorial|house|attorney|democratic|republican)\\b)`,
      "g",
    ),
    ({ code }) => ({ facets: [], words: stateNames.get(code ?? "") ?? "" }),
  ],
  [/(?<!most )\bseats\b/g, "seat", "bet:seats"],
  [/\bby (?:ko|tko|knockout|stoppage|submission|(?:unanimous |split |majority )?decision)\b/g, "", "bet:method"],
  [
    new RegExp(`(?:\\b|(?=#))(?:${toPattern(namesWithFigures)})\\b`, "g"),
    (_, { whole }) => ({ facets: [], words: meaningOf(whole, namesWithFigures) ?? "" }),
  ],
  [/\btop[- ]?(?<n>\d{1,3})\b(?!\.\d| ?%| ?percent)/g, "", "rank:top <n>"],
  [
    new RegExp(`\\b${ORDINAL} (?<part>${PARTS})\\b(?! of 20\\d\\d)`, "g"),
    ({ o, part = "" }) => ({ facets: [`rank:${toOrdinal(o)} ${part}`], words: part }),
  ],
  [/\b(?:1st(?: place)?|first place)\b/g, "win"],
  [
    new RegExp(
      `\\b(?!first)${ORDINAL}\\b(?! (?:century|amendment|avenue|street|term|time|generation|anniversary))`,
      "g",
    ),
    ({ o }, at) => ({
      facets: [`${toOrdinal(o) < 20 || isOfOffice(at) ? "rank" : "edition"}:${toOrdinal(o)}`],
      words: "",
    }),
  ],
  [
    new RegExp(
      `\\bnext (?!(?:calendar )?year\\b)(?=(?:(?!(?:of|in|on|at|to|by|for|be|the|as|from|after|before|during|who|head)\\b)[\\w&'-]+ ){0,4}?(?:${EVENTS})s?\\b)`,
      "g",
    ),
    "",
  ],
  [
    /\b(?<part>map|game|set|round|quarter|group|inning|race|stage|leg|heat|episode) (?<n>\d{1,2}|(?<!set )[a-l])\b(?! (?:or|to|goals?|seats?))/g,
    "<part>",
    "part:<part> <n>",
  ],
];

/** Whether an ordinal counts the holders of an office: "the 48th US president". Which vote makes one is not said. */
function isOfOffice({ text, offset, whole }: FoundAt): boolean {
  const [, noun = ""] = /^ (?:us )?([a-z]+)/.exec(text.slice(offset + whole.length)) ?? [];
  return noun === "president" || offices.has(toStem(noun));
}

/** Postal codes can be words ("in 10 days"), so most need a telling neighbour. */
function isDistrict(gap: string | undefined, n: string | undefined, { text, offset, whole }: FoundAt): boolean {
  if (gap === "-") return true;
  if (n?.length === 2 && n.startsWith("0")) return true;
  const [before, after] = [text.slice(Math.max(0, offset - 12), offset), text.slice(offset + whole.length)];
  if (/^\s*(?:house|seat|district|primary|congressional|democrat|republican|nominee|gop)/.test(after)) return true;
  return /(?:for|the|win|wins)\s$/.test(before) && /^\s*\??$/.test(after);
}

function district(code: string | undefined, n: string | undefined): FoundStructure | undefined {
  if (code === undefined || n === undefined) return undefined;
  const number = n === "al" ? "al" : String(Number(n));
  return { facets: [`district:${code}-${number}`, "office:house"], words: `${code}${number}` };
}

/** The number that an ordinal stands for: "third", "3rd". */
export const toOrdinal = (text: string | undefined): number => {
  const index = ORDINALS.indexOf(text ?? "");
  return index >= 0 ? index + 1 : Number.parseInt(text ?? "", 10);
};
