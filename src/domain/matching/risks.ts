import { getPlatform } from "../platforms.ts";
import { toSentences } from "../propositions/condition.ts";

// What rules say of an event that does not take place as planned. Platforms settle such a market in different ways, which
// makes no other question of it, but a loss for who holds both sides.

export const RISK_KINDS = ["cancelled", "postponed", "tied", "shortened"] as const;
export type RiskKind = (typeof RISK_KINDS)[number];

/** What happens to a market in such a case. */
interface Fate {
  readonly outcome: string;
  /** The sentence that says so. */
  readonly text: string;
}

type Fates = ReadonlyMap<RiskKind, Fate>;

/** A case that two markets settle differently. */
export interface RiskDifference {
  readonly kind: RiskKind;
  /** What each market does, in the order given; undefined where its rules do not say. */
  readonly fates: readonly (Fate | undefined)[];
}

/** The cases that not all of these rules settle alike. Rules that say nothing of a case leave it at no. */
export function findRiskDifferences(descriptions: readonly (string | null)[]): RiskDifference[] {
  const read = descriptions.map((text) => (text === null ? NO_FATES : readFates(text)));
  return RISK_KINDS.flatMap((kind) => {
    const fates = read.map((one) => one.get(kind));
    const outcomes = new Set(fates.map((fate) => fate?.outcome ?? NO).map((outcome) => PLAIN.get(outcome) ?? outcome));
    return outcomes.size > 1 ? [{ kind, fates }] : [];
  });
}

/** A case that the markets of a question settle differently, as people read it: in short, then in their own sentences. */
export interface Risk {
  readonly kind: RiskKind;
  readonly texts: readonly string[];
}

/** The risks of holding markets of one question together; `rules` is null where there are none. */
export function listRisks(markets: readonly { readonly platform: string; readonly rules: string | null }[]): Risk[] {
  const names = markets.map(({ platform }) => getPlatform(platform).name);
  return findRiskDifferences(markets.map(({ rules }) => rules)).map((risk) => ({
    kind: risk.kind,
    texts: [
      toRiskText(risk, names).replace(/^i/, "I"),
      ...risk.fates.flatMap((fate, at) => (fate === undefined ? [] : [`${names[at]}: “${fate.text}”`])),
    ],
  }));
}

/** "if cancelled: last price on Kalshi, No on Polymarket". */
export const toRiskText = ({ kind, fates }: RiskDifference, names: readonly string[]): string =>
  `if ${kind}: ${fates.map((fate, at) => `${fate?.outcome ?? "not said"} on ${names[at]}`).join(", ")}`;

const NO = "No";
const WAITS = "waits for the new date";
/** To wait for a new date is what rules mean that say nothing of it. */
const PLAIN: ReadonlyMap<string, string> = new Map([[WAITS, NO]]);
const NO_FATES: Fates = new Map();

function readFates(text: string): Fates {
  const fates = new Map<RiskKind, Fate>();
  for (const { text: sentence } of toSentences(text)) {
    const outcome = OUTCOMES.find(([, pattern]) => pattern.test(sentence))?.[0];
    if (outcome === undefined) continue;
    for (const [kind, pattern] of CASES)
      if (!fates.has(kind) && pattern.test(sentence)) fates.set(kind, { outcome, text: sentence.trim() });
  }
  return fates;
}

/** Only what stands in a clause with "if" or "in case" is a case, and no part of what yes takes. */
const CASES: readonly (readonly [RiskKind, RegExp])[] = [
  [
    "cancelled",
    /\b(?:if|in case|in the event|should|when|unless)\b[^.]*\b(?:cancel+(?:ed|ation)|called off|abandoned|voided|annulled|not (?:be )?(?:held|played|completed)|(?:does|do) not (?:take place|occur|happen))|\bcancel+ed\b[^.]*\bresolve/i,
  ],
  [
    "postponed",
    /\b(?:if|in case|in the event|should|when)\b[^.]*\b(?:postpone(?:d|ment)|rescheduled|delayed|suspended)\b/i,
  ],
  [
    "tied",
    /\b(?:if|in case|in the event|should|when)\b[^.]*\b(?:ties?|tied|draws?|drawn|dead heat|shared (?:win|prize|award)|co-(?:winners|champions)|multiple winners)\b/i,
  ],
  [
    "shortened",
    /\b(?:if|in case|in the event|should|when)\b[^.]*\b(?:shortened|mercy rule|run rule|called early|fewer than \d+ innings)\b/i,
  ],
];

/** The first that a sentence names. */
const OUTCOMES: readonly (readonly [string, RegExp])[] = [
  ["50-50", /\b50 ?[-–/] ?50\b|\b50 ?(?:%|percent|¢|cents)|\$0?\.50\b|\bequally\b/i],
  ["last price", /\blast (?:traded |trading |market )*price/i],
  ["fair price", /\bfair (?:market )?(?:price|value)/i],
  ["refund", /\brefund|\bN\/A\b|\bvoid|\bresolves? (?:to )?cancel|\bmoney (?:is )?returned/i],
  ["Other", /["“'‘]Other["”'’]|\b(?:to|as) Other\b/],
  [
    WAITS,
    /\bremains? open\b|\buntil (?:it|the|a)\b[^.]*\b(?:played|completed|held|concluded|rescheduled)|\bnew date\b|\bstill be used\b/i,
  ],
  [NO, /\b(?:resolves?|settles?)\b[^.]{0,30}\bno\b/i],
];
