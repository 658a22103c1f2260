import { findCheapest, listQuestions, questionSchema } from "../../api/questions.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { quote } from "../../errors.ts";
import { choice, type Input, withDefault } from "../../http/parameters.ts";
import { shownNames, shownPublisher } from "../../http/shown.ts";
import type { MarketName } from "../../store/matching/reviews.ts";
import type { Question } from "../../store/questions/question.ts";
import type { QuestionPage } from "../../store/questions/questions.ts";
import { countMarkets, describeSearch, explainFilters, type SearchFilters, searchTitles } from "../searching.ts";
import {
  categoryFilter,
  describeMore,
  pagedOutput,
  pageOf,
  platformFilter,
  queryFilter,
  type ToolContext,
  tool,
} from "../tool.ts";
import { counted, describeAges, memberCostsText, questionText, toListAnswer } from "../words.ts";

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
      const more = describeMore({ ...input, total }, "questions");
      const age = describeAges(
        questions.flatMap(({ members }) => members),
        context.clock.now(),
      );
      const asked = { ...input, query: answer.text };
      const empty = total > 0 ? "" : await emptyText(context, asked, { category, platform });
      const words = { toLine, empty, more, age, asked: describeSearch(answer) };
      return toListAnswer("questions", { rows: questions, toRow }, words);
    },
  });

type FindInput = Input<ReturnType<typeof parametersOf>>;

/** As many as the search lists. */
const MAX_BEST = 100;

async function search(
  context: ToolContext,
  { query, category, platform, sort, page, limit }: FindInput,
  among?: readonly MarketName[],
): Promise<{ readonly questions: readonly Question[]; readonly total: QuestionPage["total"] }> {
  const { store, clock } = context;
  // One of a question's titles has the words, and not always that on the platform.
  if (
    query !== undefined &&
    among === undefined &&
    platform === undefined &&
    sort === "volume" &&
    page * limit <= MAX_BEST
  ) {
    const wanted = { text: query, category, status: "open", page, limit, isExact: true, now: clock.now() } as const;
    const { questions, questionsFound } = await store.search.find(wanted);
    return { questions, total: questionsFound };
  }
  const filters = { q: query, category, platform, sort, status: "open" as const, order: undefined };
  const rest = {
    min_volume: 0,
    min_gap_cents: 0,
    real_money_only: false,
    updated_since: undefined,
    closing_before: undefined,
    isOneSided: true,
  };
  const ids = among && [...new Set([...store.questions.ofMarkets(among, clock.now()).values()].map(({ id }) => id))];
  return listQuestions(context, { ...filters, ...rest, ids }, { page, size: limit });
}

/** A question that one platform alone asks is no question here. */
async function emptyText(context: ToolContext, input: FindInput, filters: SearchFilters): Promise<string> {
  const reason = await explainFilters(filters, async (fewer) => (await search(context, { ...input, ...fewer })).total);
  if (reason !== undefined) return reason;
  const { query: text } = input;
  if (text === undefined) return "No question passes these filters. Leave one out.";
  const alone = countMarkets(context.store, { text, ...filters, status: "open", now: context.clock.now() });
  return alone > 0
    ? `No two platforms ask this, but ${counted(alone, "single market")} with these words can be found: call find_markets with query ${quote(text)}.`
    : "Nothing open has these words. Try fewer words, a name alone, or find_markets with status all.";
}

const toRow = shownPublisher(questionSchema, "list");

function toLine(question: Question): string {
  const costs = question.members.map((member) => `- ${memberCostsText(member)}`);
  return [questionText(question), ...costs].join("\n") + cheapestText(question);
}

function cheapestText(question: Question): string {
  const [yes, no] = [findCheapest(question, "yes"), findCheapest(question, "no")].map(
    (found) => found && getPlatform(found.platform).name,
  );
  return yes === undefined || no === undefined ? "" : `\nCheapest: yes ${yes}, no ${no}.`;
}
