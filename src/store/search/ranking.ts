import { oneOfEachPlatform } from "../../domain/questions/questions.ts";
import type { QuestionSummary } from "../questions/summaries.ts";
import type { Summaries } from "../questions/summarizer.ts";
import type { BestTitles } from "../titles/search.ts";
import type { SearchQuery } from "./query.ts";

/** The questions of all hits that the filters let pass, the best first. */
export function rankQuestions(
  summaries: Summaries,
  { hits, isWhole }: BestTitles,
  { status, category }: SearchQuery,
): readonly QuestionSummary[] {
  const ranked = new Map<number, { summary: QuestionSummary; isWhole: boolean }>();
  for (const marketKey of hits) {
    const key = summaries.questionOf(marketKey);
    if (key === undefined) continue;
    const known = ranked.get(key);
    if (known !== undefined) {
      known.isWhole ||= isWhole(marketKey);
      continue;
    }
    const summary = summaries.find(key);
    if (summary === undefined) continue;
    if ((status !== "all" && summary.status !== status) || (category !== undefined && summary.category !== category))
      continue;
    ranked.set(key, { summary, isWhole: isWhole(marketKey) });
  }
  const orders = [...ranked.values()].map(({ summary, isWhole }) => ({
    summary,
    values: [
      Number(isWhole),
      Number(summary.status === "open"),
      oneOfEachPlatform(summary.members).length,
      summary.volume,
    ],
  }));
  return orders.sort((a, b) => compareDescending(a.values, b.values)).map(({ summary }) => summary);
}

function compareDescending(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) {
    const difference = (b[at] ?? 0) - value;
    if (difference !== 0) return difference;
  }
  return 0;
}
