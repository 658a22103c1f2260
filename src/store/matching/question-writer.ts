import type { Membership } from "../../domain/matching/matches.ts";
import { toQuestionId } from "../../domain/questions.ts";
import { addChanges, type LoggedDb } from "../change-log.ts";
import { type Db, prepare } from "../database/db.ts";

/** The group of each market; a market of no group is missing. */
type GroupOf = ReadonlyMap<number, number>;

// Keeps the question of each group. The caller holds the transaction.

/** Call it after groups were written. `now` is epoch milliseconds. */
export function updateQuestions(logged: LoggedDb, { before, members, changed, now }: GroupUpdate): void {
  const { db } = logged;
  const after: GroupOf = new Map(members.map(({ marketKey, groupKey }) => [marketKey, groupKey]));
  const decided = [...new Set([...before.values(), ...after.values()])].map((groupKey) => ({
    groupKey,
    holder: prepare(db, "questions", "holderOf").pluck().get({ groupKey }),
    next: decide(db, groupKey),
  }));
  const written = new Set<number>();
  for (const { holder, next } of decided) {
    if (holder === undefined || holder === next) continue;
    prepare(db, "questions", "release").run({ questionKey: holder, generation: nextGeneration(db) });
    written.add(holder);
  }
  for (const { groupKey, holder, next } of decided) {
    if (next === undefined || (next === holder && !changed.has(groupKey))) continue;
    prepare(db, "questions", "claim").run({ questionKey: next, groupKey, now, generation: nextGeneration(db) });
    written.add(next);
  }
  for (const successor of findSuccessors(before, after)) prepare(db, "questions", "succeed").run(successor);
  addChanges(logged, "match", written);
}

/** Call it after a market has moved to another event: readers keep that with its question. */
export const touchQuestion = (db: Db, marketKey: number): void =>
  void prepare(db, "questions", "touch").run({ marketKey, generation: nextGeneration(db) });

const nextGeneration = (db: Db): number => Number(prepare(db, "questions", "lastGeneration").pluck().get() ?? 0) + 1;

/** The question that a group should have: its oldest, or a new one. Undefined for a group without markets. */
function decide(db: Db, groupKey: number): number | undefined {
  const first = prepare(db, "questions", "oldestMember").get({ groupKey });
  if (first === undefined) return undefined;
  const { marketKey, platform, id } = first;
  const known = prepare(db, "questions", "oldestOf").pluck().get({ groupKey });
  const insert = prepare(db, "questions", "insert").pluck();
  return known ?? insert.get({ id: toQuestionId(platform, id), marketKey });
}

interface GroupUpdate {
  readonly before: GroupOf;
  readonly members: readonly Membership[];
  /** Groups that a market has left or joined, or in which it was turned. */
  readonly changed: ReadonlySet<number>;
  readonly now: number;
}

/** Markets that have left all groups, each with its oldest former partner, in a group still where there is one. */
function findSuccessors(before: GroupOf, after: GroupOf): { marketKey: number; successorMarketKey: number }[] {
  const partners = Map.groupBy(
    [...before.keys()].sort((a, b) => a - b),
    (marketKey) => before.get(marketKey),
  );
  return [...before].flatMap(([marketKey, left]) => {
    if (after.has(marketKey)) return [];
    const others = (partners.get(left) ?? []).filter((partner) => partner !== marketKey);
    const successorMarketKey = others.find((partner) => after.has(partner)) ?? others[0];
    return successorMarketKey === undefined ? [] : [{ marketKey, successorMarketKey }];
  });
}
