import { type Confidence, toOpportunityId, toSubject } from "../domain/arbitrage.ts";
import { isRealMoney } from "../domain/platforms.ts";
import type { Micros } from "../domain/prices.ts";
import { listCounted } from "../domain/questions.ts";
import { consistently, type Db, prepare } from "./database/db.ts";
import { refreshLists } from "./lists/listed.ts";
import { IS_MATCHED } from "./lists/nouns.ts";
import { type Question, type QuestionMember, readGroupedQuestions } from "./questions/question.ts";
import { readConfidences } from "./spreads/arbitrage.ts";
import { bestTitles, findTitles } from "./titles/search.ts";

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

/** Open questions with a title that has these words, best first; undefined when the text holds nothing to look for. */
export const searchComparisons = (
  db: Db,
  { text, limit, ...bounds }: Bounds & { readonly text: string; readonly limit: number },
): ComparedQuestion[] | undefined =>
  consistently(db, () => {
    refreshLists(db, bounds.now);
    const found = findTitles(db, "Market", { text, status: "open", among: IS_MATCHED });
    if (found === undefined) return undefined;
    const keys = listQuestionsOf(db, bestTitles(db, "Market", found, found.keys, MAX_HITS).slice(0, MAX_HITS));
    const compared: ComparedQuestion[] = [];
    // Few are left out, so that mostly the first step is enough.
    for (let at = 0; at < keys.length && compared.length < limit; at += limit)
      compared.push(...compare(db, keys.slice(at, at + limit), bounds));
    return compared.slice(0, limit);
  });

/** The question of one market, none when it has no partners; undefined when there is no such market. */
export const compareMarket = (
  db: Db,
  { platform, id, ...bounds }: Bounds & { readonly platform: string; readonly id: string },
): ComparedQuestion[] | undefined =>
  consistently(db, () => {
    const [market] = prepare(db, "markets", "keysOfIds").all(JSON.stringify([[platform, id]]));
    return market && compare(db, listQuestionsOf(db, [market.marketKey]), bounds);
  });

/** The questions of markets, each once. */
function listQuestionsOf(db: Db, marketKeys: readonly number[]): number[] {
  const rows = prepare(db, "questions", "ofMarkets").all({ keys: JSON.stringify(marketKeys) });
  return [...new Set(rows.map(({ questionKey }) => questionKey))];
}

function compare(db: Db, questionKeys: readonly number[], bounds: Bounds): ComparedQuestion[] {
  const read = readGroupedQuestions(db, questionKeys, bounds.now);
  const groups = new Map(read.map(({ group, groupKey }) => [groupKey, group]));
  const platforms = bounds.platforms.filter(isRealMoney);
  const confidences = readConfidences(db, groups, { platforms, now: bounds.now });
  return read.flatMap(({ question, group, groupKey }): ComparedQuestion[] => {
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
}
