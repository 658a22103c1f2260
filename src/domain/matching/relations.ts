/**
 * What the answer to one question says about another that differs in date or figure only. `subset`: yes on the first
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

/** The relation as a sentence for people, about the first market of the pair and the second. */
export const toSentence = (relation: ImpliedRelation): string => SENTENCES[relation];

const SENTENCES: Readonly<Record<ImpliedRelation, string>> = {
  subset: "yes on the first means yes on the second",
  superset: "yes on the second means yes on the first",
  disjoint: "at most one of the two can be yes",
  complement: "exactly one of the two is yes",
};

/** What prices of yes a relation allows: `there` is the market with the relation to the one `here`. */
export const implies = (relation: ImpliedRelation) => INEQUALITIES[relation];

const INEQUALITIES = {
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
