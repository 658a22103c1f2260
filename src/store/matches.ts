import { LEAST_MATCH, type Proposition, toStem } from "../domain/matching/index.ts";
import { ONE } from "../domain/prices.ts";
import { type Db, prepare } from "./db.ts";
import { openWordFrequencies } from "./word-frequencies.ts";

/** A market's text as matching reads it. Times are epoch milliseconds. */
export interface Question {
  readonly marketKey: number;
  readonly platform: string;
  readonly id: string;
  readonly title: string;
  readonly outcomeLabel: string | null;
  readonly eventTitle: string;
  readonly closesAt: number | null;
  readonly createdAt: number | null;
  readonly status: string;
  readonly updatedAt: number;
}

/** A proposition with the platform its market is on. */
export interface FiledProposition {
  readonly platform: string;
  readonly proposition: Proposition;
}

/** What is still to be done for a market whose question is new or changed. */
export const STAGES = { read: 0, compare: 1, choose: 2 } as const;
export type Stage = (typeof STAGES)[keyof typeof STAGES];

/** The writer's view of questions, their pairs and matches. The caller holds the transaction. */
export type MatchTables = ReturnType<typeof openMatchTables>;

export function openMatchTables(db: Db) {
  const count = named(db, "count");
  return {
    queue: openQueue(db),
    propositions: openPropositions(db),
    pairs: openPairs(db),
    frequencies: openWordFrequencies(db),
    counts: () => count.get() as { questions: number; matches: number; groups: number },
  };
}

const named = (db: Db, name: string) => prepare(db, "matches", name);

function openQueue(db: Db) {
  const count = named(db, "countDue").pluck();
  const list = named(db, "listStage").pluck();
  const listAll = named(db, "listAllOfStage").pluck();
  const set = named(db, "setStage");
  const add = named(db, "queue");
  const remove = named(db, "dequeue");
  const all = named(db, "queueAll").pluck();
  return {
    count: () => count.get() as number,
    list: (stage: Stage, limit: number) => list.all({ stage, limit }) as number[],
    listAll: (stage: Stage) => listAll.all({ stage }) as number[],
    move: (marketKey: number, stage: Stage): void => void set.run({ marketKey, stage }),
    /** A market that has more to be done already keeps its stage. */
    add: (marketKey: number, stage: Stage): void => void add.run({ marketKey, stage }),
    remove: (marketKey: number): void => void remove.run({ marketKey }),
    /** Queues the next markets that take part; gives the last of them, undefined at the end. */
    addNext(after: number, updatedAfter: number, limit: number): number | undefined {
      const keys = all.all({ after, updatedAfter, limit }) as number[];
      return keys.length === 0 ? undefined : Math.max(...keys);
    },
  };
}

function openPropositions(db: Db) {
  const question = named(db, "question");
  const find = named(db, "proposition");
  const save = named(db, "saveProposition");
  const remove = named(db, "deleteProposition");
  const addGram = named(db, "addGram");
  const deleteGram = named(db, "deleteGram");
  const filed = named(db, "listFiled").pluck();
  const outOfDate = named(db, "listOutOfDate").pluck();
  const forget = ["forgetPropositions", "forgetGrams"].map((name) => named(db, name));
  return {
    findQuestion: (marketKey: number) => question.get({ marketKey }) as Question | undefined,

    find(marketKey: number): FiledProposition | undefined {
      const row = find.get({ marketKey }) as PropositionRow | undefined;
      return row === undefined ? undefined : { platform: row.platform, proposition: fromRow(row) };
    },

    /** Whether what is stored says the same. */
    isStored(marketKey: number, proposition: Proposition): boolean {
      const row = find.get({ marketKey }) as PropositionRow | undefined;
      return (
        row !== undefined &&
        Object.entries(toRow(proposition)).every(([name, value]) => row[name as keyof PropositionRow] === value)
      );
    },

    save({ marketKey, platform }: Question, proposition: Proposition): void {
      save.run({ marketKey, platform, ...toRow(proposition) });
    },

    remove: (marketKey: number): void => void remove.run({ marketKey }),

    addGrams(marketKey: number, grams: readonly number[]): void {
      for (const gram of grams) addGram.run({ gram, marketKey });
    },

    deleteGrams(marketKey: number, grams: readonly number[]): void {
      for (const gram of grams) deleteGram.run({ gram, marketKey });
    },

    /** Markets filed under a gram, at most `limit`. */
    listFiled: (gram: number, limit: number) => filed.all({ gram, limit }) as number[],

    /** Forgets all of them, for when the rules they were made by have changed. */
    forgetAll(): void {
      for (const statement of forget) statement.run();
    },

    /** The next markets that closed too long ago to take part. */
    listOutOfDate: (after: number, updatedBefore: number, limit: number) =>
      outOfDate.all({ after, updatedBefore, limit }) as number[],
  };
}

interface PropositionRow {
  readonly platform: string;
  readonly words: string;
  readonly context: string;
  readonly entity: string;
  readonly dates: string;
  readonly numbers: string;
  readonly facets: string;
  readonly hints: string;
  readonly isNegated: number;
  readonly closesAt: number | null;
}

const toRow = ({ spoken, context, entity, dates, numbers, facets, hints, isNegated, closesAt }: Proposition) => ({
  words: JSON.stringify(spoken),
  context: JSON.stringify(context),
  entity: JSON.stringify(entity),
  dates: JSON.stringify(dates),
  numbers: JSON.stringify(numbers),
  facets: JSON.stringify(facets),
  hints: JSON.stringify(hints),
  isNegated: Number(isNegated),
  closesAt,
});

const fromRow = (row: PropositionRow): Proposition => ({
  ...readSpoken(row.words),
  context: JSON.parse(row.context) as string[],
  entity: JSON.parse(row.entity) as string[],
  dates: JSON.parse(row.dates) as Proposition["dates"],
  numbers: JSON.parse(row.numbers) as Proposition["numbers"],
  facets: JSON.parse(row.facets) as string[],
  hints: JSON.parse(row.hints) as string[],
  isNegated: row.isNegated === 1,
  closesAt: row.closesAt,
});

/** Words are stored as people know them; their stems follow from the rules. */
function readSpoken(json: string): Pick<Proposition, "spoken" | "words"> {
  const spoken = JSON.parse(json) as string[];
  return { spoken, words: spoken.map(toStem) };
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
  const has = named(db, "hasPairs").pluck();
  const decisions = named(db, "decisionsOf");
  const decidedKeys = named(db, "listDecidedKeys").pluck();
  const deleteMatches = named(db, "deleteMatchesOf");
  const choose = named(db, "chooseMatches");
  return {
    /** Forgets all pairs of a market; gives the markets they were with. */
    remove(marketKey: number): number[] {
      if (has.get({ marketKey }) === 0) return [];
      const keys = partners.all({ marketKey }) as number[];
      for (const removal of removals) removal.run({ marketKey });
      return keys;
    },

    /** Markets of which the operator has said something. */
    listDecidedKeys: () => decidedKeys.all() as number[],

    save: ({ relation, score, ...pair }: ScoredPair): void =>
      void savePair.run({ ...inOrder(pair), relation, score, reasons: JSON.stringify(pair.reasons) }),

    saveMiss: ({ guard, score, ...pair }: NearMiss): void =>
      void saveMiss.run({ ...inOrder(pair), guard, score, reasons: JSON.stringify(pair.reasons) }),

    listDecided: (platform: string, id: string) => decisions.all({ platform, id }) as Decided[],

    /** Chooses anew which pairs of these markets are matches. */
    chooseMatches(marketKeys: readonly number[]): void {
      const keys = JSON.stringify(marketKeys);
      deleteMatches.run({ keys });
      choose.run({ keys, least: LEAST_MATCH * ONE, tolerance: TOLERANCE });
    },

    ...openGroups(db),
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
  return {
    /** All markets connected with these, and the matches among them, the surest first. */
    listLinked(marketKeys: readonly number[]): { markets: LinkedMarket[]; links: Link[] } {
      const markets = linked.all({ keys: JSON.stringify(marketKeys) }) as LinkedMarket[];
      const links = among.all({ keys: JSON.stringify(markets.map(({ marketKey }) => marketKey)) }) as Link[];
      return { markets, links };
    },

    /** Replaces the groups of these markets; what stays as it is is not written. */
    saveGroups(markets: readonly LinkedMarket[], members: readonly GroupMember[]): void {
      const wanted = new Map(
        members.map((member) => [member.marketKey, { ...member, isInverted: Number(member.isInverted) }]),
      );
      const stored = groups.all({ keys: JSON.stringify(markets.map(({ marketKey }) => marketKey)) }) as StoredMember[];
      for (const { marketKey, groupKey, isInverted } of stored) {
        const next = wanted.get(marketKey);
        if (next?.groupKey === groupKey && next.isInverted === isInverted) wanted.delete(marketKey);
        else remove.run({ marketKey });
      }
      for (const member of wanted.values()) save.run(member);
    },
  };
}

interface StoredMember {
  readonly marketKey: number;
  readonly groupKey: number;
  readonly isInverted: number;
}
