import { originOf } from "../../domain/accounts/keys.ts";
import { AppError } from "../../errors.ts";
import type { ReportedMatch } from "../commands.ts";
import { type Db, durably, prepare, type SqlRow } from "../database/db.ts";
import { getOriginSalt } from "../database/properties.ts";
import type { MarketName } from "./pair-decisions.ts";

/** A market that a visitor says does not belong to a question, and one that it was matched with. */
export type MatchReport = SqlRow<"match-reports", "list">;

/** Reports that are kept, in all and of one address. */
const MAX_REPORTS = 1000;
const MAX_REPORTS_OF_ORIGIN = 20;

/** Reads what visitors reported. */
export function openMatchReports(db: Db) {
  const list = prepare(db, "match-reports", "list");
  return { list: (): MatchReport[] => list.all({ limit: MAX_REPORTS }) };
}

/** Writes what visitors report, until the operator is done with it. */
export function openReportWriter(db: Db) {
  const count = prepare(db, "match-reports", "count").pluck();
  const ofOrigin = prepare(db, "match-reports", "countOfOrigin").pluck();
  const save = prepare(db, "match-reports", "save");
  const remove = prepare(db, "match-reports", "deleteOfPair");
  return {
    /** Throws AppError rate_limit_exceeded, unavailable. Of the address a digest is kept. */
    add({ questionId, market, other, note, address }: ReportedMatch, at: number): void {
      durably(db, () => {
        const origin = originOf(address, getOriginSalt(db));
        if (ofOrigin.get({ origin }) >= MAX_REPORTS_OF_ORIGIN) {
          throw new AppError(
            "rate_limit_exceeded",
            `${MAX_REPORTS_OF_ORIGIN} reports from your address wait for the operator; try again another day`,
          );
        }
        if (count.get() >= MAX_REPORTS) {
          throw new AppError("unavailable", "too many reports wait for the operator; try again another day");
        }
        save.run({ questionId, ...toPair(market, other), note, origin, at });
      });
    },

    removeOfPair: (market: MarketName, other: MarketName): void =>
      durably(db, () => void remove.run(toPair(market, other))),
  };
}

const toPair = ({ platform, id }: MarketName, other: MarketName) => ({
  ...{ platform, id },
  ...{ otherPlatform: other.platform, otherId: other.id },
});
