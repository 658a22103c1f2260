import { type Bin, CRITERIA, type Criterion, WEIGHTS, type Weight } from "../domain/accuracy.ts";
import { ceilUnits } from "../domain/prices.ts";
import { checkReach, listFilters, minVolume, toCategories, topFilters } from "../http/filters.ts";
import * as p from "../http/parameters.ts";
import { endpoint } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { listTable, rowKind, tableOf } from "../http/table.ts";
import { categorySchema, link, marketIdSchema, metaOf, platformSchema, relationSchema } from "../http/value-schemas.ts";
import type {
  Disagreement,
  HorizonScore,
  JudgedQuery,
  MatchedResult,
  NamedScore,
  PlatformScore,
} from "../store/accuracy.ts";
import type { Store } from "../store/open.ts";
import type { Question } from "../store/questions/question.ts";
import { checkWindow } from "./history.ts";
import { outcome } from "./markets.ts";
import { questionId } from "./question-id.ts";

const figure = (description: string, example: number): s.Schema<number, number> =>
  s.publishedBy(s.number(description, example), rounded);

const share = (description: string, example: number): s.Schema<number, number> =>
  s.publishedBy(s.number(description, example, { minimum: 0, maximum: 1 }), rounded);

const difference = (description: string, example: number): s.Schema<number, number> =>
  s.publishedBy(s.number(description, example, { minimum: -1, maximum: 1 }), rounded);

/** Without the last digits, which depend on the order of a sum. */
const rounded = (value: number): number => Math.round(value * 1e10) / 1e10;

const binSchema = s.noun<Bin>("CalibrationBin")({
  from: share("The lowest price in it.", 0.6),
  to: share("Where the next one begins.", 0.65),
  n: s.integer("How many markets.", 412),
  mean_price: share("The mean of their prices.", 0.624),
  yes_share: share("The share of them that resolved yes.", 0.611),
  low: share("The lower end of the share's Wilson interval for 95 %.", 0.563),
  high: share("Its upper end.", 0.657),
});

const calibrationSchema = s.noun<{ readonly bins: readonly Bin[] }>("Calibration")({
  bins: s.arrayOf(binSchema, "By price, the lowest first; those without markets are left out."),
});

const n = s.integer("How many markets resolved yes or no and had such a price.", 8_204);
const scoreFields = {
  brier: share("The mean squared difference of price and outcome: 0 is best, .25 is what .5 always gets.", 0.118),
  brier_low: s.nullable(
    share("The lower end of its interval for 95 %, by event; null for fewer than two events.", 0.112),
  ),
  brier_high: s.nullable(share("Its upper end.", 0.124)),
  log_score: figure("The mean of -ln of the price of what happened, each price taken as .001 to .999.", 0.372),
  skill: s.nullable(figure("What it gains on always saying the share of yes; null where all resolved alike.", 0.51)),
  reliability: share("How far shares are from prices, squared, over bins: less is better.", 0.003),
  resolution: share("How far bins are apart, squared: more is better.", 0.126),
  uncertainty: share("What always saying the share of yes scores.", 0.241),
};

const scoreSchema = s.noun<PlatformScore>("PlatformAccuracy")(
  {
    platform: platformSchema,
    n,
    coverage: share("The share of its markets that resolved yes or no whose price is known then.", 0.87),
    ...scoreFields,
    relative_brier: s.nullable(
      difference(
        "On questions that several platforms priced on the same day: the mean of its score less that of all; below 0 is better than the others.",
        -0.004,
      ),
    ),
    relative_n: s.integer("On how many questions.", 312),
  },
  { platform: "name" },
);

const horizonSchema = s.noun<HorizonScore>("HorizonAccuracy")(
  { platform: platformSchema, criterion: s.string("How long before the end.", "7d"), n, ...scoreFields },
  { platform: "name" },
);

const categoryScoreSchema = s.noun<NamedScore>("CategoryAccuracy")(
  { category: categorySchema, n, ...scoreFields },
  { category: "name" },
);

interface Accuracy {
  readonly platforms: readonly PlatformScore[];
  readonly horizons: readonly HorizonScore[];
  readonly categories: readonly NamedScore[];
}

const accuracySchema = s.noun<Accuracy>("Accuracy")({
  platforms: s.arrayOf(scoreSchema, "The lowest Brier score first; platforms without such prices are left out."),
  horizons: s.arrayOf(horizonSchema, "The same at each time before the end, whatever criterion is asked for."),
  categories: s.arrayOf(categoryScoreSchema, "All platforms together, by category; the most markets first."),
});

const resultSchema = s.noun<MatchedResult>("MatchedResult")(
  {
    platform: platformSchema,
    id: marketIdSchema,
    title: s.string("The market's own title.", "Fed decision in October? Cut 25 bps"),
    relation: relationSchema,
    outcome: s.about(outcome, "How it resolved there.", "yes"),
    url: link("The market on its platform.", "https://kalshi.com/markets/kxfed"),
  },
  { relation: ({ isInverted }) => isInverted === 1 },
);

const disagreementSchema = s.noun<Disagreement>("Disagreement")({
  question_id: questionId,
  markets: s.arrayOf(resultSchema, "Its resolved markets."),
});

/** What every answer says of its rules. */
export const RULES =
  "A market ends at its close, or when it resolves before that; prices are those in force then. After an early outcome, " +
  "times are counted back from it. A market that was not open yet, or whose price then is not known, has no price then: " +
  "coverage says how many have one. Void markets do not count. Split ones are in no bin and no score, and are counted " +
  "apart. Play money counts like real money; platform chooses.";

const judgedMeta = (name: string) =>
  metaOf(name, {
    rules: s.string("How markets are judged.", RULES),
    split: s.integer("Split markets with such a price, in no bin and no score.", 3),
  });

export const judgedFilters = (platforms: readonly string[]) => {
  const { platform, category } = listFilters(platforms);
  return {
    platform,
    category,
    criterion: p.withDefault(
      p.choice({
        description:
          "Which price is judged: that at 25, 50 or 75 % of the market's life, the mean over it, the last one, or that so long before its end.",
        values: CRITERIA,
      }),
      "1d",
    ),
    weight: p.withDefault(
      p.choice({
        description:
          "What a market counts for: all alike, its lifetime volume, or how long it was open. Markets without " +
          "volume, or of unknown age, then count for nothing.",
        values: WEIGHTS,
      }),
      "none",
    ),
    min_volume: minVolume,
    ...endFilters,
  };
};

const endFilters = {
  from: p.optional(p.timestamp({ description: "Only markets that ended then or later.", example: "2026-01-01" })),
  to: p.optional(p.timestamp({ description: "Only markets that ended before that.", example: "2026-07-01" })),
};

export const accuracyRoutes = (platforms: readonly string[]) => [
  calibrationRoute(platforms),
  accuracyRoute(platforms),
  disagreementRoute(platforms),
];

const calibrationRoute = (platforms: readonly string[]) =>
  endpoint({
    path: "/api/v1/analytics/calibration",
    summary: "How often markets at a price resolved yes",
    description: `Of markets at 70 %, 70 of 100 should resolve yes. ${RULES}`,
    operationId: "getCalibration",
    tag: "analytics",
    tier: "pro",
    cache: "data",
    parameters: judgedFilters(platforms),
    check: checkWindow,
    response: calibrationSchema,
    meta: judgedMeta("CalibrationMeta"),
    table: tableOf("calibration", rowKind(binSchema), (data: s.ValueOf<typeof calibrationSchema>) => data.bins),
    async handler({ store }, input) {
      const { bins, split } = await store.accuracy.calibrate(toJudgedQuery(platforms, input));
      return { data: { bins }, meta: { rules: RULES, split } };
    },
  });

const accuracyRoute = (platforms: readonly string[]) =>
  endpoint({
    path: "/api/v1/analytics/accuracy",
    summary: "How right the prices of each platform were",
    description: `Platforms have different questions: only relative_brier compares them on the same ones. The interval of a Brier score counts markets of one event as one witness. ${RULES}`,
    operationId: "getAccuracy",
    tag: "analytics",
    tier: "pro",
    cache: "data",
    parameters: judgedFilters(platforms),
    check: checkWindow,
    response: accuracySchema,
    meta: judgedMeta("AccuracyMeta"),
    table: tableOf("accuracy", rowKind(scoreSchema), (data: s.ValueOf<typeof accuracySchema>) => data.platforms),
    async handler({ store }, input) {
      const { split, ...found } = await store.accuracy.score(toJudgedQuery(platforms, input));
      return { data: found, meta: { rules: RULES, split } };
    },
  });

const disagreementRoute = (platforms: readonly string[]) =>
  endpoint({
    path: "/api/v1/analytics/disagreements",
    summary: "Questions whose markets resolved differently",
    description:
      "A wrong match, or platforms that read the same event in two ways: the rules of both decide which. The latest first.",
    operationId: "listDisagreements",
    tag: "analytics",
    tier: "pro",
    cache: "data",
    parameters: { ...topFilters(platforms), ...endFilters },
    check: (input) => [...checkReach(input), ...checkWindow(input)],
    response: s.arrayOf(disagreementSchema),
    meta: metaOf("DisagreementMeta", {
      compared: s.integer("Questions that resolved yes or no on two platforms or more.", 1_204),
      disagreed: s.integer("Those of them that resolved differently.", 6),
    }),
    table: listTable("disagreements", disagreementSchema, { each: { field: "markets", prefix: "market" } }),
    async handler({ store }, { page_size, limit = page_size, page, ...input }) {
      const query = {
        platforms: input.platform ?? platforms,
        ...input,
        categories: toCategories(input.category),
      };
      const { disagreements, ...counts } = await store.accuracy.listDisagreements(query, { limit, page });
      return { data: disagreements, meta: counts };
    },
  });

type JudgedInput = p.Input<ReturnType<typeof judgedFilters>>;

export const toJudgedQuery = (platforms: readonly string[], input: JudgedInput): JudgedQuery => ({
  platforms: input.platform ?? platforms,
  rivals: platforms,
  categories: toCategories(input.category),
  criterion: input.criterion as Criterion,
  weight: input.weight as Weight,
  minVolume: ceilUnits(input.min_volume, 100),
  from: input.from,
  to: input.to,
});

/** How right the platforms of a question were on markets of its category, by their prices a day before the end. */
export async function readRecord(
  { accuracy }: Pick<Store, "accuracy">,
  { category, members }: Question,
  platforms: readonly string[],
): Promise<readonly NamedScore[]> {
  const own = members.map(({ platform }) => platform);
  return (await accuracy.scoreCategory({ category, platforms })).filter(({ name }) => own.includes(name));
}
