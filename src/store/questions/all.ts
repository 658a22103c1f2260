import { orientPrice } from "../../domain/arbitrage.ts";
import { orientChange } from "../../domain/movement.ts";
import { type Db, prepare } from "../database/db.ts";
import { findGroups, type Group } from "../matching/groups.ts";
import { openPriceAges } from "../price-ages.ts";
import { type MovedMembers, openGroupMoves, type Question, toQuestion } from "./question.ts";
import { type IndexedQuestion, toIndexed } from "./question-index.ts";
import { NEVER, type SummarizedMember, summarizeMembers } from "./summaries.ts";

interface AllQuestions {
  /** Those whose markets are shown. */
  readonly platforms: readonly string[];
  /** Only these, in their order; all where it is missing. */
  readonly ids?: readonly string[] | undefined;
}

const BATCH_QUESTIONS = 50;

/**
 * Reads questions, all of them by id, from the database alone: nothing of them is kept in memory. Prices are as fresh as at the
 * latest pass, and have moved up to then. Undefined ends a batch, whatever passed of it. The caller
 * holds the transaction.
 */
export function openAllQuestions(db: Db): (query: AllQuestions) => Generator<Question | undefined> {
  const idsAfter = prepare(db, "export", "questionIds").pluck();
  const ofIds = prepare(db, "export", "questions");
  function* batches(ids: readonly string[] | undefined): Generator<readonly string[]> {
    if (ids !== undefined) {
      for (let at = 0; at < ids.length; at += BATCH_QUESTIONS) yield ids.slice(at, at + BATCH_QUESTIONS);
      return;
    }
    let batch = idsAfter.all({ after: "", limit: BATCH_QUESTIONS });
    for (let last = batch.at(-1); last !== undefined; last = batch.at(-1)) {
      yield batch;
      batch = idsAfter.all({ after: last, limit: BATCH_QUESTIONS });
    }
  }
  const readAges = openPriceAges(db);
  const readMoves = openGroupMoves(db);
  return function* read(query) {
    const latest = Math.max(0, ...query.platforms.map((platform) => readAges(0).ofPlatform(platform).readAt ?? 0));
    for (const ids of batches(query.ids)) {
      const rows = ofIds.all({ ids: JSON.stringify(ids) });
      const groups = findGroups(
        db,
        rows.map(({ groupKey }) => groupKey),
      );
      const moved = readMoves(groups.values(), latest);
      for (const row of rows) {
        const question = toOne(toIndexed(row), groups.get(row.groupKey), query.platforms, moved);
        if (question !== undefined) yield question;
      }
      yield undefined;
    }
  };
}

/** Undefined where fewer than two of its markets are shown. */
function toOne(
  question: IndexedQuestion,
  group: Group | undefined,
  platforms: readonly string[],
  moved: MovedMembers,
): Question | undefined {
  if (group === undefined) return undefined;
  const members = toMembers(question, group, platforms, moved);
  const summary = summarizeMembers(question, members);
  return summary && toQuestion(summary, group, moved);
}

/** The listed markets of a question: those with a price, on platforms that are shown. */
function toMembers(
  question: IndexedQuestion,
  group: Group,
  platforms: readonly string[],
  moved: MovedMembers,
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
        change: orientChange(moved.get(marketKey)?.priceChange24h ?? null, isInverted),
        closesAt: market.closesAt ?? NEVER,
        updatedAt: market.updatedAt,
        isStale: moved.get(marketKey)?.isStale ?? false,
      },
    ];
  });
}
