import { randomBytes } from "node:crypto";
import { type Clock, dayOf } from "../clock.ts";
import { choosePagesTier, includesTier, type PagesSettings, type Tier } from "../domain/accounts/plans.ts";
import { isForThisMachine, type ListenSettings } from "../domain/addresses.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { type Call, type Commands, toCommands } from "../store/commands.ts";
import type { Store } from "../store/open.ts";
import { type Counters, createCounters, DAYS_IN_MEMORY } from "./counters.ts";
import { createKeyring, type Keyring } from "./keyring.ts";
import { createSessions, type Sessions } from "./sessions.ts";

/** Keys and sessions, and how many requests each key has left. */
export interface Access {
  readonly keys: Keyring;
  readonly counters: Counters;
  /** Of browsers that have signed in with a key. */
  readonly sessions: Sessions;
}

export interface OpenAccess extends Access {
  /** The writer's commands; once one resolves, the keyring knows what it changed. */
  readonly commands: Commands;
  /** Saves the last counts. The writer must still be there. */
  close(): Promise<void>;
}

interface AccessDeps {
  readonly store: Pick<Store, "keys" | "usage">;
  /** Carries out commands in the writer. */
  readonly call: Call;
  readonly clock: Clock;
  readonly log: Log;
  /** True for an error that is logged already. */
  readonly noteFailure: (error: unknown) => boolean;
}

/** Keys changed on the command line are known after this long. */
const REFRESH_MS = 1000;

/** How long a browser stays signed in. Until then, anyone who uses it may rotate or revoke the key. */
const SESSION_SECONDS = 7 * 24 * 3600;

/** A kill forgets what was not saved yet: this and the way to the writer, which takes as long as the machine lets it. */
const FLUSH_MS = 50;

/** After a failure: a writer that died is started again after half a second. */
const RETRY_MS = 500;

/** Loads keys and counters, then keeps the former up to date and the latter saved. */
export function openAccess({ store, call, clock, log, noteFailure }: AccessDeps): OpenAccess {
  const keys = createKeyring(store.keys);
  const days = store.usage.listSince(dayOf(clock.now()) - DAYS_IN_MEMORY);
  keys.refresh();
  const refresh = (): void => {
    try {
      keys.refresh();
    } catch (error) {
      if (!noteFailure(error)) log.error({ err: error }, "reading keys failed; tried again soon");
    }
  };
  const timer = setInterval(refresh, REFRESH_MS).unref();
  const commands = toCommands(async (name, input) => {
    const result = await call(name, input);
    if (name !== "saveUsage") refresh();
    return result;
  });
  const flusher = createFlusher(() => counters.flush(), log);
  const counters = createCounters(days, commands.saveUsage, flusher.schedule);
  return {
    keys,
    counters,
    sessions: createSessions({ name: "toteboard_key", path: "/", seconds: SESSION_SECONDS }),
    commands,
    async close() {
      clearInterval(timer);
      await flusher.close();
    },
  };
}

/** Calls `flush` within 50 ms of `schedule`, one call at a time, and again after a failure until it succeeds. */
function createFlusher(flush: () => Promise<void>, log: Log) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let hasFailed = false;
  const schedule = (): void => {
    timer ??= setTimeout(start, hasFailed ? RETRY_MS : FLUSH_MS).unref();
  };
  const start = (): void => {
    timer = undefined;
    if (running !== undefined) return void schedule();
    running = run().finally(() => {
      running = undefined;
    });
  };
  const run = async (): Promise<void> => {
    try {
      await flush();
      hasFailed = false;
    } catch (error) {
      // A writer that is being restarted says so itself.
      if (!hasFailed && !(error instanceof AppError)) log.error({ err: error }, "saving usage failed; tried again");
      hasFailed = true;
      schedule();
    }
  };
  return {
    schedule,
    async close(): Promise<void> {
      await running;
      clearTimeout(timer);
      await flush().catch((error: unknown) => log.error({ err: error }, "the last usage could not be saved"));
    },
  };
}

/** The secret that opens the operator's pages. */
export interface OperatorToken {
  readonly value: string;
  /** True for one made at the start and shown on the terminal alone. */
  readonly isMade: boolean;
}

interface OperatorTokenSettings extends ListenSettings {
  readonly adminToken: string | undefined;
}

const BYTES = 24;

/**
 * The token that is set; else, where a terminal shows it and this machine alone reaches the service, a new one of 32
 * characters. Undefined where nobody may open the pages.
 */
export function chooseOperatorToken(settings: OperatorTokenSettings, hasTerminal: boolean): OperatorToken | undefined {
  if (settings.adminToken !== undefined) return { value: settings.adminToken, isMade: false };
  if (!hasTerminal || !isForThisMachine(settings)) return undefined;
  return { value: randomBytes(BYTES).toString("base64url"), isMade: true };
}

/** The address of the operator's pages; with a made token in its fragment, which browsers never send. */
export const operatorLink = (url: string, token: OperatorToken): string =>
  `${url}/admin${token.isMade ? `#${token.value}` : ""}`;

/** The plan whose data pages show to a visitor. */
export interface PagesPlan {
  /** What they show without a key. */
  readonly tier: Tier;
  /** True where they show this visitor what a key on pro gets. */
  readonly showsAll: boolean;
}

export function createPagesPlan(settings: PagesSettings): PagesPlan {
  const tier = choosePagesTier(settings);
  return { tier, showsAll: includesTier(tier, "pro") };
}

/** The same for a visitor who has signed in with a key on this tier. */
export const toVisitorPlan = ({ tier, showsAll }: PagesPlan, keyTier: Tier): PagesPlan => ({
  tier,
  showsAll: showsAll || includesTier(keyTier, "pro"),
});
