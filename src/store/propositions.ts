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
  return {
    addGrams(marketKey: number, grams: readonly number[]): void {
      for (const gram of grams) addGram.run({ gram, marketKey });
    },

    deleteGrams(marketKey: number, grams: readonly number[]): void {
      for (const gram of grams) deleteGram.run({ gram, marketKey });
    },

    /** Markets filed under a gram, at most `limit`. */
    listFiled: (gram: number, limit: number) => filed.all({ gram, limit }) as number[],
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
