import type { MarketList } from "../lists/list.ts";
import type { IndexedQuestion } from "./question-index.ts";
import { type QuestionSummary, type SummaryOptions, summarize } from "./summaries.ts";

/** Undefined where fewer than two of its markets are shown. */
export type Summarize = (question: IndexedQuestion) => QuestionSummary | undefined;

/** Summarizes a question again once one of its markets or the freshness of a platform has changed. */
export function openSummaryCache(
  list: MarketList,
  realMoneyOnly: boolean,
): (freshPlatforms: ReadonlySet<string>) => Summarize {
  let entries = new WeakMap<IndexedQuestion, SummaryEntry>();
  /** By market key: the question that was summarized with it. */
  const questions = new Map<number, IndexedQuestion>();
  let seenFresh = "";
  const clear = (): void => {
    entries = new WeakMap();
  };
  list.watch({
    changed(marketKey) {
      const question = questions.get(marketKey);
      if (question !== undefined) entries.delete(question);
    },
    cleared: clear,
  });

  return (freshPlatforms) => {
    const fresh = [...freshPlatforms].join();
    if (fresh !== seenFresh) clear();
    seenFresh = fresh;
    const options: SummaryOptions = { realMoneyOnly, isFresh: (platform) => freshPlatforms.has(platform) };
    return (question) => {
      const known = entries.get(question);
      if (known !== undefined) return known.summary;
      const summary = summarize(list, question, options);
      for (const { marketKey } of question.members) questions.set(marketKey, question);
      entries.set(question, { summary });
      return summary;
    };
  };
}

interface SummaryEntry {
  readonly summary: QuestionSummary | undefined;
}
