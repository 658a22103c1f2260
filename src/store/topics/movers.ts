import { isRealMoney } from "../../domain/platforms.ts";
import type { Cents, Micros } from "../../domain/prices.ts";
import { consistently, type Db, prepare } from "../database/db.ts";
import type { AgedMarket } from "../markets.ts";
import { type Question, readQuestions } from "../questions/question.ts";
import { showMarkets } from "../shown-markets.ts";
import { listTopics } from "./topics.ts";

/** A question, or a market that no other platform asks. */
export type QuestionOrMarket = { readonly question: Question } | { readonly market: AgedMarket };

export interface MoverQuery {
  /** Those whose topics are looked at. */
  readonly platforms: readonly string[];
  readonly category?: string | undefined;
  /** The smallest volume of a topic in 24 hours, in real money; where only play money is asked for, there is none. */
  readonly minVolume24h: Cents;
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A smaller move is not worth a line. */
const MIN_MOVE: Micros = 5_000;

/** The outcome that moved most of each open topic, the largest move first, up or down. */
export const listMovers = (db: Db, { platforms, category, minVolume24h, limit, now }: MoverQuery): QuestionOrMarket[] =>
  consistently(db, () => {
    const floor = platforms.some(isRealMoney) ? minVolume24h : 0;
    const filters = { platform: platforms, category, minVolume24h: floor, minChange: MIN_MOVE, now };
    const query = { ...filters, status: "open", sort: "movers", order: "desc" } as const;
    const { topics } = listTopics(db, query, { page: 1, size: limit });
    const moved = topics.flatMap((topic) => topic.moved?.members[0] ?? []);
    const asked = moved.flatMap(({ questionKey }) => (questionKey === 0 ? [] : [questionKey]));
    const questions = new Map(readQuestions(db, asked, now).map((question) => [question.questionKey, question]));
    const alone = moved.flatMap(({ questionKey, marketKey }) => (questionKey === 0 ? [marketKey] : []));
    const rows = showMarkets(db, prepare(db, "markets", "byKeys").all(JSON.stringify(alone)), now);
    const markets = new Map(rows.map((market) => [market.marketKey, market]));
    return moved.flatMap(({ questionKey, marketKey }): QuestionOrMarket[] => {
      const [question, market] = [questions.get(questionKey), markets.get(marketKey)];
      if (question !== undefined) return [{ question }];
      return market === undefined ? [] : [{ market }];
    });
  });
