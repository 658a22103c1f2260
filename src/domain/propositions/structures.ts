import { stateCodes, stateNames } from "./lexicon.ts";
import type { CaptureGroups } from "./text.ts";

/**
 * Finds structures in a plain text, such as congressional districts, hours, ranks and editions. Gives them as facets, and
 * the text with their replacements.
 */
export function extractStructures(plain: string): { facets: string[]; rest: string } {
  const facets: string[] = [];
  let rest = plain;
  for (const { pattern, read } of STRUCTURES) {
    rest = rest.replace(pattern, (...matched) => {
      const [whole] = matched as [string];
      const found = read(matched.at(-1) as CaptureGroups, { text: rest, offset: matched.at(-3) as number, whole });
      if (found === undefined) return whole;
      facets.push(...found.facets);
      return ` ${found.words} `;
    });
  }
  return { facets, rest };
}

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
interface Structure {
  readonly pattern: RegExp;
  read(groups: CaptureGroups, at: FoundAt): FoundStructure | undefined;
}

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
/** Events that come again: "the next election" is no race to be next. */
const EVENTS =
  "election|referendum|primary|vote|debate|meeting|summit|session|decision|conference|season|game|match|fight|bout|race|grand prix|tournament|cup|championship|olympics|games|draft|award|ceremony|episode|film|movie|album|single|song|video|book|tour|show|concert|release|model|version|launch|flight|mission|report|earnings|budget|speech|year|week|quarter|term|decade|halving|recession|war";

/** Names and terms whose figures mean something of their own: a pattern of plain text, and its replacement. */
const NAMES_WITH_NUMBERS: readonly (readonly [string, string])[] = [
  ["s ?(?:&|and|n)? ?p[- ]?500(?: index)?|spx", "sp500"],
  ["nasdaq[- ]?100(?: index)?|ndx", "nasdaq"],
  ["russell[- ]?2000", "russell"],
  ["dow(?: jones)?(?: industrial average)?(?: 30)?", "dow"],
  ["(?:10|ten)[- ]?(?:year|yr|y)[- ](?:us )?(?:treasury|yield|note)(?: yield| note)?", "treasury10y"],
  ["(?:2|two)[- ]?(?:year|yr|y)[- ](?:us )?(?:treasury|yield|note)(?: yield| note)?", "treasury2y"],
  ["(?:30|thirty)[- ]?(?:year|yr|y)[- ](?:us )?(?:treasury|yield|bond)(?: yield| bond)?", "treasury30y"],
  ["(?:30|thirty)[- ]?(?:year|yr)(?: fixed)?(?: rate)? mortgage", "mortgage30y"],
  ["formula (?:1|one)", "f1"],
  ["#1|no\\. ?1|number[- ](?:1|one)(?! ?[.0-9])|1st overall", "numberone"],
  ["(?:a )?quarter[- ](?:of a )?(?:percentage[- ])?point", "25 bps"],
  ["(?:a )?half[- ](?:percentage[- ])?point", "50 bps"],
];

const NAMES_PATTERN = new RegExp(
  `(?:\\b|(?=#))(?:${NAMES_WITH_NUMBERS.map(([name], index) => `(?<n${index}>${name})`).join("|")})\\b`,
  "g",
);

function toName(groups: CaptureGroups): FoundStructure {
  const index = NAMES_WITH_NUMBERS.findIndex((_, at) => groups[`n${at}`] !== undefined);
  return { facets: [], words: NAMES_WITH_NUMBERS[index]?.[1] ?? "" };
}

const CODED = new RegExp(`\\b(?<code>${CODES})(?<gap>[- ])(?<n>\\d{1,2}|al)\\b(?![.%])`, "g");

const toDistrict: Structure["read"] = ({ code, gap, n }, at) =>
  isDistrict(gap, n, at) ? district(code, n) : undefined;

/** Numbered events: a pattern of the name, and the year before the first edition. */
const EDITIONS: readonly (readonly [string, number])[] = [
  ["super ?bowl", 1966],
  ["(?:academy awards?|oscars?)", 1928],
  ["(?:primetime )?emm(?:y|ys|ies)(?: awards?)?", 1948],
  ["(?:annual )?gramm(?:y|ys|ies)(?: awards?)?", 1958],
  ["golden globes?(?: awards?)?", 1943],
  ["tony(?:s| awards?)", 1947],
  ["(?:bafta|british academy film)s?(?: awards?)?", 1947],
  ["wrestlemania", 1984],
];
const NUMBERED = EDITIONS.map(([name]) => name).join("|");

/** The year of a numbered edition ("Super Bowl 60"); undefined for years out of range. */
function toEditionYear(event: string | undefined, edition: string | undefined): FoundStructure | undefined {
  const [, before] = EDITIONS.find(([name]) => new RegExp(`^(?:${name})$`).test(event ?? "")) ?? [];
  const year = (before ?? 0) + Number(edition);
  return before === undefined || year < 2020 || year > 2060 ? undefined : { facets: [], words: `${event} ${year}` };
}

const STRUCTURES: readonly Structure[] = [
  {
    pattern: new RegExp(`\\b(?<n>\\d{1,3})(?:st|nd|rd|th) (?:annual )?(?<event>${NUMBERED})\\b`, "g"),
    read: ({ event, n }) => toEditionYear(event, n),
  },
  {
    pattern: /\b(?<event>super ?bowl|wrestlemania) (?<n>\d{2})(?!\d)\b/g,
    read: ({ event, n }) => toEditionYear(event, n),
  },
  { pattern: CODED, read: toDistrict },
  {
    pattern: new RegExp(`\\b(?<name>${NAMES}) (?<n>\\d{1,2})(?:st|nd|rd|th)(?: congressional)?(?: district)?\\b`, "g"),
    read: ({ name, n }) => district(stateCodes.get((name ?? "").replace(" ", "")), n),
  },
  {
    pattern:
      /\b(?<hour>1[0-2]|0?[1-9])(?::(?<minute>[0-5]\d))? ?(?<half>am|pm)\b(?:(?: to|-| ?- ?) ?1?\d ?[ap]m)?(?: (?:edt|est|et|utc|gmt|pt|ct))?/g,
    read: ({ hour, minute, half }) => ({
      facets: [
        `hour:${(Number(hour) % 12) + (half === "pm" ? 12 : 0)}${minute === undefined || minute === "00" ? "" : `:${minute}`}`,
      ],
      words: "",
    }),
  },
  {
    pattern: /\b(?<city>new york|los angeles|chicago) (?<letter>[a-z])\b/g,
    read: ({ city, letter }) => ({ facets: [`club:${letter}`], words: city ?? "" }),
  },
  {
    pattern: /\b(?<party>[rd])[- ](?=(?:state )?(?:house|senate|president|governor)\b)/g,
    read: ({ party }) => ({ facets: [], words: party === "r" ? "republican" : "democratic" }),
  },
  {
    pattern:
      /\bw(?:in|ins|on)\b(?<rest>[^?;]{0,60}?) by (?=(?:over|more|less|at|between|exactly|under) |\d{1,2}(?!\d|[/]))/g,
    read: ({ rest }) => ({ facets: ["bet:margin"], words: `win ${rest} ` }),
  },
  {
    pattern: /\bhow (?<way>high|low)\b|\bat any (?:time|point)\b|\bever (?=be\b)/g,
    read: ({ way }) => ({ facets: ["mode:touch"], words: way ?? "" }),
  },
  {
    // What leaves out a group is no negation of the question: another of the rest may be true.
    pattern:
      /\b(?:neither|none of|(?:no one|nobody) (?:of|from)|(?:any(?:one|body|thing)?|some(?:one|body)) (?:else )?(?:but|besides)|other than|except(?: for)?|not (?:in|from|a member of)(?= [^?;]{1,60}? n?or\b)|(?<=\b(?:country|team|club|person|candidate|company|player|state|party|city|driver|artist) )not (?:in|from|a member of))\b/g,
    read: () => ({ facets: ["rest:others"], words: "" }),
  },
  {
    pattern:
      /(?<!\bthe )\bleads? (?:the )?(?<where>(?:[\w']+ ){1,3}?)in (?=[a-z]+s\b(?: (?:in|for|during|at|by|the|this)\b| ?[?;,.]| \d|$))/g,
    read: ({ where }) => ({ facets: [], words: `${where} most` }),
  },
  // A bank that announces a decision makes it.
  {
    pattern: /\bannounces? (?=(?:an? )?(?:\d+ ?bps? )?(?:increase|decrease|cut|hike|no change)\b)/g,
    read: () => ({ facets: [], words: "" }),
  },
  {
    pattern: /\bholds? (?=(?:at|in) the\b|(?:\w+ )?rates?\b|steady\b)|\b(?:do(?:es)?|did|will|is|are) not changed?\b/g,
    read: () => ({ facets: [], words: "maintain" }),
  },
  {
    // The year of a record is part of its name.
    pattern: /\b(?<!-)(?:19|20)\d\d(?:'s)? (?=(?:record|peak)s?\b)/g,
    read: () => ({ facets: [], words: "" }),
  },
  { pattern: /\brunners?[- ]up\b/g, read: () => ({ facets: ["rank:2"], words: "" }) },
  {
    pattern:
      /\b(?:makes?|reach(?:es)?|appears? in|plays? in) (?:the )?(?<year>20\d\d(?:-\d\d)? )?(?=(?:[\w'-]+ ){0,4}(?:final|semi-?final|quarter-?final)s?\b|(?:mlb |nba |nhl |fifa |uefa )?(?:super ?bowl|world series|stanley cup|college football playoff|world cup|champions league|playoffs?|postseason|knockout|round of|last))/g,
    read: ({ year }) => ({ facets: ["stage:advance"], words: year ?? "" }),
  },
  { pattern: /\bpodium\b/g, read: () => ({ facets: ["rank:top 3"], words: "" }) },
  {
    pattern: new RegExp(
      `\\b(?<code>${BARE_CODES}) (?=(?:us )?(?:senate|governor|gubernatorial|house|attorney|democratic|republican)\\b)`,
      "g",
    ),
    read: ({ code }) => ({ facets: [], words: stateNames.get(code ?? "") ?? "" }),
  },
  { pattern: /(?<!most )\bseats\b/g, read: () => ({ facets: ["bet:seats"], words: "seat" }) },
  {
    pattern:
      /\b(?<office>prime minister|chancellor|premier|president)(?<rest>[^?;]*?) after (?:the )?(?<year>20\d\d )?(?:\w+ )?elections?\b/g,
    read: ({ office, rest, year }) => ({ facets: [], words: `next ${office}${rest} ${year ?? ""}` }),
  },
  { pattern: NAMES_PATTERN, read: toName },
  {
    pattern: /\ban? (?<scale>million|billion|trillion)\b/g,
    read: ({ scale }) => ({ facets: [], words: `1 ${scale}` }),
  },
  {
    pattern: /\btop[- ]?(?<n>\d{1,3})\b(?!\.\d| ?%| ?percent)/g,
    read: ({ n }) => ({ facets: [`rank:top ${n}`], words: "" }),
  },
  {
    pattern: new RegExp(`\\b${ORDINAL} (?<part>${PARTS})\\b(?! of 20\\d\\d)`, "g"),
    read: ({ o, part }) => ({ facets: [`rank:${toOrdinal(o)} ${part}`], words: `${part}` }),
  },
  {
    pattern: /\b(?:1st(?: place)?|first place)\b/g,
    read: () => ({ facets: [], words: "win" }),
  },
  {
    pattern: new RegExp(
      `\\b(?!first)${ORDINAL}\\b(?! (?:century|amendment|avenue|street|term|time|generation|anniversary))`,
      "g",
    ),
    read: ({ o }) => {
      const rank = toOrdinal(o);
      return rank < 20 ? { facets: [`rank:${rank}`], words: "" } : { facets: [`edition:${rank}`], words: "" };
    },
  },
  {
    pattern: new RegExp(
      `\\bnext (?=(?:(?!(?:of|in|on|at|to|by|for|be|the|as|from|after|before|during|who|head)\\b)[\\w&'-]+ ){0,4}?(?:${EVENTS})s?\\b)`,
      "g",
    ),
    read: () => ({ facets: [], words: "" }),
  },
  {
    pattern:
      /\b(?<part>map|game|set|round|quarter|group|inning|race|stage|leg|heat|episode) (?<n>\d{1,2}|[a-l])\b(?! (?:or|to|goals?|seats?))/g,
    read: ({ part, n }) => ({ facets: [`part:${part} ${n}`], words: `${part}` }),
  },
];

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

const toOrdinal = (text: string | undefined): number => {
  const index = ORDINALS.indexOf(text ?? "");
  return index >= 0 ? index + 1 : Number.parseInt(text ?? "", 10);
};
