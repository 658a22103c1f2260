import { DAY_MS } from "../../clock.ts";
import type { Cents } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/db.ts";

/** Volume traded per platform and UTC day. The caller holds the transaction. */
export type Volumes = ReturnType<typeof openVolumes>;

export function openVolumes(db: Db) {
  const add = prepare(db, "volumes", "add");
  const countOpen = prepare(db, "volumes", "countOpen").pluck();
  const insertPast = prepare(db, "volumes", "insertPast");
  const deleteOld = prepare(db, "volumes", "deleteOld");
  /** By day and platform, to be added to what is stored. */
  const noted = new Map<string, { readonly day: number; readonly platform: string; volume: Cents }>();
  return {
    /**
     * Has `flush` add what was traded to the day of `at` (epoch milliseconds), together with how many markets are open
     * then.
     */
    note(platform: string, at: number, volume: Cents): void {
      const day = toDay(at);
      const name = `${day} ${platform}`;
      const before = noted.get(name);
      if (before === undefined) noted.set(name, { day, platform, volume });
      else before.volume += volume;
    },

    flush(): void {
      for (const one of noted.values()) add.run({ ...one, markets: countOpen.get(one.platform) });
      noted.clear();
    },

    discard(): void {
      noted.clear();
    },

    /** Writes a past day straight into the archive; one that is known already stays as it is. */
    insertPast: (day: number, platform: string, volume: Cents): void =>
      void insertPast.run({ day, platform, volume, markets: countOpen.get(platform) }),

    /** Deletes the days before that of `before` (epoch milliseconds) and gives their number. */
    deleteOld: (before: number): number => deleteOld.run(toDay(before)).changes,
  };
}

const toDay = (ms: number): number => Math.floor(ms / DAY_MS);
