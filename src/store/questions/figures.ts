// The figures of questions, which their lists are filtered and ordered by: tables in memory of the connection that reads, kept
// up with those of lists/listed.ts and with the matches in the file.

import { orientPrice } from "../../domain/arbitrage.ts";
import { isRealMoney, PLATFORMS } from "../../domain/platforms.ts";
import { type FiguredMember, figuresOf, oneOfEachPlatform, orientChange } from "../../domain/questions.ts";
import { type Db, prepare, type SqlRow } from "../database/db.ts";
import { refreshLists } from "../lists/listed.ts";

const TABLES = `
-- The figures of each question that at least two listed markets ask; and once more as if there were none but its markets on
-- real-money platforms. domain/questions.ts makes them.
CREATE TEMP TABLE question_figures (
  is_real_money_only  INTEGER NOT NULL,
  id_number           INTEGER NOT NULL,       -- the first digits of its id: in the order of ids
  question_key        INTEGER NOT NULL,
  id                  TEXT NOT NULL,
  category            TEXT NOT NULL,
  status              TEXT NOT NULL,
  price               INTEGER NOT NULL,
  gap                 INTEGER,
  is_stale            INTEGER NOT NULL,
  platform_mask       INTEGER NOT NULL,       -- a bit for each platform that asks it, see platformMask
  platform_count      INTEGER NOT NULL,       -- where it is asked, the other side of a game left out
  volume              INTEGER NOT NULL,
  volume_24h          INTEGER NOT NULL,
  change_24h          INTEGER,
  closes_at           INTEGER,
  updated_at          INTEGER NOT NULL,
  market_key          INTEGER NOT NULL,       -- one of its listed markets
  PRIMARY KEY (is_real_money_only, id_number)
) STRICT, WITHOUT ROWID;

CREATE INDEX temp.question_figures_by_key ON question_figures (question_key);

-- The events whose markets ask each question, listed or not.
CREATE TEMP TABLE question_events (
  event_key     INTEGER NOT NULL,
  question_key  INTEGER NOT NULL,
  PRIMARY KEY (event_key, question_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX temp.question_events_by_question ON question_events (question_key);

-- Questions whose figures are to be made again.
CREATE TEMP TABLE changed_questions (
  question_key  INTEGER PRIMARY KEY
) STRICT;

-- The generation up to which changed questions were noted; no row before the first.
CREATE TEMP TABLE noted_generation (
  generation  INTEGER NOT NULL
) STRICT;
`;

/** Makes the tables on a connection that has those of lists, empty. */
export const createFigures = (db: Db): void => void db.exec(TABLES);

/** A listed market of a question, with what its figures are made of. */
export interface ListedMember extends FiguredMember {
  readonly questionKey: number;
  readonly eventKey: number;
  /** Whether its yes is the no of the question. */
  readonly isInverted: boolean;
}

/** Brings lists and figures up to date at a moment, in epoch milliseconds. The caller holds the transaction. */
export function refreshQuestions(db: Db, now: number): void {
  refreshLists(db, now);
  while (refreshSomeFigures(db));
}

const STEP_QUESTIONS = 200;

/**
 * Makes some figures again, of questions that were matched otherwise, and of those whose listed markets changed; true while
 * more are left. Lists are up to date; the caller holds the transaction.
 */
export function refreshSomeFigures(db: Db): boolean {
  const isMoreMatched = noteMatched(db);
  const keys = prepare(db, "questions", "someChanged").pluck().all({ limit: STEP_QUESTIONS });
  if (keys.length > 0) makeFigures(db, keys);
  return isMoreMatched || keys.length === STEP_QUESTIONS;
}

/** Notes questions whose members are others than before; true while some are left. */
function noteMatched(db: Db): boolean {
  const noted = prepare(db, "questions", "notedGeneration").pluck().get() ?? startNoting(db);
  if (Number(prepare(db, "questions", "lastGeneration").pluck().get() ?? 0) === noted) return false;
  const changed = prepare(db, "questions", "changed").all({ generation: noted, limit: STEP_QUESTIONS });
  const keys = JSON.stringify(changed.map(({ questionKey }) => questionKey));
  prepare(db, "questions", "noteChanged").run({ keys });
  prepare(db, "questions", "forgetEvents").run({ keys });
  prepare(db, "questions", "addEvents").run({ keys });
  prepare(db, "questions", "setNoted").run({ generation: changed.at(-1)?.generation ?? noted });
  return changed.length === STEP_QUESTIONS;
}

/** From now on, a question is noted whenever one of its listed markets changes: not before, while these are all read. */
function startNoting(db: Db): number {
  db.exec(`
    CREATE TEMP TRIGGER question_market_touched AFTER INSERT ON touched_markets BEGIN
      INSERT OR IGNORE INTO changed_questions
      SELECT question_key FROM match_groups CROSS JOIN questions USING (group_key)
      WHERE match_groups.market_key = new.market_key;
    END;
  `);
  prepare(db, "questions", "startNoting").run();
  return 0;
}

/** As many hexadecimal digits as a number has room for. */
const ID_NUMBER_DIGITS = 13;

function makeFigures(db: Db, questionKeys: readonly number[]): void {
  const keys = JSON.stringify(questionKeys);
  prepare(db, "questions", "forgetFigures").run({ keys });
  prepare(db, "questions", "forgetChanged").run({ keys });
  const rows = Map.groupBy(prepare(db, "questions", "listedMembers").all({ keys }), ({ questionKey }) => questionKey);
  const add = prepare(db, "questions", "addFigures");
  for (const [first, ...others] of rows.values()) {
    if (first === undefined) continue;
    const members = [first, ...others].map(toListedMember);
    for (const isRealMoneyOnly of [0, 1] as const) {
      const shown = isRealMoneyOnly ? members.filter(({ platform }) => isRealMoney(platform)) : members;
      const figures = figuresOf({ marketKey: first.titledKey, changedAt: first.changedAt }, shown);
      if (figures === undefined) continue;
      const { priceSource: _, isStale, ...values } = figures;
      add.run({
        ...values,
        marketKey: shown[0]?.marketKey ?? 0,
        ...{ isRealMoneyOnly, questionKey: first.questionKey, id: first.id, isStale: Number(isStale) },
        idNumber: Number.parseInt(first.id.slice(0, ID_NUMBER_DIGITS), 16),
        platformMask: platformMask(shown.map(({ platform }) => platform)),
        platformCount: oneOfEachPlatform(shown).length,
      });
    }
  }
}

/** A bit for each of these platforms. */
export const platformMask = (platforms: readonly string[]): number =>
  PLATFORMS.reduce((mask, { id }, place) => mask | (platforms.includes(id) ? 1 << place : 0), 0);

/** The figures of a question as they are stored. */
export type QuestionFiguresRow = SqlRow<"questions", "figures">;

/** Reads the figures of questions that are shown, in the order given. They are up to date; the caller holds the transaction. */
export const readFigures = (db: Db, questionKeys: readonly number[], realMoneyOnly = false): QuestionFiguresRow[] =>
  prepare(db, "questions", "figures").all({
    keys: JSON.stringify(questionKeys),
    realMoneyOnly: Number(realMoneyOnly),
  });

/**
 * Finds the questions of markets that are shown, by market key in the order given. Figures are up to date; the caller holds the
 * transaction.
 */
export const findShown = (
  db: Db,
  marketKeys: readonly number[],
  realMoneyOnly = false,
): ReadonlyMap<number, number> => {
  const keys = JSON.stringify(marketKeys);
  const rows = prepare(db, "questions", "shownOf").all({ keys, realMoneyOnly: Number(realMoneyOnly) });
  return new Map(rows.map(({ marketKey, questionKey }) => [marketKey, questionKey]));
};

/** Reads the listed markets of questions, by question. Their figures are up to date; the caller holds the transaction. */
export function listMembers(db: Db, questionKeys: readonly number[]): ReadonlyMap<number, readonly ListedMember[]> {
  const rows = prepare(db, "questions", "listedMembers").all({ keys: JSON.stringify(questionKeys) });
  return Map.groupBy(rows.map(toListedMember), ({ questionKey }) => questionKey);
}

function toListedMember(row: SqlRow<"questions", "listedMembers">): ListedMember {
  const { questionKey, marketKey, eventKey, platform, category, volume, volume24h, closesAt, updatedAt } = row;
  const isInverted = row.isInverted === 1;
  return {
    ...{ questionKey, marketKey, eventKey, platform, category, isInverted, volume, volume24h, closesAt, updatedAt },
    isOpen: row.status === "open",
    price: orientPrice(row.yesPrice, isInverted),
    priceChange24h: orientChange(row.change24h, isInverted),
    isStale: row.isStale === 1,
  };
}
