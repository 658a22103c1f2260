import { type Confidence, toOpportunityId, toSubject } from "../domain/arbitrage.ts";
import { isRealMoney } from "../domain/platforms.ts";
import type { Micros } from "../domain/prices.ts";
import { listCounted } from "../domain/questions.ts";
import { consistently, type Db, prepare } from "./database/db.ts";
import type { MarketList } from "./lists/list.ts";
import { findGroups } from "./matching/groups.ts";
import { openGroupMoves, type Question, type QuestionMember, toQuestion } from "./questions/question.ts";
import type { QuestionSummary } from "./questions/summaries.ts";
import type { OpenSummaries, Summaries } from "./questions/summarizer.ts";
import { readConfidences } from "./spreads/arbitrage.ts";
import { openTitleSearch } from "./titles/search.ts";

/** A question with what is said of its markets together. */
export interface ComparedQuestion extends Question {
  /** The same as long as the same markets belong together. */
  readonly groupId: string;
  /** The lowest of its markets. */
  readonly score: Micros;
  /** That of its spread; null without one. */
  readonly confidence: Confidence | null;
  /** Of the markets that count for price and gap. */
  readonly lowest: QuestionMember;
  readonly highest: QuestionMember;
}

interface Bounds {
  readonly platforms: readonly string[];
  readonly minScore: Micros;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** How many markets are looked at for questions, the best titles first. */
const MAX_HITS = 200;

/** Reads questions side by side over one connection. */
export function openCompare(
  db: Db,
  { list, openSummaries }: { readonly list: MarketList; readonly openSummaries: OpenSummaries },
) {
  const findKey = prepare(db, "markets", "keysOfIds").pluck();
  const readMoves = openGroupMoves(db);
  const titles = openTitleSearch(db, { noun: "Market", list });

  const listQuestions = (summaries: Summaries, marketKeys: readonly number[]): QuestionSummary[] => {
    const questionKeys = new Set(marketKeys.flatMap((key) => summaries.questionOf(key) ?? []));
    return [...questionKeys].flatMap((key) => summaries.find(key) ?? []);
  };
  const compare = (shown: readonly QuestionSummary[], bounds: Bounds): ComparedQuestion[] => {
    const groups = findGroups(
      db,
      shown.map(({ question }) => question.groupKey),
    );
    const moved = readMoves(groups.values(), bounds.now);
    const platforms = bounds.platforms.filter(isRealMoney);
    const confidences = readConfidences(db, groups, { platforms, now: bounds.now });
    return shown.flatMap((summary): ComparedQuestion[] => {
      const { groupKey } = summary.question;
      const group = groups.get(groupKey);
      if (group === undefined) return [];
      const question = toQuestion(summary, group, moved);
      const ends = listCounted(question.members).toSorted((a, b) => a.price - b.price);
      const [lowest, highest] = [ends[0], ends.at(-1)];
      const score = Math.min(...question.members.map((member) => member.score));
      if (lowest === undefined || highest === undefined || score < bounds.minScore) return [];
      const confidence = confidences.get(groupKey) ?? null;
      return [
        {
          ...question,
          groupId: toOpportunityId(toSubject("same", groupKey), group.members),
          score,
          confidence,
          lowest,
          highest,
        },
      ];
    });
  };

  return {
    /** Open questions with a title that has these words, best first; undefined when the text holds nothing to look for. */
    search: ({ text, limit, ...bounds }: Bounds & { text: string; limit: number }) =>
      consistently(db, () => {
        const summaries = openSummaries(bounds.now);
        const isCandidate = (key: number): boolean => summaries.questionOf(key) !== undefined;
        const found = titles.best({ text, status: "open", limit: MAX_HITS, isCandidate });
        if (found === undefined) return undefined;
        const questions = listQuestions(summaries, found.keys);
        const compared: ComparedQuestion[] = [];
        // Few are left out, so that mostly the first step is enough.
        for (let at = 0; at < questions.length && compared.length < limit; at += limit)
          compared.push(...compare(questions.slice(at, at + limit), bounds));
        return compared.slice(0, limit);
      }),

    /** The question of one market, none when it has no partners; undefined when there is no such market. */
    find: ({ platform, id, ...bounds }: Bounds & { platform: string; id: string }) =>
      consistently(db, () => {
        const marketKey = findKey.get(JSON.stringify([[platform, id]]));
        if (marketKey === undefined) return undefined;
        const summaries = openSummaries(bounds.now);
        return compare(listQuestions(summaries, [marketKey]), bounds);
      }),
  };
}
