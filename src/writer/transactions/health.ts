import { AppError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { type Call, type Commands, callCommand } from "../../store/commands.ts";
import { type Trouble, troubleOf } from "../../store/database/trouble.ts";

interface HealthSettings {
  /** Whether the database is still at its path. */
  readonly isInPlace: () => boolean;
  readonly log: Log;
  readonly onChange: (trouble: Trouble | null) => void;
}

/** Whether the database can be written, as far as the last writes have shown. */
export type Health = ReturnType<typeof createHealth>;

export function createHealth({ isInPlace, log, onChange }: HealthSettings) {
  let current: Trouble | null = null;
  const change = (trouble: Trouble | null, error?: unknown): void => {
    if (trouble === current) return;
    current = trouble;
    if (trouble === null) log.warn("the database can be written again");
    else log.error({ trouble, ...(error === undefined ? {} : { err: error }) }, "the database cannot be written");
    onChange(trouble);
  };
  return {
    /** Throws AppError when a write would go to a file that nobody will find again. */
    requireFile(): void {
      if (isInPlace()) return;
      change("missing");
      throw unwritable("missing");
    },

    /** Takes note of an error; one that is not about the database changes nothing. */
    failed(error: unknown): void {
      const trouble = troubleOf(error);
      if (trouble !== undefined) change(trouble, error);
    },

    /** Looks again, and tries a write where the last one failed. */
    check(write: () => void): void {
      if (!isInPlace()) return void change("missing");
      // That one place can be written says nothing of a damaged other.
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

/** Carries out commands. Rejects with AppError unavailable while the file is gone or the database fails. */
export function guardCommands(commands: Commands, health: Health): Call {
  return async (name, input) => {
    health.requireFile();
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

const unwritable = (trouble: Trouble, cause?: unknown): AppError =>
  new AppError(
    "unavailable",
    `the service cannot write at the moment (${trouble}); nothing was changed, try again later`,
    {
      headers: { "Retry-After": "30" },
      ...(cause === undefined ? {} : { cause }),
    },
  );
