import type { JudgeVerdict } from "../../domain/matching/judge.ts";
import { type Db, prepare } from "../database/db.ts";

/** A verdict on a pair. `texts` is a digest of what was judged, and by which model. */
type SavedVerdict = JudgeVerdict & Readonly<Record<"a" | "b", number> & Record<"texts" | "model", string>>;

/** What the judge said of pairs. The caller holds the transaction. */
export function openVerdicts(db: Db) {
  const due = prepare(db, "judge", "listDue");
  const texts = prepare(db, "judge", "textsOf").pluck();
  const byTexts = prepare(db, "judge", "findByTexts");
  const find = prepare(db, "judge", "find");
  const save = prepare(db, "judge", "save");
  const outdate = prepare(db, "judge", "outdate");
  return {
    listDue: (limit: number) => due.all({ limit }),
    textsOf: (marketKey: number) => texts.get({ marketKey }),
    findByTexts: (digest: string) => byTexts.get({ texts: digest }),
    find: (a: number, b: number) => find.get({ a, b }),
    save: (verdict: SavedVerdict): void => void save.run(verdict),
    /** The texts of a market have changed. */
    outdate: (marketKey: number): void => void outdate.run({ marketKey }),
  };
}
