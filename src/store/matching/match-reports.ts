import { originOf } from "../../domain/accounts/keys.ts";
import { AppError } from "../../errors.ts";
import { type Db, durably, prepare, type SqlRow } from "../database/db.ts";
import { getOriginSalt } from "../database/properties.ts";
import type { MarketName } from "./pair-decisions.ts";

/** A market that a visitor says does not belong to a question, and one that it was matched with. */
export type MatchReport = SqlRow<"match-reports", "list">;

/** A market that does not belong to a question, as a visitor reports it. */
export interface ReportedMatch {
  readonly questionId: string;
  readonly market: MarketName;
  /** A market of the question to compare it with. */
  readonly other: MarketName;
  /** Why, in the visitor's words; may be empty. */
  readonly note: string;
  /** Where the report came from. */
  readonly address: string;
}

/** Reports that are kept, in all and of one address. */
const MAX_REPORTS = 1000;
const MAX_REPORTS_OF_ORIGIN = 20;

export const listReports = (db: Db): MatchReport[] => prepare(db, "match-reports", "list").all({ limit: MAX_REPORTS });

/** Keeps a report until the operator is done with it; of the address a digest. Throws AppError rate_limit_exceeded, unavailable. */
export const addReport = (db: Db, { questionId, market, other, note, address }: ReportedMatch, at: number): void =>
  durably(db, () => {
    const origin = originOf(address, getOriginSalt(db));
    if (prepare(db, "match-reports", "countOfOrigin").pluck().get({ origin }) >= MAX_REPORTS_OF_ORIGIN) {
      const message = `${MAX_REPORTS_OF_ORIGIN} reports from your address wait for the operator; try again another day`;
      throw new AppError("rate_limit_exceeded", message);
    }
    if (prepare(db, "match-reports", "count").pluck().get() >= MAX_REPORTS) {
      throw new AppError("unavailable", "too many reports wait for the operator; try again another day");
    }
    prepare(db, "match-reports", "save").run({ questionId, ...toPair(market, other), note, origin, at });
  });

export const removeReportsOfPair = (db: Db, market: MarketName, other: MarketName): void =>
  durably(db, () => void prepare(db, "match-reports", "deleteOfPair").run(toPair(market, other)));

const toPair = ({ platform, id }: MarketName, other: MarketName) => ({
  ...{ platform, id },
  ...{ otherPlatform: other.platform, otherId: other.id },
});
