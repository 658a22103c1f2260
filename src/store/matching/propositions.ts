import { type Proposition, toStem } from "../../domain/matching/index.ts";
import { type Db, prepare } from "../database/index.ts";

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

/** A question with all columns of what is filed of it in one text, null when nothing is. */
export interface KnownQuestion extends Question {
  readonly filed: string | null;
}

/** A proposition with the platform its market is on. */
export interface FiledProposition {
  readonly platform: string;
  readonly proposition: Proposition;
}

/** What a question says in words, stemmed. */
export interface SpokenQuestion {
  readonly marketKey: number;
  readonly platform: string;
  readonly words: readonly string[];
  readonly context: readonly string[];
  readonly entity: readonly string[];
}

/**
 * The questions that take part, taken apart. One statement reads many of them: asked for one by one they take fifteen
 * times as long. The caller holds the transaction.
 */
export function openPropositions(db: Db) {
  const questions = prepare(db, "matches", "questions");
  const list = prepare(db, "matches", "propositions");
  const next = prepare(db, "matches", "listPropositions");
  const save = prepare(db, "matches", "saveProposition");
  const remove = prepare(db, "matches", "deleteProposition");
  const outOfDate = prepare(db, "matches", "listOutOfDate").pluck();
  const spoken = prepare(db, "matches", "listSpoken").raw();
  const count = prepare(db, "matches", "countPropositions").pluck();
  return {
    /** Reads the whole table, which takes long when there are many. */
    count: () => count.get() as number,

    /** The questions of these markets. */
    listQuestions: (marketKeys: readonly number[]): KnownQuestion[] =>
      questions.all({ keys: JSON.stringify(marketKeys) }) as KnownQuestion[],

    /** What is filed of these markets; those of which nothing is are left out. */
    list(marketKeys: readonly number[]): Map<number, FiledProposition> {
      const rows = list.all({ keys: JSON.stringify(marketKeys) }) as FiledRow[];
      return new Map(
        rows.map((row) => [row.marketKey, { platform: row.platform, proposition: toProposition(row) }] as const),
      );
    },

    /** What is filed of the next markets, by key. */
    listNext: (after: number, limit: number): { marketKey: number; proposition: Proposition }[] =>
      (next.all({ after, limit }) as FiledRow[]).map((row) => ({
        marketKey: row.marketKey,
        proposition: toProposition(row),
      })),

    save({ marketKey, platform }: Question, proposition: Proposition): void {
      save.run({ marketKey, platform, ...toRow(proposition) });
    },

    remove: (marketKey: number): void => void remove.run({ marketKey }),

    /** The next markets that closed too long ago to take part. */
    listOutOfDate: (after: number, updatedBefore: number, limit: number) =>
      outOfDate.all({ after, updatedBefore, limit }) as number[],

    /** What the next markets that take part say in words. */
    listSpoken: (after: number, limit: number): SpokenQuestion[] =>
      (spoken.all({ after, limit }) as SpokenRow[]).map(([marketKey, platform, words, context, entity]) => ({
        marketKey,
        platform,
        words: readStems(words),
        context: readList(context),
        entity: readList(entity),
      })),
  };
}

/** Whether what is filed of a question says the same. */
export function isFiled({ filed }: KnownQuestion, proposition: Proposition): boolean {
  if (filed === null) return false;
  const { words, context, entity, dates, numbers, facets, hints, isNegated, closesAt } = toRow(proposition);
  const columns = [words, context, entity, dates, numbers, facets, hints, isNegated, closesAt ?? ""];
  return filed === columns.join("\n");
}

interface PropositionRow {
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

type SpokenRow = readonly [marketKey: number, platform: string, words: string, context: string, entity: string];

type FiledRow = PropositionRow & { readonly marketKey: number; readonly platform: string };

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

const toProposition = (row: PropositionRow): Proposition => ({
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

const readStems = (json: string): string[] => (JSON.parse(json) as string[]).map(toStem);

/** Words are stored as people know them; their stems follow from the rules. */
function readSpoken(json: string): Pick<Proposition, "spoken" | "words"> {
  const spoken = JSON.parse(json) as string[];
  return { spoken, words: spoken.map(toStem) };
}
