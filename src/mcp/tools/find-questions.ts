import { listQuestions } from "../../api/questions/index.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { choice, type Input, withDefault } from "../../http/parameters.ts";
import type { Question, QuestionPage } from "../../store/questions/index.ts";
import { describeAges } from "../ages.ts";
import { findCheapest, memberCostsText, toMemberCosts } from "../costs.ts";
import { listOutput } from "../output.ts";
import { describeMore, pageOf } from "../paging.ts";
import { leftText, searchClosest } from "../searching.ts";
import { type ToolContext, tool } from "../tool.ts";
import { centsText, closeText, dollarsText, inCents, inCentsOrNull, inDollars, toMomentOrNull } from "../words.ts";
import { categoryFilter, platformFilter, queryFilter } from "./filters.ts";

const parametersOf = (platforms: readonly string[]) => ({
  query: queryFilter,
  category: categoryFilter,
  platform: platformFilter(platforms),
  sort: withDefault(choice({ description: "", values: ["volume", "volume_24h", "gap", "closing"] }), "volume"),
  ...pageOf(8, 3),
});

export const findQuestions = (platforms: readonly string[]) =>
  tool({
    name: "find_questions",
    description:
      "Compare a question across platforms: what yes and no cost on each in ¢, fee included; a contract pays 100¢ less win_fee. For what one platform alone asks use find_markets.",
    tier: "free",
    parameters: parametersOf(platforms),
    output: listOutput("questions", "question,title,yes,gap,volume,markets"),
    async run(context, input) {
      const { found, left } = await search(context, input);
      const { questions, total } = found;
      const more = describeMore({ ...input, total }, "questions");
      const ages = questions.flatMap(({ members }) => members.map(({ ageMs }) => ageMs));
      const age = describeAges(ages, context.clock.now());
      const body = total === 0 ? emptyText(context, input.query) : questions.map(toText).join("\n");
      return {
        text: `${leftText(left)}${body}\n${total === 0 ? "" : `${age.text}${more.text}`}`.trim(),
        data: { questions: questions.map(toRow), ...more.fields, ...age.fields },
      };
    },
  });

type FindInput = Input<ReturnType<typeof parametersOf>>;

async function search(context: ToolContext, input: FindInput) {
  const { query, category, platform, sort, page, limit } = input;
  const filters = { category, platform, sort, status: "open" as const, order: undefined };
  const rest = {
    min_volume: 0,
    min_gap_cents: 0,
    real_money_only: false,
    updated_since: undefined,
    closing_before: undefined,
  };
  const ask = (q: string | undefined): Promise<QuestionPage> =>
    listQuestions(context, { ...filters, ...rest, q }, { page, size: limit });
  return searchClosest(query, ask);
}

/** A question that one platform alone asks is no question here. */
function emptyText({ store }: ToolContext, query: string | undefined): string {
  if (query === undefined) return "No question passes these filters. Leave one out.";
  const { marketsFound } = store.search.find({ text: query, status: "open", limit: 1 });
  return marketsFound > 0
    ? `No two platforms ask this, but ${marketsFound} single markets have these words: call find_markets with the same query.`
    : "Nothing has these words. Try fewer words, or a name alone.";
}

const toRow = (question: Question) => ({
  question: question.id,
  title: question.title,
  yes: inCents(question.price),
  gap: inCentsOrNull(question.gap),
  closes: toMomentOrNull(question.closesAt),
  volume: inDollars(question.volume),
  markets: question.members.map(toMemberCosts),
});

const toText = (question: Question): string =>
  `${question.title} (question ${question.id}): yes ${centsText(question.price)}, gap ${centsText(question.gap)}, ${closeText(question.closesAt)}, volume ${dollarsText(question.volume)}
${question.members.map((member) => `- ${memberCostsText(member)}`).join("\n")}${cheapestText(question)}`;

function cheapestText(question: Question): string {
  const [yes, no] = [findCheapest(question, "yes"), findCheapest(question, "no")].map(
    (found) => found && getPlatform(found.member.platform).name,
  );
  return yes === undefined || no === undefined ? "" : `\nCheapest: yes ${yes}, no ${no}.`;
}
