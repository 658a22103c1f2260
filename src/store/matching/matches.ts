import { LEAST_MATCH } from "../../domain/matching/index.ts";
import { ONE } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/index.ts";
import { openGrams } from "./grams.ts";
import { openPropositions } from "./propositions.ts";
import { openSpreadWriter } from "./spread-writer.ts";
import { openWordFrequencies } from "./word-frequencies.ts";

/** What is still to be done for a market whose question is new or changed. */
export const STAGES = { read: 0, compare: 1, choose: 2 } as const;
export type Stage = (typeof STAGES)[keyof typeof STAGES];

/** The writer's view of questions, their pairs and matches. The caller holds the transaction. */
export function openMatchTables(db: Db) {
  const count = named(db, "count");
  return {
    queue: openQueue(db),
    propositions: openPropositions(db),
    grams: openGrams(db),
    pairs: openPairs(db),
    frequencies: openWordFrequencies(db),
    counts: () => count.get() as { questions: number; matches: number; groups: number },
  };
}

const named = (db: Db, name: string) => prepare(db, "matches", name);

/** Markets of which something is still to be done. The caller holds the transaction. */
export function openQueue(db: Db) {
  const count = named(db, "countDue").pluck();
  const countStage = named(db, "countStage").pluck();
  const list = named(db, "listStage").pluck();
  const listAfter = named(db, "listStageAfter").pluck();
  const add = named(db, "queue");
  const remove = named(db, "dequeueFirst");
  const removeAll = named(db, "dequeue");
  const addAll = named(db, "queueAll");
  const largest = named(db, "largestMarket").pluck();
  return {
    count: () => count.get() as number,
    countStage: (stage: Stage) => countStage.get({ stage }) as number,
    /** The first of a stage, by key. */
    list: (stage: Stage, limit: number) => list.all({ stage, limit }) as number[],
    /** Those of a stage that follow a key. */
    listAfter: (stage: Stage, after: number, limit: number) => listAfter.all({ stage, after, limit }) as number[],
    /** A market may be at several stages at once. */
    add(marketKeys: readonly number[], stage: Stage): void {
      if (marketKeys.length > 0) add.run({ keys: JSON.stringify(marketKeys), stage });
    },
    removeAll: (marketKeys: readonly number[], stage: Stage): void =>
      void removeAll.run({ keys: JSON.stringify(marketKeys), stage }),
    /** The same for what `list` gave, or the first of it. */
    remove(marketKeys: readonly number[], stage: Stage): void {
      if (marketKeys.length > 0) remove.run({ first: marketKeys[0], last: marketKeys.at(-1), stage });
    },
    /** Queues the markets from one key to another that take part. */
    addAll: (first: number, last: number, updatedAfter: number): void => void addAll.run({ first, last, updatedAfter }),
    largestMarket: () => (largest.get() ?? 0) as number,
  };
}

/** A pair of markets as it is stored; its score in millionths. */
export interface ScoredPair {
  readonly marketKey: number;
  readonly otherKey: number;
  readonly score: number;
  readonly relation: "same" | "inverted";
  readonly reasons: readonly string[];
}

export type NearMiss = Omit<ScoredPair, "relation"> & { readonly guard: string };

/** What the operator has said of a market and another. */
export interface Decided {
  readonly marketKey: number;
  readonly platform: string;
  readonly id: string;
  readonly decision: "confirmed" | "rejected";
  readonly isInverted: number | null;
}

/** So much worse than the best pair of either side, in millionths, is as good: platforms list some questions twice. */
const TOLERANCE = 101_000;

function openPairs(db: Db) {
  const partners = named(db, "listPartners").pluck();
  const removals = ["deletePairsOfA", "deletePairsOfB", "deleteMissesOfA", "deleteMissesOfB"].map((name) =>
    named(db, name),
  );
  const savePair = named(db, "savePair");
  const saveMiss = named(db, "saveMiss");
  const paired = named(db, "listPaired").pluck();
  const deleteMatches = named(db, "deleteMatchesOf");
  const choose = named(db, "chooseMatches");
  return {
    /** Those of these markets that have pairs, refused ones as well. */
    listPaired: (marketKeys: readonly number[]) => paired.all({ keys: JSON.stringify(marketKeys) }) as number[],

    /** Forgets all pairs of a market; gives the markets they were with. */
    remove(marketKey: number): number[] {
      const keys = partners.all({ marketKey }) as number[];
      for (const removal of removals) removal.run({ marketKey });
      return keys;
    },

    save: ({ relation, score, ...pair }: ScoredPair): void =>
      void savePair.run({ ...inOrder(pair), relation, score, reasons: JSON.stringify(pair.reasons) }),

    saveMiss: ({ guard, score, ...pair }: NearMiss): void =>
      void saveMiss.run({ ...inOrder(pair), guard, score, reasons: JSON.stringify(pair.reasons) }),

    /** Chooses anew which pairs of these markets are matches. */
    chooseMatches(marketKeys: readonly number[]): void {
      const keys = JSON.stringify(marketKeys);
      deleteMatches.run({ keys });
      choose.run({ keys, least: LEAST_MATCH * ONE, tolerance: TOLERANCE });
    },

    ...openDecided(db),
    ...openGroups(db),
  };
}

function openDecided(db: Db) {
  const decisions = named(db, "decisionsOf");
  const keys = named(db, "listDecidedKeys").pluck();
  return {
    /** Markets of which the operator has said something. */
    listDecidedKeys: () => keys.all() as number[],

    listDecided: (platform: string, id: string) => decisions.all({ platform, id }) as Decided[],
  };
}

const inOrder = ({ marketKey, otherKey }: { marketKey: number; otherKey: number }) => ({
  a: Math.min(marketKey, otherKey),
  b: Math.max(marketKey, otherKey),
});

export interface LinkedMarket {
  readonly marketKey: number;
  readonly platform: string;
}

export interface Link {
  readonly a: number;
  readonly b: number;
  readonly relation: string;
}

export interface GroupMember {
  readonly marketKey: number;
  readonly groupKey: number;
  readonly isInverted: boolean;
}

function openGroups(db: Db) {
  const linked = named(db, "linked");
  const among = named(db, "matchesAmong");
  const groups = named(db, "groupsOf");
  const remove = named(db, "deleteGroupOf");
  const save = named(db, "saveGroup");
  const spreads = openSpreadWriter(db);
  return {
    /** All markets connected with these, and the matches among them, the surest first. */
    listLinked(marketKeys: readonly number[]): { markets: LinkedMarket[]; links: Link[] } {
      const markets = linked.all({ keys: JSON.stringify(marketKeys) }) as LinkedMarket[];
      const links = among.all({ keys: JSON.stringify(markets.map(({ marketKey }) => marketKey)) }) as Link[];
      return { markets, links };
    },

    /** Replaces the groups of these markets, and their spreads; what stays as it is is not written. */
    saveGroups(markets: readonly LinkedMarket[], members: readonly GroupMember[]): void {
      const wanted = new Map(
        members.map((member) => [member.marketKey, { ...member, isInverted: Number(member.isInverted) }]),
      );
      const stored = groups.all({ keys: JSON.stringify(markets.map(({ marketKey }) => marketKey)) }) as StoredMember[];
      const changed = new Set<number>();
      for (const { marketKey, groupKey, isInverted } of stored) {
        const next = wanted.get(marketKey);
        if (next?.groupKey === groupKey && next.isInverted === isInverted) {
          wanted.delete(marketKey);
          continue;
        }
        remove.run({ marketKey });
        changed.add(groupKey);
      }
      for (const member of wanted.values()) {
        save.run(member);
        changed.add(member.groupKey);
      }
      spreads.refresh(changed);
    },
  };
}

interface StoredMember {
  readonly marketKey: number;
  readonly groupKey: number;
  readonly isInverted: number;
}
