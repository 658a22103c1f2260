import { stateCodes, stateNames } from "./lexicon.ts";
import { NAMES_WITH_NUMBERS } from "./vocabulary/names-with-numbers.ts";

/**
 * Finds what has a form of its own in a plain text: congressional districts, hours, spans of time after an event, ranks,
 * and which party is to hold which chamber. Gives them as facets, and the text without them.
 */
export function extractStructures(plain: string): { facets: string[]; rest: string } {
  const facets: string[] = [];
  let rest = plain;
  for (const { needs, pattern, read } of STRUCTURES) {
    if (needs !== undefined && !needs.test(rest)) continue;
    rest = rest.replace(pattern, (...matched) => {
      const [whole] = matched as [string];
      const offset = matched.at(-3) as number;
      const found = read(matched.at(-1) as Groups, {
        before: rest.slice(Math.max(0, offset - 12), offset),
        after: rest.slice(offset + whole.length),
      });
      if (found === undefined) return whole;
      facets.push(...found.facets);
      return ` ${found.words} `;
    });
  }
  return { facets, rest };
}

type Groups = Readonly<Record<string, string | undefined>>;
interface Place {
  readonly before: string;
  readonly after: string;
}
interface Found {
  readonly facets: readonly string[];
  /** What is left in its place. */
  readonly words: string;
}
interface Structure {
  /** What a text has to hold for it to be worth a look. */
  readonly needs?: RegExp;
  readonly pattern: RegExp;
  read(groups: Groups, place: Place): Found | undefined;
}

const CODES = [...stateNames.keys()].join("|");
/** Those that are no word of their own. */
const BARE_CODES = [...stateNames.keys()]
  .filter((code) => !/^(?:in|or|me|hi|ok|de|id|la|oh|al|pa|ma|co|mo|us)$/.test(code))
  .join("|");
const NAMES = [
  ...[...stateCodes.keys()].map((name) => name.replace(/^(new|north|south|west|rhode)(?=.)(?!a$)/, "$1 ")),
].join("|");
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const ORDINAL = `(?<o>\\d{1,2}(?:st|nd|rd|th)|${ORDINALS.slice(1).join("|")})`;
const UNITS = "hour|day|week|month|year";
const COUNTS = "one|two|three|\\d+";

/** Digits and words that names with figures begin or end with. */
const NAMED = /\d|ten|two|thirty|dow|ndx|spx|formula/;

const STRUCTURES: readonly Structure[] = [
  {
    needs: /\d|\bal\b/,
    pattern: new RegExp(`\\b(?<code>${CODES})(?<gap>[- ])(?<n>\\d{1,2}|al)\\b(?![.%])`, "g"),
    read: ({ code, gap, n }, place) => (isDistrict(gap, n, place) ? district(code, n) : undefined),
  },
  {
    needs: /\d(?:st|nd|rd|th)\b/,
    pattern: new RegExp(`\\b(?<name>${NAMES}) (?<n>\\d{1,2})(?:st|nd|rd|th)(?: congressional)?(?: district)?\\b`, "g"),
    read: ({ name, n }) => district(stateCodes.get((name ?? "").replace(" ", "")), n),
  },
  {
    needs: /\d ?[ap]m\b/,
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
    needs: /after|post|following/,
    pattern: new RegExp(`\\b(?<n>${COUNTS})[- ](?<unit>${UNITS})s? (?:after|post|following)\\b`, "g"),
    read: ({ n, unit }) => ({ facets: [`after:${toCount(n)} ${unit}`], words: "after" }),
  },
  {
    needs: /\b[rd][- ]/,
    pattern: /\b(?<party>[rd])[- ](?=(?:state )?(?:house|senate|president|governor)\b)/g,
    read: ({ party }) => ({ facets: [], words: party === "r" ? "republican" : "democratic" }),
  },
  {
    needs: / by /,
    pattern:
      /\bw(?:in|ins|on)\b(?<rest>[^?;]{0,60}?) by (?=(?:over|more|less|at|between|exactly|under) |\d{1,2}(?!\d|[/]))/g,
    read: ({ rest }) => ({ facets: ["bet:margin"], words: `win ${rest} ` }),
  },
  {
    needs: /how |at any/,
    pattern: /\bhow (?<way>high|low)\b|\bat any (?:time|point)\b/g,
    read: ({ way }) => ({ facets: ["mode:touch"], words: way ?? "" }),
  },
  { needs: /runner/, pattern: /\brunners?[- ]up\b/g, read: () => ({ facets: ["rank:2"], words: "" }) },
  { needs: /podium/, pattern: /\bpodium\b/g, read: () => ({ facets: ["rank:top 3"], words: "" }) },
  {
    needs: /senate|governor|gubernatorial|house|attorney|democratic|republican/,
    pattern: new RegExp(
      `\\b(?<code>${BARE_CODES}) (?=(?:us )?(?:senate|governor|gubernatorial|house|attorney|democratic|republican)\\b)`,
      "g",
    ),
    read: ({ code }) => ({ facets: [], words: stateNames.get(code ?? "") ?? "" }),
  },
  {
    needs: /york|angeles|chicago/,
    pattern: /\b(?<city>new york|los angeles|chicago) (?<letter>[a-z])\b/g,
    read: ({ city, letter }) => ({ facets: [`club:${letter}`], words: city ?? "" }),
  },
  { needs: /seats/, pattern: /\bseats\b/g, read: () => ({ facets: ["bet:seats"], words: "seat" }) },
  {
    needs: /election/,
    pattern:
      /\b(?<office>prime minister|chancellor|premier|president)(?<rest>[^?;]*?) after (?:the )?(?<year>20\d\d )?(?:\w+ )?elections?\b/g,
    read: ({ office, rest, year }) => ({ facets: [], words: `next ${office}${rest} ${year ?? ""}` }),
  },
  ...NAMES_WITH_NUMBERS.map(
    ([name, words]): Structure => ({
      needs: NAMED,
      pattern: new RegExp(`\\b(?:${name})\\b`, "g"),
      read: () => ({ facets: [], words }),
    }),
  ),
  { needs: /1/, pattern: /#1\b|\bno\. ?1\b/g, read: () => ({ facets: [], words: "numberone" }) },
  {
    needs: /illion/,
    pattern: /\ban? (?<scale>million|billion|trillion)\b/g,
    read: ({ scale }) => ({ facets: [], words: `1 ${scale}` }),
  },
  { needs: /top/, pattern: /\btop[- ]?(?<n>\d{1,3})\b/g, read: ({ n }) => ({ facets: [`rank:top ${n}`], words: "" }) },
  {
    needs: new RegExp(`\\d(?:st|nd|rd|th)\\b|${ORDINALS.slice(1).join("|")}`),
    pattern: new RegExp(`\\b${ORDINAL}\\b(?! (?:century|amendment|avenue|street))`, "g"),
    read: ({ o }) => {
      const rank = toOrdinal(o);
      return rank < 20 ? { facets: [`rank:${rank}`], words: "" } : { facets: [`edition:${rank}`], words: "" };
    },
  },
  {
    needs: /first|1st/,
    pattern: /\b(?:first|1st) (?<part>round|half|quarter|inning|set|map|period)\b(?! of 20\d\d)/g,
    read: ({ part }) => ({ facets: [`rank:1 ${part}`], words: `${part}` }),
  },
  { needs: /first|1st/, pattern: /\b(?:1st(?: place)?|first place)\b/g, read: () => ({ facets: [], words: "win" }) },
  {
    needs: /map|game|set|round|quarter|group|inning|race/,
    pattern:
      /\b(?<part>map|game|set|round|quarter|group|inning|race) (?<n>\d{1,2}|[a-l])\b(?! (?:or|to|goals?|seats?))/g,
    read: ({ part, n }) => ({ facets: [`part:${part} ${n}`], words: `${part}` }),
  },
];

/** Postal codes are words too ("in 10 days"), so a bare one needs company. */
function isDistrict(gap: string | undefined, n: string | undefined, { before, after }: Place): boolean {
  if (gap === "-") return true;
  if (n?.length === 2 && n.startsWith("0")) return true;
  if (/^\s*(?:house|seat|district|primary|congressional|democrat|republican|nominee|gop)/.test(after)) return true;
  return /(?:for|the|win|wins)\s$/.test(before) && /^\s*\??$/.test(after);
}

function district(code: string | undefined, n: string | undefined): Found | undefined {
  if (code === undefined || n === undefined) return undefined;
  const number = n === "al" ? "al" : String(Number(n));
  return { facets: [`district:${code}-${number}`, "office:house"], words: `${code}${number}` };
}

const toCount = (n: string | undefined): number => ({ one: 1, two: 2, three: 3 })[n ?? ""] ?? Number(n);

const toOrdinal = (text: string | undefined): number => {
  const index = ORDINALS.indexOf(text ?? "");
  return index >= 0 ? index + 1 : Number.parseInt(text ?? "", 10);
};
