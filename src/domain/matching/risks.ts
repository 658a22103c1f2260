import type { SettlementSource } from "../markets.ts";
import { getPlatform } from "../platforms.ts";
import { toSentences } from "../propositions/condition.ts";

// What rules say of an event that does not take place as planned. Platforms settle such a market in different ways, which
// makes no other question of it, but a loss for who holds both sides.

const CASE_KINDS = ["cancelled", "postponed", "tied", "shortened"] as const;
type CaseKind = (typeof CASE_KINDS)[number];

/** Cases, and that other sources decide. */
export const RISK_KINDS = [...CASE_KINDS, "source"] as const;
type RiskKind = (typeof RISK_KINDS)[number];

/** What happens to a market in such a case. */
interface Fate {
  readonly outcome: string;
  /** The sentence that says so. */
  readonly text: string;
}

/** A case that two markets settle differently. */
interface RiskDifference {
  readonly kind: CaseKind;
  /** What each market does, in the order given; undefined where its rules do not say. */
  readonly fates: readonly (Fate | undefined)[];
}

/** The cases that not all of these rules settle alike. Rules that say nothing of a case leave it at no. */
export function findRiskDifferences(descriptions: readonly (string | null)[]): RiskDifference[] {
  const read = descriptions.map((text) => readFates(text ?? ""));
  return CASE_KINDS.flatMap((kind) => {
    const fates = read.map((one) => one.get(kind));
    return new Set(fates.map((fate) => toPlain(fate?.outcome))).size > 1 ? [{ kind, fates }] : [];
  });
}

/** A case that the markets of a question settle differently, as people read it: in short, then in their own sentences. */
export interface Risk {
  readonly kind: RiskKind;
  readonly texts: readonly string[];
}

interface RuledMarket {
  readonly platform: string;
  /** Null where there are none. */
  readonly rules: string | null;
  /** Undefined where its platform names none. */
  readonly source: SettlementSource | undefined;
}

/** The risks of holding markets of one question together. */
export function listRisks(markets: readonly RuledMarket[]): Risk[] {
  const names = markets.map(({ platform }) => getPlatform(platform).name);
  const cases = findRiskDifferences(markets.map(({ rules }) => rules)).map((risk) => ({
    kind: risk.kind,
    texts: [
      toRiskText(risk, names).replace(/^i/, "I"),
      ...risk.fates.flatMap((fate, at) => (fate === undefined ? [] : [`${names[at]}: “${fate.text}”`])),
    ],
  }));
  const sources = markets.flatMap(({ source }, at) =>
    source !== undefined && wordsOf(source).length > 0 ? [{ source, platform: names[at] }] : [],
  );
  const differ = sources.some((one) => sources.some((other) => !isSameSource(one.source, other.source)));
  if (!differ) return cases;
  const named = sources.map(({ source, platform }) => `by ${source.name ?? hostOf(source)} on ${platform}`);
  return [...cases, { kind: "source", texts: [`Settled ${named.join(", ")}`] }];
}

/** Whether names or addresses share a word: "ESPN" and https://www.espn.com, "Bureau of Labor Statistics" and bls.gov. */
function isSameSource(one: SettlementSource, other: SettlementSource): boolean {
  const [ours, theirs] = [wordsOf(one), wordsOf(other)];
  return ours.some((word) => theirs.some((said) => word.startsWith(said) || said.startsWith(word)));
}

function wordsOf(source: SettlementSource): string[] {
  const words = (source.name ?? "").match(/[\p{L}\p{N}]+/gu) ?? [];
  const initials = words.flatMap((word) => /^\p{Lu}/u.exec(word) ?? []).join("");
  const said = [...words, ...hostOf(source).split("."), ...(initials.length > 1 ? [initials] : [])];
  return said.map((word) => word.toLowerCase()).filter((word) => word.length > 1 && !UNTOLD.has(word));
}

/** They tell no source from another. */
const UNTOLD: ReadonlySet<string> = new Set(
  "www com org net gov co uk io the of and for by from to in on or official website site page data news".split(" "),
);

const hostOf = ({ url }: SettlementSource): string => (url === null ? "" : (URL.parse(url)?.hostname ?? ""));

/** "if cancelled: last price on Kalshi, No on Polymarket". */
export const toRiskText = (
  { kind, fates }: RiskDifference,
  names: readonly string[] = ["the first", "the second"],
): string => `if ${kind}: ${fates.map((fate, at) => `${fate?.outcome ?? "not said"} on ${names[at]}`).join(", ")}`;

const NO = "No";
const WAITS = "waits for the new date";
const ONE_WINS = "a tie-break";
/** To wait for a new date, or to have one winner, is what rules mean that say nothing of it. */
const toPlain = (outcome = NO): string => (outcome === WAITS || outcome === ONE_WINS ? NO : outcome);

function readFates(text: string): ReadonlyMap<CaseKind, Fate> {
  const fates = new Map<CaseKind, Fate>();
  for (const { text: sentence } of toSentences(text)) {
    const outcome = OUTCOMES.find(([, pattern]) => pattern.test(sentence))?.[0];
    if (outcome === undefined) continue;
    for (const kind of CASE_KINDS)
      if (!fates.has(kind) && CASES[kind].test(sentence)) fates.set(kind, { outcome, text: sentence.trim() });
  }
  return fates;
}

/** Only what stands in a clause with "if" or "in case" is a case, and no part of what yes takes. */
const inCase = (words: string): RegExp =>
  new RegExp(`\\b(?:if|in case|in the event|should|when)\\b[^.]*\\b(?:${words})\\b`, "i");

const CASES: Readonly<Record<CaseKind, RegExp>> = {
  cancelled:
    /\b(?:if|in case|in the event|should|when|unless)\b[^.]*\b(?:cancel+(?:ed|ation)|called off|abandoned|voided|annulled|not (?:be )?(?:held|played|completed)|(?:does|do) not (?:take place|occur|happen))|\bcancel+ed\b[^.]*\bresolve/i,
  postponed: inCase("postpone(?:d|ment)|rescheduled|delayed|suspended"),
  tied: inCase(
    "ties?|tied|draws?|drawn|dead heat|shared (?:win|prize|award)|co-(?:winners|champions)|multiple winners",
  ),
  shortened: inCase("shortened|mercy rule|run rule|called early|fewer than \\d+ innings"),
};

/** The first that a sentence names. */
const OUTCOMES: readonly (readonly [string, RegExp])[] = [
  ["50-50", /\b50 ?[-–/] ?50\b|\b50 ?(?:%|percent|¢|cents)|\$0?\.50\b|\bequally\b/i],
  ["split", /\bdivided by the number\b|\bsplit among\b/i],
  ["last price", /\blast (?:traded |trading |market )*price/i],
  ["fair price", /\bfair (?:market )?(?:price|value)/i],
  ["refund", /\brefund|\bN\/A\b|\bvoid|\bresolves? (?:to )?cancel|\bmoney (?:is )?returned/i],
  ["Other", /["“'‘]Other["”'’]|\b(?:to|as) Other\b/],
  [
    WAITS,
    /\bremains? open\b|\buntil (?:it|the|a)\b[^.]*\b(?:played|completed|held|concluded|rescheduled)|\bnew date\b|\bstill be used\b/i,
  ],
  [NO, /\b(?:resolves?|settles?)\b[^.]{0,30}\bno\b/i],
  [ONE_WINS, /\bin favou?r of\b|\btie-?break/i],
];
