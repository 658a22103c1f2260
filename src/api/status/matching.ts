import { arrayOf, integer, named, number, object } from "../../http/schema.ts";

export const bandSchema = named(
  "MatchBand",
  object({
    from: number({
      description: "Match scores from here. A score is the probability that both ask the same question.",
      minimum: 0,
      maximum: 1,
      example: 0.8,
    }),
    to: number({ description: "To below here; 1 is included.", minimum: 0, maximum: 1, example: 0.9 }),
    right: integer({ description: "Matches that the operator confirmed.", example: 106 }),
    wrong: integer({
      description: "Matches that the operator rejected, or confirmed with the other relation.",
      example: 14,
    }),
    undecided: integer({ description: "Matches that the operator has not decided.", example: 820 }),
  }),
);

export const matchAuditSchema = named(
  "MatchAudit",
  object({
    bands: arrayOf(bandSchema, {
      description: "Matches by their score; decided ones by the score they had then. The last row is all.",
    }),
    missed: integer({ description: "Pairs that the operator confirmed although they were no match.", example: 3 }),
  }),
);
