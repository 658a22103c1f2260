import { readRecord } from "../api/accuracy.ts";
import { orderText, requireOneOrder, toolOrderParameters } from "../api/orders.ts";
import { getQuestion as readQuestion } from "../api/question-id.ts";
import {
  findCheapest,
  listQuestions,
  MAX_RELATED,
  MAX_MEMBER_RULES as MAX_RULES,
  memberDetailSchema,
  type OrderedQuestion,
  questionDetailSchema,
  questionSchema,
  withAskedOrder,
} from "../api/questions.ts";
import { getPlatform } from "../domain/platforms.ts";
import { quote } from "../errors.ts";
import { choice, flag, type Input, optional, withDefault } from "../http/parameters.ts";
import { cut, refOf, shownNames, shownPublisher } from "../http/shown.ts";
import type { NamedScore } from "../store/accuracy.ts";
import type { MarketName } from "../store/matching/reviews.ts";
import type { Question } from "../store/questions/question.ts";
import type { QuestionDetail, QuestionPage } from "../store/questions/questions.ts";
import {
  areBest,
  describeSearch,
  explainFilters,
  findQuestionId,
  reference,
  type SearchFilters,
  searchTitles,
} from "./lookup.ts";
import {
  changeText,
  counted,
  describeAges,
  memberCostsText,
  offerText,
  outputOf,
  pagedOutput,
  pageOf,
  queryFilter,
  questionText,
  rowFilters,
  type ToolContext,
  toListAnswer,
  tool,
} from "./tool.ts";

const parametersOf = (platforms: readonly string[]) => ({
  query: queryFilter,
  ...rowFilters(platforms),
  sort: withDefault(choice({ description: "", values: ["volume", "volume_24h", "gap", "closing"] }), "volume"),
  ...pageOf(8, 3),
});

export const findQuestions = (platforms: readonly string[]) =>
  tool({
    name: "find_questions",
    description:
      "Compare a question across platforms: what yes and no cost on each in ¢ for 100¢ if it wins, all fees included. For what one platform alone asks use find_markets.",
    tier: "free",
    needsMatches: true,
    parameters: parametersOf(platforms),
    output: pagedOutput("questions", shownNames(questionSchema, "list")),
    async run(context, input) {
      const { category, platform, query } = input;
      const answer = await searchTitles(context, { query, status: "open" }, (q, among) =>
        search(context, { ...input, query: q }, among),
      );
      const { questions, total } = answer.found;
      const age = describeAges(
        questions.flatMap(({ members }) => members),
        context.clock.now(),
      );
      const searched = { ...input, query: answer.text };
      const empty = total > 0 ? "" : await emptyText(context, searched, { category, platform });
      return toListAnswer({
        ...{ list: "questions", rows: questions, toRow: toFoundRow, toLine: toFoundLine, empty },
        ...{ listed: { ...input, total }, age, asked: describeSearch(answer) },
      });
    },
  });

type FindInput = Input<ReturnType<typeof parametersOf>>;

async function search(
  context: ToolContext,
  { query, category, platform, sort, page, limit }: FindInput,
  among?: readonly MarketName[],
): Promise<{ readonly questions: readonly Question[]; readonly total: QuestionPage["total"] }> {
  const { store, clock } = context;
  // One of a question's titles has the words, and not always that on the platform.
  if (query !== undefined && platform === undefined && areBest(among, { sort, page, limit })) {
    const wanted = { text: query, category, status: "open", page, limit, isExact: true, now: clock.now() } as const;
    const { questions, questionsFound } = await store.search.find(wanted);
    return { questions, total: questionsFound };
  }
  const filters = { q: query, category, platform, sort, status: "open" as const };
  const all = { min_volume: 0, min_gap_cents: 0, real_money_only: false, isOneSided: true };
  const ids = among && [...new Set([...store.questions.ofMarkets(among, clock.now()).values()].map(({ id }) => id))];
  return listQuestions(context, { ...filters, ...all, ids }, { page, size: limit });
}

/** A question that one platform alone asks is no question here. */
async function emptyText(context: ToolContext, input: FindInput, filters: SearchFilters): Promise<string> {
  const reason = await explainFilters(filters, async (fewer) => (await search(context, { ...input, ...fewer })).total);
  if (reason !== undefined) return reason;
  const { query: text } = input;
  if (text === undefined) return "No question passes these filters. Leave one out.";
  const alone = context.store.search.find({
    ...{ text, ...filters, status: "open", now: context.clock.now() },
    ...{ isExact: true, limit: 1, questions: 0 },
  }).marketsFound;
  return alone > 0
    ? `No two platforms ask this, but ${counted(alone, "single market")} with these words can be found: call find_markets with query ${quote(text)}.`
    : "Nothing open has these words. Try fewer words, a name alone, or find_markets with status all.";
}

const toFoundRow = shownPublisher(questionSchema, "list");

function toFoundLine(question: Question): string {
  const costs = question.members.map((member) => `- ${memberCostsText(member)}`);
  return [questionText(question), ...costs].join("\n") + cheapestNames(question);
}

function cheapestNames(question: Question): string {
  const [yes, no] = [findCheapest(question, "yes"), findCheapest(question, "no")].map(
    (found) => found && getPlatform(found.platform).name,
  );
  return yes === undefined || no === undefined ? "" : `\nCheapest: yes ${yes}, no ${no}.`;
}

export const getQuestion = () =>
  tool({
    name: "get_question",
    description: "One question: cost with fees, rules, related; accuracy (Pro): Brier scores.",
    tier: "free",
    paidFlag: "accuracy",
    parameters: {
      question: reference("question id, platform:id or URL"),
      accuracy: optional(flag({ description: "" })),
      ...toolOrderParameters,
    },
    output: outputOf("markets", shownNames(memberDetailSchema, "detail"), shownNames(questionDetailSchema, "detail")),
    async run(context, input) {
      const id = await findQuestionId(context, input.question);
      requireOneOrder(input);
      const { found: question } = await readQuestion(context, id);
      const found = await withAskedOrder(context, question, input);
      const age = describeAges(found.members, context.clock.now());
      const { platforms } = context.config;
      const record = input.accuracy === true ? await readRecord(context.store, found, platforms) : undefined;
      return {
        text: [toAnswerText(found), ...(record === undefined ? [] : [recordText(found, record)]), age.text].join("\n"),
        data: { ...toData(found), ...(record && { accuracy: record.map(toAccuracy) }), ...age.fields },
      };
    },
  });

const toData = shownPublisher(questionDetailSchema, "detail");

function toAnswerText(question: OrderedQuestion): string {
  const { members, related } = question;
  return [
    questionText(question),
    ...members.map(memberText),
    cheapestText(question),
    ...rulesText(question),
    ...related
      .slice(0, MAX_RELATED)
      .map(
        ({ relation, market, question: other }) =>
          `Related (${relation}): ${other?.title ?? market.title} (${other?.id ?? refOf(market)})`,
      ),
  ].join("\n");
}

const toAccuracy = ({ name, n, brier, brierLow, brierHigh }: NamedScore) => ({
  platform: name,
  resolved_markets: n,
  brier: rounded(brier),
  interval: brierLow === null || brierHigh === null ? null : [rounded(brierLow), rounded(brierHigh)],
});

const rounded = (score: number): number => Math.round(score * 1000) / 1000;

function recordText({ category }: QuestionDetail, record: readonly NamedScore[]): string {
  if (record.length === 0) return `No ${category} market of its platforms has resolved with a known price.`;
  const texts = record.map(toAccuracy).map(({ platform, resolved_markets, brier, interval }) => {
    const range = interval === null ? "" : ` (95% ${interval.join("–")})`;
    return `${getPlatform(platform).name} ${brier}${range} on ${resolved_markets} markets`;
  });
  return `Brier score on ${category}, prices a day before the end, 0 is best: ${texts.join("; ")}.`;
}

function memberText(member: OrderedQuestion["members"][number]): string {
  const { orderYes, orderNo } = member;
  const order =
    orderYes === null && orderNo === null ? "" : `; order: yes ${orderText(orderYes)}, no ${orderText(orderNo)}`;
  return `- ${memberCostsText(member)}, ${changeText(member.priceChange24h)} (${refOf(member)})${order}`;
}

function cheapestText(question: QuestionDetail): string {
  const sides = (["yes", "no"] as const).flatMap((side) => {
    const found = findCheapest(question, side);
    if (found === undefined) return [];
    const offer = offerText(side === "yes" ? found.buyYes : found.buyNo);
    return [`${side} on ${getPlatform(found.platform).name} at ${offer}`];
  });
  return sides.length === 0 ? "No offer for real money has a present price." : `Cheapest: ${sides.join("; ")}.`;
}

const rulesText = ({ members, rules }: QuestionDetail): string[] =>
  members.flatMap(({ marketKey, platform }) => {
    const text = rules.get(marketKey);
    return text === undefined ? [] : [`Rules of ${getPlatform(platform).name}: ${cut(text, MAX_RULES)}`];
  });
