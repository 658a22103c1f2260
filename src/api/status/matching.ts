import { toIsoOrNull } from "../../clock.ts";
import type { AuditedBand, MatchAudit } from "../../domain/match-audit.ts";
import { arrayOf, dateTime, integer, named, nullable, number, object, string } from "../../http/schema.ts";

const share = (description: string, example: number) =>
  nullable(number({ description, minimum: 0, maximum: 1, example }));

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
    pairs: integer({ description: "Matches with such a score.", example: 120 }),
    agreeing: integer({ description: "Those that the operator confirmed, or that resolved alike.", example: 106 }),
    mean_score: share("Their mean score; null without pairs.", 0.86),
    precision: share("The share that is right; null while there are too few pairs.", 0.883),
    precision_low: share("Lower end of its 95% interval.", 0.814),
    precision_high: share("Upper end.", 0.929),
  }),
);

export const matchAuditSchema = named(
  "MatchAudit",
  object({
    decided: arrayOf(bandSchema, {
      description: "Matches that the operator confirmed or rejected, by the score they had then. The last row is all.",
    }),
    resolved: arrayOf(bandSchema, {
      description:
        "Matches whose markets both resolved yes or no lately. Precision is what they resolve alike beyond chance. The last row is all.",
    }),
    counted_at: nullable(dateTime("When the resolved ones were counted; null before that.")),
    missed: integer({ description: "Pairs that the operator confirmed although they were no match.", example: 3 }),
    sentences: arrayOf(string({}), {
      description: "What the figures mean, as the status page says it.",
      example: ["By hand: the operator confirmed 106 of 120 matches that were decided, 88% right."],
    }),
  }),
);

/** The audit as the API and `toteboard match --report --json` give it. */
export const toMatchAudit = ({ decided, resolved, countedAt, missed, sentences }: MatchAudit) => ({
  decided: decided.map(toBand),
  resolved: resolved.map(toBand),
  counted_at: toIsoOrNull(countedAt),
  missed,
  sentences,
});

const toBand = ({ from, to, pairs, agreeing, meanScore, precision }: AuditedBand) => ({
  from,
  to,
  pairs,
  agreeing,
  mean_score: rounded(meanScore),
  precision: rounded(precision?.share),
  precision_low: rounded(precision?.low),
  precision_high: rounded(precision?.high),
});

const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value.toFixed(4));
