import type { PriceAge } from "../../domain/freshness.ts";
import type { Db } from "../database/db.ts";
import type { MarketList } from "../lists/list.ts";
import { isStaleAmong, type OldPrices, openPriceAges } from "../price-ages.ts";
import { joinSets } from "./join-sets.ts";
import type { IndexedQuestion, QuestionIndex } from "./question-index.ts";
import { type QuestionSummary, type SummaryOptions, summarize } from "./summaries.ts";

/** The figures of all questions at one moment. */
export interface Summaries {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Of all questions, also those that are not shown. */
  keys(): Iterable<number>;
  /** Undefined where fewer than two of its markets are shown. */
  find(questionKey: number): QuestionSummary | undefined;
  /** The key of a market's question; undefined where it has none. */
  questionOf(marketKey: number): number | undefined;
  /** Of the price of an open market. */
  ageOf(market: { readonly platform: string; readonly marketKey: number }): PriceAge;
  /** The same number for events that share a question, directly or through other events. */
  eventGroupOf(eventKey: number): number;
}

/** Takes in what was committed. `now` is epoch milliseconds; the caller holds the transaction. */
export type OpenSummaries = (now: number, realMoneyOnly?: boolean) => Summaries;

export function openSummarizer(db: Db, list: MarketList, index: QuestionIndex): OpenSummaries {
  const readAges = openPriceAges(db);
  const [ofAll, ofRealMoney] = [openSummaryCache(list, false), openSummaryCache(list, true)];
  let eventGroups = { generation: -1, of: (eventKey: number) => eventKey };
  return (now, realMoneyOnly = false) => {
    const ages = readAges(now);
    list.syncMoves(ages);
    index.sync();
    const { questions } = index;
    const summarize = (realMoneyOnly ? ofRealMoney : ofAll)(ages.listStale());
    return {
      now,
      keys: () => questions.keys(),
      questionOf: index.questionOf,
      find(questionKey) {
        const question = questions.get(questionKey);
        return question && summarize(question);
      },
      ageOf: ages.of,
      eventGroupOf(eventKey) {
        const generation = index.generation();
        if (eventGroups.generation !== generation) eventGroups = { generation, of: joinSets(listEvents(questions)) };
        return eventGroups.of(eventKey);
      },
    };
  };
}

/** The events of each question. */
function* listEvents(questions: ReadonlyMap<number, IndexedQuestion>): Iterable<readonly number[]> {
  for (const { members } of questions.values()) yield members.map(({ eventKey }) => eventKey);
}

/** Undefined where fewer than two of its markets are shown. */
type Summarize = (question: IndexedQuestion) => QuestionSummary | undefined;

/** Summarizes a question again once one of its markets has changed, or which prices are stale. */
function openSummaryCache(list: MarketList, realMoneyOnly: boolean): (stale: OldPrices) => Summarize {
  let entries = new WeakMap<IndexedQuestion, SummaryEntry>();
  /** By market key: the question that was summarized with it. */
  const questions = new Map<number, IndexedQuestion>();
  let seenStale = "";
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

  return (stale) => {
    const names = [...stale.platforms, ...stale.fresher].join();
    if (names !== seenStale) clear();
    seenStale = names;
    const options: SummaryOptions = { realMoneyOnly, isStale: (market) => isStaleAmong(stale, market) };
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
