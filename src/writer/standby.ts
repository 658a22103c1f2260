import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Call } from "../store/commands.ts";
import type { Trouble } from "../store/database/trouble.ts";
import type { Supervisor } from "./supervisor.ts";
import { logDamage } from "./transactions/health.ts";

/** In place of the writer, on a standby: refuses every write and names the primary. */
export function refuseWrites(primaryUrl: string, log: Log): Supervisor {
  let trouble: Trouble | null = null;
  const call: Call = async (name) => {
    // Use counts in memory until the restart.
    if (name === "saveUsage") return undefined;
    throw new AppError(
      "unavailable",
      `this standby only answers reads, and nothing was changed: send this request to the primary, ${primaryUrl}`,
      { details: { primary: primaryUrl } },
    );
  };
  return {
    started: Promise.resolve(),
    state: () => "none",
    call,
    trouble: () => trouble,
    noteDamage(error) {
      if (trouble === null) logDamage(log, error);
      trouble = "damaged";
    },
    clockStep: () => undefined,
    countWaiting: () => 0,
    setLogLevel: () => undefined,
    prepareToClose: () => undefined,
    close: async () => undefined,
  };
}
