import { readRecord } from "../../api/accuracy.ts";
import { orderText, requireOneOrder, toolOrderParameters } from "../../api/orders.ts";
import { getQuestion as readQuestion } from "../../api/question-id.ts";
import {
  findCheapest,
  MAX_RELATED,
  MAX_MEMBER_RULES as MAX_RULES,
  memberDetailSchema,
  type OrderedQuestion,
  questionDetailSchema,
  withAskedOrder,
} from "../../api/questions.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { flag, optional } from "../../http/parameters.ts";
import { cut, refOf, shownNames, shownPublisher } from "../../http/shown.ts";
import type { NamedScore } from "../../store/accuracy.ts";
import type { QuestionDetail } from "../../store/questions/questions.ts";
import { findQuestionId, reference } from "../references.ts";
import { outputOf, tool } from "../tool.ts";
import { changeText, describeAges, memberCostsText, offerText, questionText } from "../words.ts";

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
