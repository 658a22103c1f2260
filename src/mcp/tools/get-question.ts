import { readRecord } from "../../api/accuracy.ts";
import { getQuestion as readQuestion } from "../../api/questions.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { flag, optional } from "../../http/parameters.ts";
import type { NamedScore } from "../../store/accuracy.ts";
import type { QuestionMember } from "../../store/questions/question.ts";
import type { QuestionDetail, RelatedQuestion } from "../../store/questions/questions.ts";
import { findQuestionId, reference } from "../references.ts";
import { outputOf, tool } from "../tool.ts";
import {
  centsText,
  changeText,
  closeText,
  cut,
  describeAges,
  findCheapest,
  inCents,
  inCentsOrNull,
  inDollars,
  memberCostsText,
  moneyText,
  offerText,
  refOf,
  toMemberCosts,
  toMomentOrNull,
} from "../words.ts";

const MAX_RELATED = 3;
const MAX_RULES = 200;

export const getQuestion = () =>
  tool({
    name: "get_question",
    description: "One question: cost with fees, cheapest, rules, related; accuracy (Pro): Brier scores.",
    tier: "free",
    paidFlag: "accuracy",
    parameters: {
      question: reference("question id, platform:id or URL"),
      accuracy: optional(flag({ description: "" })),
    },
    output: outputOf({
      question: "string",
      yes: "number",
      markets: { rows: "market,yes,no,bid,ask,rules" },
      as_of: "string?",
    }),
    async run(context, input) {
      const id = await findQuestionId(context, input.question);
      const { found } = await readQuestion(context, id);
      const age = describeAges(found.members, context.clock.now());
      const { platforms } = context.config;
      const record = input.accuracy === true ? await readRecord(context.store, found, platforms) : undefined;
      return {
        text: [toText(found), ...(record === undefined ? [] : [recordText(found, record)]), age.text].join("\n"),
        data: {
          ...toHead(found),
          markets: found.members.map((member) => toMember(found, member)),
          related: found.related.slice(0, MAX_RELATED).map(toRelated),
          ...(record && { accuracy: record.map(toAccuracy) }),
          ...age.fields,
        },
      };
    },
  });

const toHead = (question: QuestionDetail) => ({
  question: question.id,
  title: question.title,
  category: question.category,
  status: question.status,
  yes: inCents(question.price),
  gap: inCentsOrNull(question.gap),
  closes: toMomentOrNull(question.closesAt),
  volume: inDollars(question.volume),
  cheapest_yes: cheapestRef(question, "yes"),
  cheapest_no: cheapestRef(question, "no"),
});

function cheapestRef(question: QuestionDetail, side: "yes" | "no"): string | null {
  const found = findCheapest(question, side);
  return found === undefined ? null : refOf(found);
}

const toMember = ({ rules }: QuestionDetail, member: QuestionMember) => ({
  ...toMemberCosts(member),
  bid: inCentsOrNull(member.bid),
  ask: inCentsOrNull(member.ask),
  change_24h: inCentsOrNull(member.priceChange24h),
  age_seconds: member.ageMs === undefined ? null : Math.round(member.ageMs / 1000),
  url: member.url,
  rules: cutOrNull(rules.get(member.marketKey)),
});

const cutOrNull = (text: string | undefined): string | null => (text === undefined ? null : cut(text, MAX_RULES));

const toRelated = ({ market, relation, question }: RelatedQuestion) => ({
  reference: question?.id ?? refOf(market),
  title: question?.title ?? market.title,
  relation,
});

function toText(question: QuestionDetail): string {
  const { title, id, price, gap, closesAt, volume, members, related } = question;
  return [
    `${title} (question ${id}): yes ${centsText(price)}, gap ${centsText(gap)}, ${closeText(closesAt)}, volume ${moneyText(volume)}`,
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

const memberText = (member: QuestionMember): string =>
  `- ${memberCostsText(member)}, ${changeText(member.priceChange24h)} (${refOf(member)})`;

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
