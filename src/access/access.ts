import type { Clock } from "../clock.ts";
import { dayOf } from "../domain/calendar.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { type Commands, callCommand, toCommands } from "../store/commands.ts";
import type { Store } from "../store/store.ts";
import { type Counters, createCounters, DAYS_IN_MEMORY } from "./counters.ts";
import { createKeyring, type Keyring } from "./keyring.ts";

/** Who may ask, and how much they have. */
export interface Access {
  readonly keys: Keyring;
  readonly counters: Counters;
}

export interface OpenAccess extends Access {
  /** Commands after which the keyring knows what they changed. */
  readonly commands: Commands;
  /** Writes the last counts down. The writer must still be there. */
  close(): Promise<void>;
}

export interface AccessSettings {
  readonly store: Pick<Store, "keys" | "usage">;
  readonly commands: Commands;
  readonly clock: Clock;
  readonly log: Log;
}

/** Keys changed on the command line are known after this long. */
const REFRESH_MS = 1000;

/** With the way to the writer, twice at worst, under 250 ms also on a busy machine. */
const FLUSH_MS = 50;

/** Loads keys and counters, then keeps the former up to date and the latter written down. */
export async function openAccess({ store, commands, clock, log }: AccessSettings): Promise<OpenAccess> {
  const keys = createKeyring(store.keys);
  const days = await store.usage.listSince(dayOf(clock.now()) - DAYS_IN_MEMORY);
  const flusher = createFlusher(() => counters.flush(), log);
  const counters = createCounters(days, commands.saveUsage, flusher.plan);
  await keys.refresh();
  const refresh = (): Promise<void> =>
    keys.refresh().catch((error: unknown) => log.error({ err: error }, "reading keys failed; tried again soon"));
  const timer = setInterval(() => void refresh(), REFRESH_MS).unref();
  return {
    keys,
    counters,
    commands: toCommands(async (name, input) => {
      const result = await callCommand(commands, name, input);
      if (name !== "saveUsage") await refresh();
      return result;
    }),
    async close() {
      clearInterval(timer);
      await flusher.close();
    },
  };
}

/** Calls `flush` soon after `plan`, one call at a time, until what was planned is done. */
function createFlusher(flush: () => Promise<void>, log: Log) {
  let planned: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  /** When what came while one was running is to be flushed. */
  let dueAt: number | undefined;
  let hasFailed = false;
  const run = async (): Promise<void> => {
    planned = undefined;
    try {
      await flush();
      hasFailed = false;
    } catch (error) {
      // Nothing is lost: it is tried again, and a writer that is being started again says so itself.
      if (!hasFailed && !(error instanceof AppError))
        log.error({ err: error }, "writing usage down failed; tried again");
      hasFailed = true;
      dueAt = performance.now() + FLUSH_MS;
    }
  };
  const start = (): void => {
    running = run().finally(() => {
      running = undefined;
      if (dueAt === undefined) return;
      planned = setTimeout(start, Math.max(0, dueAt - performance.now())).unref();
      dueAt = undefined;
    });
  };
  const plan = (): void => {
    if (planned !== undefined) return;
    if (running !== undefined) dueAt ??= performance.now() + FLUSH_MS;
    else planned = setTimeout(start, FLUSH_MS).unref();
  };
  return {
    plan,
    async close(): Promise<void> {
      await running;
      clearTimeout(planned);
      await flush().catch((error: unknown) => log.error({ err: error }, "the last usage could not be written down"));
    },
  };
}
