import type { JudgeVerdict } from "../../domain/matching/judge.ts";
import { type Db, prepare } from "../database/db.ts";

/** A verdict on a pair. `texts` is a digest of what was judged, and by which model. */
type SavedVerdict = JudgeVerdict & Readonly<Record<"a" | "b", number> & Record<"texts" | "model", string>>;

/** Pairs that the judge is to be asked about. What follows it, too, reads what the judge said within the caller's transaction. */
export const listDueVerdicts = (db: Db, limit: number) => prepare(db, "judge", "listDue").all({ limit });

export const findTexts = (db: Db, marketKey: number) => prepare(db, "judge", "textsOf").pluck().get({ marketKey });

export const findVerdictByTexts = (db: Db, digest: string) =>
  prepare(db, "judge", "findByTexts").get({ texts: digest });

export const findVerdict = (db: Db, a: number, b: number) => prepare(db, "judge", "find").get({ a, b });

export const saveVerdict = (db: Db, verdict: SavedVerdict): void => void prepare(db, "judge", "save").run(verdict);

/** The texts of a market have changed. */
export const outdateVerdicts = (db: Db, marketKey: number): void =>
  void prepare(db, "judge", "outdate").run({ marketKey });
