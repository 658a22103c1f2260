import { type JudgeVerdict, MIN_JUDGED_SCORE } from "../../domain/matching/judge.ts";
import { ONE } from "../../domain/prices.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";

/** A pair to be judged, with its texts. */
export type JudgedPair = SqlRow<"judge", "listDue">;

export interface SavedVerdict extends JudgeVerdict {
  readonly a: number;
  readonly b: number;
  /** A digest of what was judged, and by which model. */
  readonly texts: string;
  readonly model: string;
}

/** What the judge said of pairs. The caller holds the transaction. */
export function openVerdicts(db: Db) {
  const due = prepare(db, "judge", "listDue");
  const byTexts = prepare(db, "judge", "findByTexts");
  const find = prepare(db, "judge", "find");
  const save = prepare(db, "judge", "save");
  const outdate = prepare(db, "judge", "outdate");
  return {
    listDue: (limit: number): JudgedPair[] => due.all({ limit, minScore: MIN_JUDGED_SCORE * ONE }),
    findByTexts: (texts: string): JudgeVerdict | undefined => byTexts.get({ texts }),
    find: (a: number, b: number) => find.get({ a: Math.min(a, b), b: Math.max(a, b) }),
    save: (verdict: SavedVerdict): void => void save.run({ ...verdict }),
    /** The texts of a market have changed. */
    outdate: (marketKey: number): void => void outdate.run({ marketKey }),
  };
}

/** How often the judge said what the operator decided. */
export function countAgreed(db: Db): { readonly agreed: number; readonly disagreed: number } {
  const rows = prepare(db, "judge", "countAgreed").all();
  const count = (isRight: 0 | 1): number => rows.find((row) => row.isRight === isRight)?.pairs ?? 0;
  return { agreed: count(1), disagreed: count(0) };
}
