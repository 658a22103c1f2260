import { checkSpreadType, listOpportunities } from "../../api/arbitrage.ts";
import { CONFIDENCES, DEFAULT_LISTING, TYPE_FILTERS } from "../../domain/arbitrage.ts";
import { toSummary } from "../../domain/orders.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { AppError } from "../../errors.ts";
import { choice, decimal, optional, withDefault } from "../../http/parameters.ts";
import type { Opportunity } from "../../store/spreads/arbitrage.ts";
import { describeMore, pageOf, platformFilter } from "../lists.ts";
import { findQuestionId, reference } from "../references.ts";
import { listOutput, tool } from "../tool.ts";
import { centsText, closeText, counted, describeAges, inCents, refOf, toMomentOrNull } from "../words.ts";

export const findSpreads = (platforms: readonly string[]) =>
  tool({
    name: "find_spreads",
    description:
      "Arbitrage with real money: two orders, one always pays 100¢; size: contracts offered at these prices now. implied: two questions where one answer gives the other. Pro plan.",
    tier: "pro",
    parameters: {
      question: { ...reference("only of this question"), isRequired: false, fallback: undefined },
      platform: realMoneyFilter(platforms.filter(isRealMoney)),
      type: withDefault(choice({ description: "", values: TYPE_FILTERS }), DEFAULT_LISTING.type),
      min_confidence: withDefault(choice({ description: "", values: CONFIDENCES }), DEFAULT_LISTING.minConfidence),
      min_spread: optional(decimal({ description: "cents before fees", min: 0, max: 100 })),
      ...pageOf(10, 3),
    },
    output: listOutput("spreads", "title,legs,cost,profit,size"),
    async run(context, input) {
      const { question, platform, min_spread, page, limit, ...filters } = input;
      const [problem] = checkSpreadType({ type: input.type, question_id: question }, "question");
      if (problem !== undefined) throw new AppError("validation_error", `${problem.parameter}: ${problem.message}`);
      const questionId = question === undefined ? undefined : await findQuestionId(context, question);
      const { opportunities, total } = await listOffered({ page, limit }, async (slice) =>
        listOpportunities(context, platforms, {
          ...filters,
          ...slice,
          ...(min_spread === undefined ? undefined : { min_spread }),
          question_id: questionId,
          platform: platform === undefined ? [] : [platform],
          sort: DEFAULT_LISTING.sort,
        }),
      );
      const more = describeMore({ page, limit, total }, "spreads");
      const now = context.clock.now();
      const ages = opportunities.map(({ asOf }) => ({ ageMs: now - asOf }));
      const age = describeAges(ages, now);
      const text = total === 0 ? NOTHING : `${opportunities.map(toText).join("\n")}\n${age.text}${more.text}`;
      return { text, data: { spreads: opportunities.map(toRow), ...more.fields, ...age.fields } };
    },
  });

/** Rows that are ordered together. */
const MAX_BLOCK = 100;

/** A page of spreads. Of each block of pages, those come last whose books offer nothing at these prices now. */
async function listOffered(
  { page, limit }: { readonly page: number; readonly limit: number },
  list: (slice: { page: number; size: number }) => ReturnType<typeof listOpportunities>,
) {
  const pages = Math.floor(MAX_BLOCK / limit);
  const block = Math.ceil(page / pages);
  const { opportunities, total } = await list({ page: block, size: pages * limit });
  const ordered = opportunities.toSorted((a, b) => Number(a.size === 0) - Number(b.size === 0));
  const first = (page - 1 - (block - 1) * pages) * limit;
  return { opportunities: ordered.slice(first, first + limit), total };
}

const realMoneyFilter = (platforms: readonly string[]) => ({
  ...platformFilter(platforms),
  expected: `a platform of real money: ${platforms.join(", ")}`,
});

const NOTHING = "No spread passes now. Try min_spread=0, type=all or fewer filters.";

const toRow = (found: Opportunity) => ({
  title: found.titled.title,
  ...(found.questionId === null ? undefined : { question: found.questionId }),
  legs: found.orders.map(({ market, side, price, fee }) => ({
    market: refOf(market),
    side,
    price: inCents(price),
    fee: inCents(fee),
  })),
  cost: inCents(found.cost),
  profit: inCents(found.profit),
  roi_percent: found.roiPercent,
  annualized_percent: found.annualizedPercent,
  size: found.size,
  confidence: found.confidence,
  closes: toMomentOrNull(found.closesAt),
});

/** Books hold what is offered now; prices may be older. */
const sizeText = (size: number | null): string =>
  size === null ? "size unknown" : `${counted(size, "contract")} at these prices now`;

/** What get_question and get_market take. */
const refsText = ({ questionId, orders }: Opportunity): string =>
  [...(questionId === null ? [] : [`question ${questionId}`]), ...orders.map(({ market }) => refOf(market))].join(", ");

const toText = (found: Opportunity): string =>
  `- ${found.titled.title}: ${toSummary(found.orders)}; costs ${centsText(found.cost)} with fees, pays 100¢, profit ${centsText(found.profit)} (${found.roiPercent}%${found.annualizedPercent === null ? "" : `, ${found.annualizedPercent}% a year`}); ${found.confidence} confidence, ${sizeText(found.size)}, ${closeText(found.closesAt)} (${refsText(found)})`;
