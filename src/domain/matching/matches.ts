/** Increase it with every change of rules, vocabulary or reasons: all markets are then read and compared again. */
export const RULES_VERSION = 54;

export const MIN_MATCH_SCORE = 0.6;

/** Only a match that the rules of both sides prove scores this or more; it alone is of high confidence. */
export const MIN_PROVEN_SCORE = 0.9;

/** Any other match has this score at most. */
export const MAX_UNPROVEN_SCORE = 0.89;

/** What two propositions say about each other. */
export interface PairComparison {
  /** 0..1; a veto does not lower it. */
  readonly score: number;
  readonly relation: "same" | "inverted";
  /** The name of the veto that forbids the pair, if any. */
  readonly veto: string | undefined;
  /** Whether deadline and predicate were read on both sides and are equal, or both ask for one game. */
  readonly isProven: boolean;
  /** Whether the rules of both decided, or a judge that read them. */
  readonly byRules: boolean;
  readonly explain: () => readonly string[];
}

/**
 * What the answer to one proposition says about another that differs in date or figure only. `subset`: yes on the first
 * means yes on the second. `superset`: the same the other way round. `disjoint`: at most one is yes. `complement`:
 * exactly one is yes.
 */
export const IMPLIED_RELATIONS = ["subset", "superset", "disjoint", "complement"] as const;
export type ImpliedRelation = (typeof IMPLIED_RELATIONS)[number];

export const isImplied = (relation: string): relation is ImpliedRelation =>
  IMPLIED_RELATIONS.some((one) => one === relation);

/** The relation of `b` to `a`, given that of `a` to `b`; any other than subset and superset stays as it is. */
export const mirror = <R extends string>(relation: R): R | "subset" | "superset" =>
  relation === "subset" ? "superset" : relation === "superset" ? "subset" : relation;

/** Relations as sentences for people, about the first market of the pair and the second. */
export const RELATION_SENTENCES: Readonly<Record<ImpliedRelation, string>> = {
  subset: "yes on the first means yes on the second",
  superset: "yes on the second means yes on the first",
  disjoint: "at most one of the two can be yes",
  complement: "exactly one of the two is yes",
};

/** How relations bound two prices of yes. With subset, `there` is the subset of `here`. */
export const PRICE_RULES = {
  subset: { inequality: "p(there) <= p(here)", text: "Yes there means yes here, so yes should not cost more there." },
  superset: { inequality: "p(there) >= p(here)", text: "Yes here means yes there, so yes should not cost less there." },
  disjoint: {
    inequality: "p(there) + p(here) <= 1",
    text: "At most one is yes, so both prices of yes should not add up to more than 100%.",
  },
  complement: {
    inequality: "p(there) + p(here) = 1",
    text: "Exactly one is yes, so both prices of yes should add up to 100%.",
  },
} as const;

export interface GroupedMarket {
  readonly marketKey: number;
  readonly platform: string;
  readonly eventKey: number;
}

export interface GroupLink {
  readonly a: number;
  readonly b: number;
  readonly relation: string;
}

export interface Membership {
  readonly marketKey: number;
  /** The smallest market key of the group. */
  readonly groupKey: number;
  /** Whether its yes is the no of the market that `groupKey` names. */
  readonly isInverted: boolean;
}

interface DraftMember extends GroupedMarket {
  /** Whether its yes is the no of the first member. */
  readonly isInverted: boolean;
}

/**
 * Joins markets along their links, in the order given. A group has one market of a platform, or two of one event that ask
 * the opposite of each other, as the two sides of a game.
 */
export function toGroups(markets: readonly GroupedMarket[], links: readonly GroupLink[]): Membership[] {
  const groups = new Map<number, readonly DraftMember[]>(
    markets.map((market) => [market.marketKey, [{ ...market, isInverted: false }]]),
  );
  for (const { a, b, relation } of links) {
    const [one, other] = [groups.get(a), groups.get(b)];
    if (one === undefined || other === undefined || one === other) continue;
    const isTurned = (isInvertedIn(one, a) !== isInvertedIn(other, b)) !== (relation === "inverted");
    const added = other.map((member) => ({ ...member, isInverted: member.isInverted !== isTurned }));
    if (added.some((member) => one.some((known) => !mayBeTogether(known, member)))) continue;
    const joined = [...one, ...added];
    for (const { marketKey } of joined) groups.set(marketKey, joined);
  }
  return [...new Set(groups.values())].filter((members) => members.length > 1).flatMap(toMemberships);
}

const isInvertedIn = (members: readonly DraftMember[], marketKey: number): boolean =>
  members.some((member) => member.marketKey === marketKey && member.isInverted);

const mayBeTogether = (one: DraftMember, other: DraftMember): boolean =>
  one.platform !== other.platform || (one.eventKey === other.eventKey && one.isInverted !== other.isInverted);

function toMemberships(members: readonly DraftMember[]): Membership[] {
  const groupKey = Math.min(...members.map(({ marketKey }) => marketKey));
  const isKeyInverted = isInvertedIn(members, groupKey);
  return members.map(({ marketKey, isInverted }) => ({
    marketKey,
    groupKey,
    isInverted: isInverted !== isKeyInverted,
  }));
}
