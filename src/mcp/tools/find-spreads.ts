import { checkSpreadType, listOpportunities, opportunitySchema } from "../../api/arbitrage.ts";
import { CONFIDENCES, DEFAULT_LISTING, TYPE_FILTERS } from "../../domain/arbitrage.ts";
import { toSummary } from "../../domain/orders.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { fromMicros } from "../../domain/prices.ts";
import { AppError } from "../../errors.ts";
import { choice, decimal, flag, withDefault } from "../../http/parameters.ts";
import { refOf, shownNames, shownPublisher } from "../../http/shown.ts";
import type { Opportunity } from "../../store/spreads/arbitrage.ts";
import { findQuestionId, reference } from "../references.ts";
import { describeMore, pagedOutput, pageOf, platformFilter, tool } from "../tool.ts";
import { centsText, closeText, counted, describeAges, toListAnswer } from "../words.ts";

export const findSpreads = (platforms: readonly string[]) =>
  tool({
    name: "find_spreads",
    description:
      "Arbitrage with real money: orders of which one pays 100¢; size: contracts offered. implied: one answer gives the other. Pro.",
    tier: "pro",
    needsMatches: true,
    parameters: {
      question: { ...reference("only of this question"), isRequired: false, fallback: undefined },
      platform: realMoneyFilter(platforms.filter(isRealMoney)),
      type: withDefault(choice({ description: "", values: TYPE_FILTERS }), DEFAULT_LISTING.type),
      min_confidence: withDefault(choice({ description: "", values: CONFIDENCES }), DEFAULT_LISTING.minConfidence),
      stake: withDefault(decimal({ description: "USD", min: 1, max: 1_000_000 }), 100),
      all: withDefault(flag({ description: "unprofitable too" }), false),
      ...pageOf(10, 3),
    },
    output: pagedOutput("spreads", shownNames(opportunitySchema, "list")),
    async run(context, input) {
      const { question, platform, page, limit, ...filters } = input;
      const [problem] = checkSpreadType({ type: input.type, question_id: question }, "question");
      if (problem !== undefined) throw new AppError("validation_error", `${problem.parameter}: ${problem.message}`);
      const questionId = question === undefined ? undefined : await findQuestionId(context, question);
      const { opportunities, total } = await listOpportunities(context, platforms, {
        ...filters,
        question_id: questionId,
        platform: platform === undefined ? [] : [platform],
        sort: DEFAULT_LISTING.sort,
        ...{ page, size: limit },
      });
      const more = describeMore({ page, limit, total }, "spreads");
      const now = context.clock.now();
      const ages = opportunities.map(({ asOf }) => ({ ageMs: now - asOf }));
      const age = describeAges(ages, now);
      return toListAnswer("spreads", { rows: opportunities, toRow }, { toLine, empty: NOTHING, more, age });
    },
  });

const realMoneyFilter = (platforms: readonly string[]) => ({
  ...platformFilter(platforms),
  expected: `a platform of real money: ${platforms.join(", ")}`,
});

const NOTHING = "No spread earns anything now. Try all=true, type=all or fewer filters.";

const toRow = shownPublisher(opportunitySchema, "list");

/** Books hold what is offered now; prices may be older. */
const sizeText = (size: number | null): string =>
  size === null ? "size unknown" : `${counted(size, "contract")} at these prices now`;

/** What get_question, get_event and get_market take. */
function refsText({ type, titled, questionId, orders }: Opportunity): string {
  if (type === "event") return `event ${refOf(titled)}`;
  return [
    ...(questionId === null ? [] : [`question ${questionId}`]),
    ...orders.map(({ market }) => refOf(market)),
  ].join(", ");
}

function toLine(found: Opportunity): string {
  const { titled, orders, deal, roiPercent, annualizedPercent } = found;
  const [stake, earned] = [deal.cost, deal.profit].map((micros) => `$${fromMicros(micros).toFixed(2)}`);
  const aYear = annualizedPercent === null ? "" : `, ${annualizedPercent}% a year`;
  return [
    `- ${titled.title}: ${toSummary(orders)}`,
    `costs ${centsText(found.cost)} with fees, pays ${centsText(found.payout)}, profit ${centsText(found.profit)}`,
    `${counted(deal.contracts, "contract")} each for ${stake} earn ${earned} (${roiPercent}%${aYear})`,
    `${found.confidence} confidence, ${sizeText(found.size)}, ${closeText(found.closesAt)} (${refsText(found)})`,
  ].join("; ");
}
