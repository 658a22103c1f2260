import { type Clock, SECOND_MS } from "../../clock.ts";
import { AppError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { type Call, type Commands, callCommand } from "../../store/commands.ts";
import { type Db, durably } from "../../store/database/db.ts";
import { savePosition } from "../../store/database/properties.ts";
import { describeTrouble, type Trouble, troubleOf } from "../../store/database/trouble.ts";
import type { Job, JobCounts } from "../schedule.ts";

interface HealthSettings {
  /** Whether the database is still at its path. */
  readonly isInPlace: () => boolean;
  readonly log: Log;
  /** Logs damage too, which another thread may meet at the same moment. */
  readonly onChange: (trouble: Trouble | null, error?: unknown) => void;
}

/** Whether the database can be written, as far as the last writes have shown. */
export type Health = ReturnType<typeof createHealth>;

export function createHealth({ isInPlace, log, onChange }: HealthSettings) {
  let current: Trouble | null = null;
  const change = (trouble: Trouble | null, error?: unknown): void => {
    // Damage lasts, also where another page of the file can be written.
    if (trouble === current || current === "damaged") return;
    current = trouble;
    const details = { trouble, ...(error === undefined ? {} : { err: error }) };
    if (trouble === null) log.warn("the database can be written again");
    else if (trouble !== "damaged") log.error(details, "the database cannot be written");
    onChange(trouble, error);
  };
  const failed = (error: unknown): void => {
    const trouble = troubleOf(error);
    if (trouble !== undefined) change(trouble, error);
  };
  return {
    /** Throws AppError when the file is damaged, or no longer at its path. */
    requireSound(): void {
      if (current === "damaged") throw unwritable("damaged");
      if (isInPlace()) return;
      change("missing");
      throw unwritable("missing");
    },

    /** Takes note of an error; one that is not about the database changes nothing. */
    failed,

    /** Takes note of the error that a job ends with, which may only have read. Damage ends there: it is logged once. */
    async observe(run: Job["run"]): Promise<JobCounts> {
      try {
        return (await run()) ?? undefined;
      } catch (error) {
        failed(error);
        if (troubleOf(error) !== "damaged") throw error;
        return undefined;
      }
    },

    /** Takes note of damage that was logged elsewhere. It lasts: a restored database is another file. */
    noteDamage(): void {
      if (current === "damaged") return;
      current = "damaged";
      onChange("damaged");
    },

    /** Looks again, and tries a write where the last one failed. */
    check(write: () => void): void {
      if (!isInPlace()) return void change("missing");
      if (current === null || current === "damaged") return;
      try {
        write();
        change(null);
      } catch (error) {
        change(troubleOf(error) ?? current, error);
      }
    },
  };
}

/** Finds out that the database cannot be written, and that it can be again. */
export const databaseCheck = (db: Db, health: Health, clock: Clock): Job => ({
  name: "check-database",
  everyMs: SECOND_MS,
  run: () => health.check(() => durably(db, () => savePosition(db, "written-again", clock.now()))),
});

export function logDamage(log: Log, error: unknown): void {
  log.error({ trouble: "damaged", err: error }, describeTrouble("damaged"));
}

/** Carries out commands. Rejects with AppError unavailable while the file is gone or the database fails. */
export function guardCommands(commands: Commands, health: Health): Call {
  return async (name, input) => {
    health.requireSound();
    try {
      return await callCommand(commands, name, input);
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === undefined) throw error;
      health.failed(error);
      throw unwritable(trouble, error);
    }
  };
}

function unwritable(trouble: Trouble, cause?: unknown): AppError {
  const because = cause === undefined ? {} : { cause };
  // Without Retry-After: it lasts until the operator acts.
  if (trouble === "damaged") {
    return new AppError("unavailable", `nothing was changed: ${describeTrouble(trouble)}`, because);
  }
  return new AppError(
    "unavailable",
    `the service cannot write at the moment (${trouble}); nothing was changed, try again later`,
    { headers: { "Retry-After": "30" }, ...because },
  );
}
