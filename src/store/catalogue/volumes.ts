import type { Cents } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/index.ts";

const DAY_MS = 86_400_000;

/** Volume traded per platform and UTC day. The caller holds the transaction. */
export type Volumes = ReturnType<typeof openVolumes>;

export function openVolumes(db: Db) {
  const add = prepare(db, "volumes", "add");
  const countOpen = prepare(db, "volumes", "countOpen").pluck();
  const insertPast = prepare(db, "volumes", "insertPast");
  const deleteOld = prepare(db, "volumes", "deleteOld");
  return {
    /** Adds what was traded to the day of `at` (epoch milliseconds), and notes how many markets are open. */
    add: (platform: string, at: number, volume: Cents): void =>
      void add.run({ day: Math.floor(at / DAY_MS), platform, volume, markets: countOpen.get(platform) }),
    /** Writes a past day straight into the archive; one that is known already stays as it is. */
    insertPast: (day: number, platform: string, volume: Cents): void =>
      void insertPast.run({ day, platform, volume, markets: countOpen.get(platform) }),
    deleteOld: (before: number): void => void deleteOld.run(Math.floor(before / DAY_MS)),
  };
}
