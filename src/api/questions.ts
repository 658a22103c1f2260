import type { Context } from "../context.ts";
import { hasBook } from "../domain/cost.ts";
import { isHalted, type SettlementSource } from "../domain/markets.ts";
import { MIN_MATCH_SCORE } from "../domain/matching/matches.ts";
import type { QuestionOrders } from "../domain/orders.ts";
import { isRealMoney } from "../domain/platforms.ts";
import { ceilUnits, ONE } from "../domain/prices.ts";
import { oneOfEachPlatform, QUESTION_PRICE_SOURCES, type QuestionOffer } from "../domain/questions.ts";
import {
  CHANGE_SORT,
  closingFilters,
  listFilters,
  minVolume,
  moveFilters,
  order,
  platformList,
  priceFilters,
  realMoneyQuestions,
  searchText,
  statusOr,
  statusUnlessIds,
  TIES_BY_ID,
  toSharedQuery,
  updatedSince,
} from "../http/filters.ts";
import { listEndpoint } from "../http/paging.ts";
import * as p from "../http/parameters.ts";
import { endpoint } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { cutOrNull, refOf, shownPublisher, toOutlay } from "../http/shown.ts";
import { listTable, type Table } from "../http/table.ts";
import {
  categorySchema,
  cents,
  link,
  marketIdSchema,
  matchScore,
  metaOf,
  money,
  otherPlatformSchema,
  pagingMetaOf,
  platformSchema,
  price,
  priceChangeFields,
  reasonsSchema,
  relationSchema,
  risksSchema,
  statusSchema,
  unitCost,
} from "../http/value-schemas.ts";
import type { Slice } from "../store/lists/list-query.ts";
import type { Question, QuestionMember } from "../store/questions/question.ts";
import {
  type Found,
  type ListedQuestion,
  QUESTION_SORTS,
  type QuestionDetail,
  type QuestionPage,
  type QuestionQuery,
} from "../store/questions/questions.ts";
import type { RelatedQuestion } from "../store/questions/related.ts";
import { impliesSchema, relatedRelationSchema } from "./detail.ts";
import { type OneOrMoreFilters, outcome, settlementSourceSchema, stale, tradable } from "./markets.ts";
import {
  type BookReader,
  checkOrder,
  type OrderInput,
  orderFields,
  orderParameters,
  readOrders,
  toShownOrder,
} from "./orders.ts";
import { getQuestion, movedMeta, pathQuestionId, questionId, questionIds, toMovedMeta } from "./question-id.ts";

export const questionTitle = s.string(
  "The question as one of its markets asks it, on a real-money platform where there is one.",
  "Will the Fed cut rates by 25 bps in January?",
);

const sideOffer = (
  side: "yes" | "no",
  example: { readonly side: "yes" | "no"; readonly ask: number; readonly fee: number },
) =>
  s.nullable(
    s.about(
      s.noun<QuestionOffer>("QuestionOffer")(
        {
          side: s.oneOf(["yes", "no"], "The side to buy on that market itself: the other one where it is inverted."),
          ask: price("What a contract is offered for.", example.ask),
          fee: price("Paid on buying, for one contract of an order of 100.", example.fee),
          win_fee: price("Taken from what a contract pays if it wins.", 0),
          cost: unitCost(
            "The cost of each dollar that is paid if it wins: (ask + fee) / (1 - win_fee). Above 1 it cannot pay.",
            example.ask + example.fee,
          ),
          best: s.boolean("Whether no other has a lower cost. Of equal ones it is the first, by platform.", true),
        },
        { ask: "price", cost: "total", best: "isBest" },
      ),
      `What ${side} of the question costs there; null where nobody offers it.`,
    ),
  );

/** What both sides of a question cost on one of its markets. */
export const offerFields = {
  buy_yes: sideOffer("yes", { side: "yes", ask: 0.63, fee: 0.01632 }),
  buy_no: sideOffer("no", { side: "no", ask: 0.39, fee: 0.01666 }),
};

export const memberFields = s.nounFields<QuestionMember>()(
  {
    platform: platformSchema,
    id: marketIdSchema,
    title: s.string("The market's own title.", "Fed decision in January? Cut 25 bps"),
    relation: relationSchema,
    status: statusSchema,
    tradable,
    outcome: s.about(outcome, "How the market ended; null while it is open.", null),
    yes_price: price("The market's own price of yes.", 0.62),
    price: price("Of yes in the question's direction: yes_price, or 1 minus it where inverted.", 0.62),
    best_bid: s.nullable(price("Highest bid in the question's direction; null without one.", 0.61)),
    best_ask: s.nullable(price("Lowest ask in the question's direction; null without one.", 0.63)),
    ...offerFields,
    volume: money("Lifetime volume; 0 where the platform publishes none.", 184_220.5),
    volume_24h: money("Volume of the last 24 hours.", 9_120),
    match_score: matchScore(
      `The probability that it asks the same as the market with the question's title: ${MIN_MATCH_SCORE} or more; 1 for that market.`,
    ),
    play_money: s.boolean("Whether it is traded in play money.", false),
    age_seconds: s.nullable(s.integer("How long ago its platform was read.", 42)),
    stale,
    url: link("The market on its platform.", "https://kalshi.com/markets/kxfed"),
  },
  {
    relation: "isInverted",
    tradable: ({ isTradable }) => isTradable === 1,
    stale: "isStale",
    best_bid: "bid",
    best_ask: "ask",
    match_score: "score",
    play_money: ({ platform }) => !isRealMoney(platform),
    age_seconds: ({ ageMs }) => (ageMs === undefined ? null : Math.round(ageMs / 1000)),
  },
);

const memberShown = {
  market: { in: "row", value: refOf },
  yes: { in: "row", value: ({ buyYes }) => toOutlay(buyYes) },
  no: { in: "row", value: ({ buyNo }) => toOutlay(buyNo) },
  opposite: { in: "row", value: () => true, when: ({ isInverted }) => isInverted },
  bid: { in: "detail", of: "best_bid" },
  ask: { in: "detail", of: "best_ask" },
  age_seconds: { in: "detail" },
  url: { in: "detail" },
  play_money: { in: "row", when: ({ platform }) => !isRealMoney(platform) },
  indicative: { in: "row", value: () => true, when: (member) => !hasBook(member) },
  status: { in: "row", when: ({ status }) => status !== "open" },
  stale: { in: "row", when: ({ isStale }) => isStale },
  halted: { in: "row", value: () => true, when: isHalted },
} satisfies s.ShownFields<QuestionMember, keyof typeof memberFields>;

const questionMarketSchema = s.shownAs(s.noun<QuestionMember>("QuestionMarket")(memberFields), memberShown);

/** What differs in the second market of an example. */
const secondMember = {
  platform: otherPlatformSchema,
  id: s.about(marketIdSchema, "", "512340"),
  title: s.string("", "Will the Fed cut rates by 25 bps in January?"),
  yes_price: price("", 0.59),
  price: price("", 0.59),
  best_bid: price("", 0.58),
  best_ask: price("", 0.6),
  volume: money("", 184_220.5),
  match_score: s.number("", 1),
  url: s.string("", "https://polymarket.com/event/fed-january"),
};

export const questionFields = s.nounFields<Question>()(
  {
    id: questionId,
    title: questionTitle,
    category: categorySchema,
    status: s.about(statusSchema, "Open while one of its markets is open."),
    close_time: s.nullable(s.dateTime("The earliest close of its open markets.", "2027-01-27T19:00:00.000Z")),
    price: price(
      "Chance of yes: the average of its real-money markets whose price is not stale, weighted by lifetime volume.",
      0.605,
    ),
    price_source: s.oneOf(QUESTION_PRICE_SOURCES, "play_money where no real-money market counts."),
    gap_cents: s.nullable(
      cents(
        "The highest less the lowest price of the markets that count, in cents: mid prices, before fees. Null where one alone counts.",
        3,
      ),
    ),
    stale: s.boolean("Whether every open market has a stale price: then price is the last one known.", false),
    platforms: s.withSecond(s.arrayOf(platformSchema, "Where it is asked."), otherPlatformSchema),
    markets: s.withSecond(s.arrayOf(questionMarketSchema, "By platform."), secondMember),
    volume: money("Lifetime volume of its real-money markets.", 368_441),
    volume_24h: money("Their volume of the last 24 hours.", 18_240),
    ...priceChangeFields,
    last_updated: s.dateTime("When a published field of one of its markets last changed."),
  },
  {
    close_time: "closesAt",
    gap_cents: "gap",
    stale: "isStale",
    platforms: ({ members }) => oneOfEachPlatform(members).map(({ platform }) => platform),
    markets: "members",
    last_updated: "updatedAt",
  },
);

const questionShown = {
  question: { in: "list", of: "id" },
  title: { in: "list" },
  category: { in: "detail" },
  status: { in: "detail" },
  yes: { in: "list", of: "price" },
  gap: { in: "list", of: "gap_cents" },
  closes: { in: "list", of: "close_time" },
  volume: { in: "list" },
  markets: { in: "list" },
} satisfies s.ShownFields<Question, keyof typeof questionFields>;

export const questionSchema = s.shownAs(s.noun<Question>("Question")(questionFields), questionShown);

/** A question as search and changes publish it. */
export const toQuestion = s.publisher(questionSchema);

const listedQuestionSchema = s.noun<ListedQuestion>("ListedQuestion")({ ...questionFields, risks: risksSchema });

/** A question as its own list publishes it. */
export const toListedQuestion = s.publisher(listedQuestionSchema);

const relatedSchema = s.shownAs(
  s.noun<RelatedQuestion>("RelatedQuestion")(
    {
      question_id: s.nullable(
        s.about(questionId, "Its question; null where one platform alone asks it.", "8a01c77be2d940f3"),
      ),
      title: s.about(questionTitle, "The question that is asked there.", "Will the Fed cut rates by 20 January 2027?"),
      price: price("Chance of yes.", 0.3),
      platform: platformSchema,
      market_id: s.about(marketIdSchema, "The market that was compared.", "KXFED-27JAN20-CUT"),
      relation: relatedRelationSchema,
      implies: impliesSchema,
      differences: s.arrayOf(
        s.string("", "different deadline: there 20 Jan 2027, here 27 Jan 2027"),
        "What differs, there against here.",
      ),
    },
    {
      question_id: ({ question }) => question?.id ?? null,
      title: ({ question, market }) => question?.title ?? market.title,
      price: ({ question, market }) => question?.price ?? market.yesPrice,
      platform: ({ market }) => market.platform,
      market_id: ({ market }) => market.id,
      implies: "relation",
    },
  ),
  {
    reference: { in: "row", value: ({ market, question }) => question?.id ?? refOf(market) },
    title: { in: "row" },
    relation: { in: "row" },
  },
);

/** A market of a question with what is read of it alone. */
interface MemberDetail extends QuestionMember, QuestionOrders {
  readonly rules: string | null;
  readonly settlementSource: SettlementSource | null;
}

export const memberDetailSchema = s.shownAs(
  s.noun<MemberDetail>("QuestionMarketDetail")(
    {
      ...memberFields,
      reasons: reasonsSchema("Why it asks the same as the market with the question's title; empty for that market."),
      rules: s.nullable(s.string("The platform's own text: how it resolves.", "Resolves to yes if …")),
      settlement_source: settlementSourceSchema,
      ...priceChangeFields,
      ...orderFields,
    },
    {},
  ),
  {
    ...memberShown,
    change_24h: { in: "detail", of: "price_change_24h" },
    rules: { in: "detail", value: ({ rules }) => cutOrNull(rules, MAX_MEMBER_RULES) },
    order_yes: {
      in: "detail",
      value: ({ orderYes }) => toShownOrder(orderYes),
      when: ({ orderYes }) => orderYes !== null,
    },
    order_no: { in: "detail", value: ({ orderNo }) => toShownOrder(orderNo), when: ({ orderNo }) => orderNo !== null },
  },
);

/** What tools show of the related questions, and of each platform's own text. */
export const MAX_RELATED = 3;
export const MAX_MEMBER_RULES = 200;

const showRelated = shownPublisher(relatedSchema, "row");

/** A question with what an order costs on its markets. */
export interface OrderedQuestion extends QuestionDetail {
  readonly members: readonly (QuestionMember & QuestionOrders)[];
}

export const questionDetailSchema = s.shownAs(
  s.noun<OrderedQuestion>("QuestionDetail")(
    {
      ...questionFields,
      markets: s.withSecond(s.arrayOf(memberDetailSchema, "By platform."), {
        ...secondMember,
        reasons: s.arrayOf(s.string(), "", []),
      }),
      reasons: reasonsSchema("Why its markets ask the same; by market in `markets`."),
      risks: risksSchema,
      related: s.arrayOf(
        relatedSchema,
        "Open questions that differ in a date, a figure or the way to settle; those with a consequence first.",
      ),
    },
    {
      markets: ({ members, rules, settlementSources }) =>
        members.map((member) => ({
          ...member,
          rules: rules.get(member.marketKey) ?? null,
          settlementSource: settlementSources.get(member.marketKey) ?? null,
        })),
      reasons: ({ members }) => [...new Set(members.flatMap(({ reasons }) => reasons))],
    },
  ),
  {
    ...questionShown,
    cheapest_yes: { in: "detail", value: (question) => cheapestRef(question, "yes") },
    cheapest_no: { in: "detail", value: (question) => cheapestRef(question, "no") },
    related: { in: "detail", value: ({ related }) => related.slice(0, MAX_RELATED).map(showRelated) },
  },
);

/** The market where a side of the question costs least; undefined where none is offered for real money at a present price. */
export const findCheapest = ({ members }: Pick<Question, "members">, side: "yes" | "no") =>
  members.find(({ buyYes, buyNo }) => (side === "yes" ? buyYes : buyNo)?.isBest);

function cheapestRef(question: Question, side: "yes" | "no"): string | null {
  const found = findCheapest(question, side);
  return found === undefined ? null : refOf(found);
}

const questionListMeta = pagingMetaOf("QuestionListMeta", {
  moved: s.rare(
    s.mapOf(questionId, "By former id of `ids`: the id of the question that has its markets now.", {
      "5be1d0a2c9f37746": "3f9c2d51e07a44b1",
    }),
  ),
});

const questionMeta = metaOf("QuestionMeta", {}, movedMeta);

const DESCRIPTION =
  "Markets of at least two platforms ask a question, in the same words or in others. Prices are those of its " +
  "title's yes. Where a market asks the opposite, its relation is inverted and its price is 1 minus its own yes_price.";

const sort = p.choice({
  description: `What to sort by: gap is the gap of its prices, closing puts the soonest close first, platforms counts the platforms that ask it, ${CHANGE_SORT}. ${TIES_BY_ID}`,
  values: QUESTION_SORTS,
});

/** What the list of questions takes, but for its paging. */
export const questionFilters = (platforms: readonly string[]) => ({
  ...listFilters(platforms),
  ids: p.optional(
    questionIds(
      "Only these questions, up to 100, separated by commas, whatever their status. A former id finds the " +
        "question that has its markets now, see meta.moved; meta.warnings names ids without a question.",
    ),
  ),
  platform: p.optional(
    platformList(platforms, "Only questions that one of these platforms asks, separated by commas."),
  ),
  q: p.optional(searchText("Words that one of the markets has in its title.")),
  min_volume: minVolume,
  ...priceFilters("questions"),
  ...moveFilters("questions"),
  min_gap_cents: p.withDefault(
    p.decimal({ description: "Smallest gap of the prices, in cents.", min: 0, max: 100 }),
    0,
  ),
  real_money_only: realMoneyQuestions,
  ...closingFilters("questions"),
  updated_since: updatedSince("questions"),
  sort: p.withDefault(sort, "volume"),
  order: order("The direction; desc unless the sort is closing or id."),
});

/** A row for each market of a question. */
export const questionTable: Table<readonly s.ValueOf<typeof listedQuestionSchema>[]> = {
  ...listTable("questions", listedQuestionSchema, { each: { field: "markets", prefix: "market" } }),
  notesOf: ({ moved = {} }) =>
    Object.entries(moved as Readonly<Record<string, string>>).map(
      ([former, now]) => `question ${former} is now ${now}`,
    ),
};

export const questionRoutes = (platforms: readonly string[]) => [questionList(platforms), detailRoute()];

/** The list of questions, for the API and its page. */
export const questionList = (platforms: readonly string[]) =>
  listEndpoint({
    path: "/api/v1/questions",
    summary: "Questions that several platforms ask, each with one price",
    description: DESCRIPTION,
    operationId: "listQuestions",
    tag: "questions",
    tier: "free",
    cache: "clock",
    needsMatches: true,
    parameters: { ...questionFilters(platforms), status: statusUnlessIds },
    response: s.arrayOf(listedQuestionSchema),
    meta: questionListMeta,
    table: questionTable,
    async find(context, input, slice) {
      const status = statusOr(input.status, input.ids);
      const { questions: rows, ...facts } = await listQuestions(context, { ...input, status }, slice);
      return { rows, ...facts };
    },
    noteOf: ({ store, clock }, { ids }) =>
      ids === undefined ? {} : toResolvedMeta(store.questions.resolve(ids, clock.now())),
  });

/** What became of the ids that were asked for, where a row has another id or none. */
function toResolvedMeta(resolved: ReadonlyMap<string, Found<string> | undefined>) {
  const moved: Record<string, string> = {};
  const unknown: string[] = [];
  const former: string[] = [];
  for (const [id, found] of resolved) {
    if (found === undefined) unknown.push(id);
    else if ("formerMarket" in found) former.push(id);
    else if (found.isMoved) moved[id] = found.found;
  }
  const warnings = [
    ...(unknown.length === 0 ? [] : [`unknown question ids: ${unknown.join(", ")}`]),
    ...(former.length === 0
      ? []
      : [`the markets of these questions are no longer matched: ${former.join(", ")}; see /api/v1/questions/{id}`]),
  ];
  return { ...(Object.keys(moved).length === 0 ? undefined : { moved }), warnings };
}

type QuestionInput = p.Input<ReturnType<typeof questionFilters>>;

type AskedQuestions = Pick<QuestionInput, "status" | "min_volume" | "min_gap_cents" | "real_money_only" | "sort"> &
  Partial<Omit<QuestionInput, "platform" | "category">> &
  OneOrMoreFilters &
  Pick<QuestionQuery, "isOneSided">;

/** Questions as lists and tools find them. */
export const listQuestions = async (
  { store, clock }: Pick<Context, "store" | "clock">,
  input: AskedQuestions,
  slice: Slice,
): Promise<QuestionPage> => store.questions.list(toQuestionQuery(input, clock.now()), slice);

export const toQuestionQuery = (input: AskedQuestions, now: number): QuestionQuery => ({
  ...toSharedQuery(input),
  platform: input.platform,
  status: input.status,
  minVolume: ceilUnits(input.min_volume, 100),
  minGap: ceilUnits(input.min_gap_cents / 100, ONE),
  realMoneyOnly: input.real_money_only,
  ids: input.ids,
  isOneSided: input.isOneSided,
  now,
});

const detailRoute = () =>
  endpoint({
    path: "/api/v1/questions/:question_id",
    summary: "One question: its price, its markets with their rules, why they match, and related questions",
    operationId: "getQuestion",
    tag: "questions",
    tier: "free",
    cache: "clock",
    description:
      "With contracts or stake, each market says what that many cost there, level by level of its order book, with fees, and " +
      "which is cheapest. Books that are old are read first, which takes up to 2 s.",
    parameters: { question_id: pathQuestionId, ...orderParameters },
    check: checkOrder,
    response: questionDetailSchema,
    meta: questionMeta,
    errors: ["question_not_found"],
    async handler(context, { question_id, ...order }) {
      const { found, isMoved } = await getQuestion(context, question_id);
      return {
        data: await withAskedOrder(context, found, order),
        meta: toMovedMeta(question_id, isMoved),
      };
    },
  });

/** A question with what the asked order costs on each of its markets. */
export async function withAskedOrder(
  reader: BookReader,
  question: QuestionDetail,
  order: OrderInput,
): Promise<OrderedQuestion> {
  const [members = []] = await readOrders(reader, [question.members], order);
  return { ...question, members };
}
