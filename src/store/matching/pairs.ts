import type { GroupedMarket, GroupLink, ImpliedRelation, Membership } from "../../domain/matching/matches.ts";
import { MAX_UNPROVEN_SCORE, MIN_MATCH_SCORE } from "../../domain/matching/matches.ts";
import { ONE } from "../../domain/prices.ts";
import type { ChangeLog } from "../change-log.ts";
import { type Db, prepare, type QueryOf, type SqlRow } from "../database/db.ts";
import { openQuestionWriter } from "./question-writer.ts";
import { refreshImpliedSpreads, refreshSpreads, removeImpliedSpreads } from "./spread-writer.ts";

/** A pair of markets; its score in millionths. */
interface ScoredPair {
  readonly marketKey: number;
  readonly otherKey: number;
  readonly score: number;
  readonly relation: "same" | "inverted";
  /** Whether deadline and predicate were read on both sides and are equal, or both ask for one game. */
  readonly isProven: boolean;
  /** Whether the rules of both decided, or who read them. */
  readonly byRules: boolean;
  readonly reasons: readonly string[];
}

/** A pair that a veto forbids. */
type NearMiss = Omit<ScoredPair, "relation" | "isProven" | "byRules"> & {
  readonly veto: string;
  /** Of the market with the smaller key to the other. */
  readonly relation?: ImpliedRelation | undefined;
};

/** A market that the operator has paired with another, or not. */
export type DecidedMarket = SqlRow<"matches", "listDecided">;

/** The lowest score of a pair that rules may still make a match. */
const MIN_RULES_SCORE = 0.3;

/** How far below the best pair of either side a match may score, in millionths: platforms list some questions twice. */
const TOLERANCE = 120_000;

/** Pairs, near misses, matches and groups. The caller holds the transaction. */
export function openPairs(db: Db, changes: ChangeLog) {
  const statement = <Name extends QueryOf<"matches">>(name: Name) => prepare(db, "matches", name);
  const partners = statement("listPartners").pluck();
  const pairRemovals = [statement("deletePairsOfA"), statement("deletePairsOfB")];
  const missRemovals = [statement("deleteMissesOfA"), statement("deleteMissesOfB")];
  const savePair = statement("savePair");
  const saveMiss = statement("saveMiss");
  const paired = statement("listPaired").pluck();
  const deleteMatches = statement("deleteMatchesOf");
  const choose = statement("chooseMatches");
  const decided = statement("listDecided");
  const decidedKeys = statement("listDecidedKeys").pluck();
  const rungs = statement("listRungs");
  const ofSiblings = statement("listMatchesOfSiblings").pluck();
  const withoutRules = statement("listWithoutRules");
  return {
    /** Those of these markets that have pairs or near misses. */
    listPaired: (marketKeys: readonly number[]) => paired.all({ keys: JSON.stringify(marketKeys) }),

    /**
     * Deletes the pairs and near misses of a market; gives the markets it had pairs with. With `keepsRetired`, pairs stay
     * that no comparison would find again, but for those with the markets `decided`.
     */
    remove(marketKey: number, keepsRetired: boolean, decided: Iterable<number>): number[] {
      const keys = partners.all({ marketKey });
      removeImpliedSpreads(db, changes, [marketKey]);
      const kept = { marketKey, keepsRetired: Number(keepsRetired), decided: JSON.stringify([...decided]) };
      for (const removal of pairRemovals) removal.run(kept);
      for (const removal of missRemovals) removal.run({ marketKey });
      return keys;
    },

    save: ({ relation, score, isProven, byRules, ...pair }: ScoredPair): void =>
      void savePair.run({
        ...inOrder(pair),
        relation,
        score,
        isProven: Number(isProven),
        byRules: Number(byRules),
        reasons: JSON.stringify(pair.reasons),
      }),

    saveMiss({ veto, score, relation, ...pair }: NearMiss): void {
      saveMiss.run({
        ...inOrder(pair),
        veto,
        score,
        reasons: JSON.stringify(pair.reasons),
        relation: relation ?? null,
      });
      if (relation !== undefined) refreshImpliedSpreads(db, changes, [pair.marketKey]);
    },

    /** Replaces the matches of these markets by the best of their pairs. Gives those that have another score than before. */
    chooseMatches(marketKeys: readonly number[]): Set<number> {
      const keys = JSON.stringify(marketKeys);
      const before = deleteMatches.all({ keys });
      const after = choose.all({
        keys,
        minScore: MIN_MATCH_SCORE * ONE,
        maxUnproven: MAX_UNPROVEN_SCORE * ONE,
        tolerance: TOLERANCE,
      });
      return findRescored(before, after);
    },

    /**
     * Pairs of these markets or their matches with the other's siblings, where both name figures and score no match. Of
     * each market, the pairs with the nearest figures.
     */
    listRungs: (marketKeys: readonly number[], perMarket: number) =>
      rungs.all({ keys: JSON.stringify(marketKeys), perMarket }),

    /** The markets that match one of the events in which these have figures. */
    listMatchesOfSiblings: (marketKeys: readonly number[]) => ofSiblings.all({ keys: JSON.stringify(marketKeys) }),

    /** Open markets of a platform that may match and whose rules were never read. */
    listWithoutRules: (platform: string, limit: number) =>
      withoutRules.all({ platform, limit, minScore: MIN_RULES_SCORE * ONE }),

    /** Markets for which the operator has decided a pair. */
    listDecidedKeys: () => decidedKeys.all(),

    /** The markets that the operator has paired, or not, with one. */
    listDecided: (platform: string, id: string) => decided.all({ platform, id }),

    ...openGroupTable(db, changes),
  };
}

interface ScoredMatch {
  readonly a: number;
  readonly b: number;
  readonly score: number;
}

/** One market of each match that only one of the lists has, or has with another score. */
function findRescored(before: readonly ScoredMatch[], after: readonly ScoredMatch[]): Set<number> {
  const marketOf = (matches: readonly ScoredMatch[]) =>
    new Map(matches.map(({ a, b, score }) => [`${a} ${b} ${score}`, a]));
  const [was, is] = [marketOf(before), marketOf(after)];
  return new Set([...was, ...is].flatMap(([match, market]) => (was.has(match) && is.has(match) ? [] : [market])));
}

const inOrder = ({ marketKey, otherKey }: { marketKey: number; otherKey: number }) => ({
  a: Math.min(marketKey, otherKey),
  b: Math.max(marketKey, otherKey),
});

function openGroupTable(db: Db, changes: ChangeLog) {
  const statement = <Name extends QueryOf<"matches">>(name: Name) => prepare(db, "matches", name);
  const linked = statement("listLinked");
  const among = statement("listMatchesAmong");
  const groups = statement("listGroupsOf");
  const remove = statement("deleteGroupOf");
  const save = statement("saveGroup");
  const questions = openQuestionWriter(db, changes);
  return {
    /** All markets connected with these, and the matches among them, highest score first. */
    listLinked(marketKeys: readonly number[]): { markets: GroupedMarket[]; links: GroupLink[] } {
      const markets = linked.all({ keys: JSON.stringify(marketKeys) });
      const links = among.all({ keys: JSON.stringify(markets.map(({ marketKey }) => marketKey)) });
      return { markets, links };
    },

    /**
     * Replaces the groups of these markets, their questions and their spreads. Unchanged rows are not written. `now` is epoch
     * milliseconds.
     */
    saveGroups(
      markets: readonly Pick<GroupedMarket, "marketKey">[],
      members: readonly Membership[],
      now: number,
    ): void {
      const unsaved = new Map(
        members.map((member) => [member.marketKey, { ...member, isInverted: Number(member.isInverted) }]),
      );
      const keys = JSON.stringify(markets.map(({ marketKey }) => marketKey));
      const changed = new Set<number>();
      const stored = groups.all({ keys });
      for (const { marketKey, groupKey, isInverted } of stored) {
        const next = unsaved.get(marketKey);
        if (next?.groupKey === groupKey && next.isInverted === isInverted) {
          unsaved.delete(marketKey);
          continue;
        }
        remove.run({ marketKey });
        changed.add(groupKey);
      }
      for (const member of unsaved.values()) {
        save.run(member);
        changed.add(member.groupKey);
      }
      const before = new Map(stored.map(({ marketKey, groupKey }) => [marketKey, groupKey]));
      questions.update({ before, members, changed, now });
      // Spreads of unchanged groups are refreshed too: a match within one may have another score.
      const marketKeys = markets.map(({ marketKey }) => marketKey);
      refreshSpreads(db, changes, marketKeys, changed);
    },
  };
}
