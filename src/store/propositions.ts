import { type Proposition, toStem } from "../domain/matching/index.ts";
import { type Db, prepare } from "./db.ts";

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

/** The questions that take part, taken apart, with the index over them. The caller holds the transaction. */
export function openPropositions(db: Db) {
  const question = prepare(db, "matches", "question");
  const find = prepare(db, "matches", "proposition");
  const save = prepare(db, "matches", "saveProposition");
  const remove = prepare(db, "matches", "deleteProposition");
  const outOfDate = prepare(db, "matches", "listOutOfDate").pluck();
  const forget = ["forgetPropositions", "forgetGrams"].map((name) => prepare(db, "matches", name));
  return {
    ...openIndex(db),

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

    /** Forgets all of them, for when the rules they were made by have changed. */
    forgetAll(): void {
      for (const statement of forget) statement.run();
    },

    /** The next markets that closed too long ago to take part. */
    listOutOfDate: (after: number, updatedBefore: number, limit: number) =>
      outOfDate.all({ after, updatedBefore, limit }) as number[],
  };
}

function openIndex(db: Db) {
  const addGram = prepare(db, "matches", "addGram");
  const deleteGram = prepare(db, "matches", "deleteGram");
  const filed = prepare(db, "matches", "listFiled").pluck();
  const shared = prepare(db, "matches", "listShared");
  const platforms = prepare(db, "matches", "listPlatforms");
  return {
    addGrams(marketKey: number, grams: readonly number[]): void {
      for (const gram of grams) addGram.run({ gram, marketKey });
    },

    deleteGrams(marketKey: number, grams: readonly number[]): void {
      for (const gram of grams) deleteGram.run({ gram, marketKey });
    },

    /** Markets filed under a gram, at most `limit`. */
    listFiled: (gram: number, limit: number) => filed.all({ gram, limit }) as number[],

    /** The next grams with more than one market, but not more than `longest`, and what is filed under them. */
    listShared: (after: number, longest: number, limit: number) =>
      (shared.all({ after, longest, limit }) as { gram: number; marketKeys: string }[]).map(({ gram, marketKeys }) => ({
        gram,
        marketKeys: marketKeys.split(",").map(Number),
      })),

    /** The platforms of the next markets that take part. */
    listPlatforms: (after: number, limit: number) =>
      platforms.all({ after, limit }) as { marketKey: number; platform: string }[],
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
  context: writeList(context),
  entity: writeList(entity),
  dates: writeList(dates),
  numbers: writeList(numbers),
  facets: writeList(facets),
  hints: writeList(hints),
  isNegated: Number(isNegated),
  closesAt,
});

const fromRow = (row: PropositionRow): Proposition => ({
  ...readSpoken(row.words),
  context: readList(row.context),
  entity: readList(row.entity),
  dates: readList(row.dates),
  numbers: readList(row.numbers),
  facets: readList(row.facets),
  hints: readList(row.hints),
  isNegated: row.isNegated === 1,
  closesAt: row.closesAt,
});

/** Most lists are empty. */
const readList = <T>(json: string): T[] => (json === "[]" ? [] : (JSON.parse(json) as T[]));
const writeList = (list: readonly unknown[]): string => (list.length === 0 ? "[]" : JSON.stringify(list));

/** Words are stored as people know them; their stems follow from the rules. */
function readSpoken(json: string): Pick<Proposition, "spoken" | "words"> {
  const spoken = JSON.parse(json) as string[];
  return { spoken, words: spoken.map(toStem) };
}
