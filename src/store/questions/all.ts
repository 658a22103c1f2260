import { orientPrice } from "../../domain/arbitrage.ts";
import { type Db, prepare } from "../database/db.ts";
import { type Group, openGroups } from "../matching/groups.ts";
import { openPriceAges, type PriceAges } from "../price-ages.ts";
import { type Question, toQuestion } from "./question.ts";
import { type IndexedQuestion, toIndexed } from "./question-index.ts";
import { NEVER, type SummarizedMember, summarizeMembers } from "./summaries.ts";

/** Which questions; a missing filter lets everything pass. */
interface AllQuestions {
  /** Those whose markets are shown. */
  readonly platforms: readonly string[];
  /** Asked there, among others. */
  readonly platform?: string | undefined;
  readonly category?: string | undefined;
  readonly status?: "open" | "closed" | undefined;
}

const BATCH_QUESTIONS = 50;

/**
 * Reads all questions by id, from the database alone: nothing of them is kept in memory. Prices are as fresh as at the
 * latest pass, so that the same database always gives the same rows. Undefined ends a batch, whatever passed of it. The caller
 * holds the transaction.
 */
export function openAllQuestions(db: Db): (query: AllQuestions) => Generator<Question | undefined> {
  const list = prepare(db, "export", "questions");
  const findGroups = openGroups(db);
  const readAges = openPriceAges(db);
  return function* read(query) {
    const latest = Math.max(0, ...query.platforms.map((platform) => readAges(0).ofPlatform(platform).readAt ?? 0));
    const ages = readAges(latest);
    let after = "";
    for (;;) {
      const rows = list.all({ after, limit: BATCH_QUESTIONS });
      const groups = findGroups(rows.map(({ groupKey }) => groupKey));
      for (const row of rows) {
        const question = toOne(toIndexed(row), groups.get(row.groupKey), query, ages);
        if (question !== undefined) yield question;
      }
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
      yield undefined;
    }
  };
}

/** Undefined where a filter stops it, or fewer than two of its markets are shown. */
function toOne(
  question: IndexedQuestion,
  group: Group | undefined,
  { platforms, platform, category, status }: AllQuestions,
  ages: PriceAges,
): Question | undefined {
  if (group === undefined) return undefined;
  const members = toMembers(question, group, platforms, ages);
  if (platform !== undefined && !members.some((member) => member.platform === platform)) return undefined;
  const summary = summarizeMembers(question, members);
  if (summary === undefined || (category !== undefined && summary.category !== category)) return undefined;
  if (status !== undefined && summary.status !== status) return undefined;
  return toQuestion(summary, group, ages.of);
}

/** The listed markets of a question: those with a price, on platforms that are shown. */
function toMembers(
  question: IndexedQuestion,
  group: Group,
  platforms: readonly string[],
  ages: PriceAges,
): SummarizedMember[] {
  return group.members.flatMap((market): SummarizedMember[] => {
    const { marketKey, platform, yesPrice } = market;
    const member = question.members.find((one) => one.marketKey === marketKey);
    if (member === undefined || yesPrice === null || !platforms.includes(platform)) return [];
    const { isInverted } = member;
    const isOpen = market.status === "open";
    return [
      {
        ...{ marketKey, isInverted, platform },
        category: market.category,
        isOpen,
        price: orientPrice(yesPrice, isInverted),
        volume: market.volume,
        volume24h: market.volume24h,
        closesAt: market.closesAt ?? NEVER,
        updatedAt: market.updatedAt,
        isStale: isOpen && ages.of(market).isStale,
      },
    ];
  });
}
