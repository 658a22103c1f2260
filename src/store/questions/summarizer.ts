import { ageOf } from "../../domain/freshness.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import { isFreshAge } from "../../domain/questions.ts";
import type { Db } from "../database/db.ts";
import { openLaneReads } from "../lane.ts";
import type { MarketList } from "../lists/list.ts";
import { openPasses } from "../runs.ts";
import { joinSets } from "./join-sets.ts";
import type { IndexedQuestion, QuestionIndex } from "./question-index.ts";
import { type QuestionSummary, type SummaryOptions, summarize } from "./summaries.ts";

/** The figures of all questions at one moment. */
export interface Summaries {
  /** Of all questions, also those that are not shown. */
  keys(): Iterable<number>;
  /** Undefined where fewer than two of its markets are shown. */
  find(questionKey: number): QuestionSummary | undefined;
  /** The key of a market's question; undefined where it has none. */
  questionOf(marketKey: number): number | undefined;
  /** Milliseconds since a market was read, with its platform or in the fast lane; undefined when it never was. */
  ageOf(market: { readonly platform: string; readonly marketKey: number }): number | undefined;
  /** The same number for events that share a question, directly or through other events. */
  eventGroupOf(eventKey: number): number;
}

/** Takes in what was committed. `now` is epoch milliseconds; the caller holds the transaction. */
export type OpenSummaries = (now: number, realMoneyOnly?: boolean) => Summaries;

export function openSummarizer(db: Db, list: MarketList, index: QuestionIndex): OpenSummaries {
  const findPass = openPasses(db);
  const { findReadAt } = openLaneReads(db);
  const [ofAll, ofRealMoney] = [openSummaryCache(list, false), openSummaryCache(list, true)];
  let eventGroups = { generation: -1, of: (eventKey: number) => eventKey };
  return (now, realMoneyOnly = false) => {
    list.sync(Number.POSITIVE_INFINITY);
    index.sync();
    const { questions } = index;
    const ages = new Map(PLATFORMS.map(({ id }) => [id, ageOf({ lastSuccessAt: findPass(id) ?? null }, now)] as const));
    const fresh = new Set([...ages].flatMap(([platform, ageMs]) => (isFreshAge(ageMs) ? [platform] : [])));
    const summarize = (realMoneyOnly ? ofRealMoney : ofAll)(fresh);
    return {
      keys: () => questions.keys(),
      questionOf: index.questionOf,
      find(questionKey) {
        const question = questions.get(questionKey);
        return question && summarize(question);
      },
      ageOf({ platform, marketKey }) {
        const [pass, readAt] = [ages.get(platform), findReadAt(marketKey)];
        return readAt === 0 ? pass : Math.min(pass ?? Number.POSITIVE_INFINITY, Math.max(0, now - readAt));
      },
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

/** Summarizes a question again once one of its markets or the freshness of a platform has changed. */
function openSummaryCache(
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
