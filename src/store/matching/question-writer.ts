import type { GroupedMarket, Membership } from "../../domain/matching/index.ts";
import { toQuestionId } from "../../domain/questions.ts";
import type { ChangeLog } from "../change-log.ts";
import { type Db, prepare } from "../database/index.ts";

export type QuestionWriter = ReturnType<typeof openQuestionWriter>;

/** Which group each market is in; a market of no group is missing. */
type Places = ReadonlyMap<number, number>;

/** Keeps the question of each group. The caller holds the transaction. */
export function openQuestionWriter(db: Db, changes: ChangeLog) {
  const statement = (name: string) => prepare(db, "questions", name);
  const holderOf = statement("holderOf").pluck();
  const oldestOf = statement("oldestOf").pluck();
  const oldestMember = statement("oldestMember");
  const insert = statement("insert").pluck();
  const release = statement("release");
  const claim = statement("claim");
  const succeed = statement("succeed");
  const lastGeneration = statement("lastGeneration").pluck();

  const register = (groupKey: number): number => {
    const { marketKey, platform, id } = oldestMember.get({ groupKey }) as GroupedMarket & { readonly id: string };
    return insert.get({ id: toQuestionId(platform, id), marketKey }) as number;
  };
  return {
    /** Call it after groups were written. `changed` are those that a market has left or joined, or in which it was turned. */
    update(before: Places, members: readonly Membership[], changed: ReadonlySet<number>): void {
      const after: Places = new Map(members.map(({ marketKey, groupKey }) => [marketKey, groupKey]));
      const generation = Number(lastGeneration.get() ?? 0) + 1;
      const holders = [...new Set([...before.values(), ...after.values()])].map((groupKey) => {
        const holder = holderOf.get({ groupKey }) as number | undefined;
        const isEmpty = oldestMember.get({ groupKey }) === undefined;
        const next = isEmpty ? undefined : ((oldestOf.get({ groupKey }) as number | undefined) ?? register(groupKey));
        return { groupKey, holder, next };
      });
      const written = new Set<number>();
      for (const { holder, next } of holders) {
        if (holder === undefined || holder === next) continue;
        release.run({ questionKey: holder, generation });
        written.add(holder);
      }
      for (const { groupKey, holder, next } of holders) {
        if (next === undefined || (next === holder && !changed.has(groupKey))) continue;
        claim.run({ questionKey: next, groupKey, generation });
        written.add(next);
      }
      for (const { marketKey, groupKey } of findHeirs(before, after)) succeed.run({ marketKey, groupKey });
      changes.add("match", written);
    },
  };
}

/** Markets that have left all groups, each with the group that has the oldest of its former partners. */
function findHeirs(before: Places, after: Places): { marketKey: number; groupKey: number | undefined }[] {
  const partners = Map.groupBy(
    [...before].sort(([a], [b]) => a - b),
    ([, groupKey]) => groupKey,
  );
  return [...before]
    .filter(([marketKey]) => !after.has(marketKey))
    .map(([marketKey, left]) => {
      const heir = partners.get(left)?.find(([partner]) => after.has(partner));
      return { marketKey, groupKey: heir && after.get(heir[0]) };
    });
}
