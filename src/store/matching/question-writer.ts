import type { Membership } from "../../domain/matching/matches.ts";
import { toQuestionId } from "../../domain/questions.ts";
import type { ChangeLog } from "../change-log.ts";
import { type Db, prepare, type QueryOf } from "../database/db.ts";

/** The group of each market; a market of no group is missing. */
type GroupOf = ReadonlyMap<number, number>;

/** Keeps the question of each group. The caller holds the transaction. */
export function openQuestionWriter(db: Db, changes: ChangeLog) {
  const statement = <Name extends QueryOf<"questions">>(name: Name) => prepare(db, "questions", name);
  const holderOf = statement("holderOf").pluck();
  const oldestOf = statement("oldestOf").pluck();
  const oldestMember = statement("oldestMember");
  const insert = statement("insert").pluck();
  const release = statement("release");
  const claim = statement("claim");
  const succeed = statement("succeed");
  const lastGeneration = statement("lastGeneration").pluck();
  const touch = statement("touch");
  const nextGeneration = (): number => Number(lastGeneration.get() ?? 0) + 1;

  /** The question that a group should have: its oldest, or a new one. Undefined for a group without markets. */
  const decide = (groupKey: number): number | undefined => {
    const first = oldestMember.get({ groupKey });
    if (first === undefined) return undefined;
    const { marketKey, platform, id } = first;
    const known = oldestOf.get({ groupKey });
    return known ?? insert.get({ id: toQuestionId(platform, id), marketKey });
  };
  return {
    /** Call it after groups were written. `now` is epoch milliseconds. */
    update({ before, members, changed, now }: GroupUpdate): void {
      const after: GroupOf = new Map(members.map(({ marketKey, groupKey }) => [marketKey, groupKey]));
      const decided = [...new Set([...before.values(), ...after.values()])].map((groupKey) => ({
        groupKey,
        holder: holderOf.get({ groupKey }),
        next: decide(groupKey),
      }));
      const written = new Set<number>();
      for (const { holder, next } of decided) {
        if (holder === undefined || holder === next) continue;
        release.run({ questionKey: holder, generation: nextGeneration() });
        written.add(holder);
      }
      for (const { groupKey, holder, next } of decided) {
        if (next === undefined || (next === holder && !changed.has(groupKey))) continue;
        claim.run({ questionKey: next, groupKey, now, generation: nextGeneration() });
        written.add(next);
      }
      for (const successor of findSuccessors(before, after)) succeed.run(successor);
      changes.add("match", written);
    },

    /** Call it after a market has moved to another event: readers keep that with its question. */
    touch: (marketKey: number): void => void touch.run({ marketKey, generation: nextGeneration() }),
  };
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
