import { hash, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { type Clock, dayOf } from "../clock.ts";
import type { Key } from "../domain/accounts/keys.ts";
import { choosePagesTier, includesTier, type PagesSettings, type Tier } from "../domain/accounts/plans.ts";
import { isForThisMachine, type ListenSettings } from "../domain/addresses.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { ChangedKey, KeySecret } from "../store/accounts/keys.ts";
import { type Call, type Commands, toCommands } from "../store/commands.ts";
import type { Store } from "../store/open.ts";
import { type Counters, createCounters, DAYS_IN_MEMORY } from "./counters.ts";
import { createAddressLimit } from "./limit.ts";

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

const SESSION_BYTES = 24;

/**
 * The token that is set; else, where a terminal shows it and this machine alone reaches the service, a new one of 32
 * characters. Undefined where nobody may open the pages.
 */
export function chooseOperatorToken(settings: OperatorTokenSettings, hasTerminal: boolean): OperatorToken | undefined {
  if (settings.adminToken !== undefined) return { value: settings.adminToken, isMade: false };
  if (!hasTerminal || !isForThisMachine(settings)) return undefined;
  return { value: randomBytes(SESSION_BYTES).toString("base64url"), isMade: true };
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

/** A secret found by its digest. */
export interface KnownSecret {
  readonly key: Key;
  readonly digest: string;
  /** When its grace period ends; null for the key's newest secret. */
  readonly expiresAt: number | null;
}

/** All keys, in memory, so that no request reads them from the database. */
export type Keyring = ReturnType<typeof createKeyring>;

/** Reads that an address may cause by guessing keys; beyond them a new key works after the next regular refresh. */
const KEY_LOOKUPS_PER_MINUTE = 60;

interface StoredKey {
  key: Key;
  secrets: readonly KeySecret[];
}

export function createKeyring(reader: Pick<Store["keys"], "listChanged">) {
  const stored = new Map<string, StoredKey>();
  // By parent id, apart from the keys: a parent that changed lately is read after its children.
  const children = new Map<string, string[]>();
  const secrets = new Map<string, { owner: StoredKey; expiresAt: number | null }>();
  const lookups = createAddressLimit();
  let seen = 0;

  const addChild = (parentId: string, id: string): void => {
    const siblings = children.get(parentId);
    if (siblings === undefined) children.set(parentId, [id]);
    else siblings.push(id);
  };

  const put = ({ key, secrets: current }: ChangedKey): void => {
    const owner = stored.get(key.id) ?? { key, secrets: [] };
    if (!stored.has(key.id)) {
      stored.set(key.id, owner);
      if (key.parentId !== null) addChild(key.parentId, key.id);
    }
    for (const { digest } of owner.secrets) secrets.delete(digest);
    owner.key = key;
    owner.secrets = current;
    for (const { digest, expiresAt } of current) secrets.set(digest, { owner, expiresAt });
  };

  const refresh = (): void => {
    for (;;) {
      const { keys, seq } = reader.listChanged(seen);
      if (seq <= seen) return;
      keys.forEach(put);
      seen = seq;
    }
  };

  return {
    findSecret(digest: string): KnownSecret | undefined {
      const found = secrets.get(digest);
      return found === undefined ? undefined : { key: found.owner.key, digest, expiresAt: found.expiresAt };
    },

    find: (id: string): Key | undefined => stored.get(id)?.key,

    /** A key and all its descendants, itself first, then the oldest first. */
    listWithDescendants(id: string): Key[] {
      const family: Key[] = [];
      const waiting = [id];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const one = stored.get(next);
        if (one === undefined) continue;
        family.push(one.key);
        waiting.push(...(children.get(next) ?? []));
      }
      const [first, ...rest] = family;
      return first === undefined ? [] : [first, ...rest.sort(byAge)];
    },

    /** Whether a key is `ancestor` or descends from it. */
    isSameOrDescendant(id: string, ancestor: string): boolean {
      for (let key = stored.get(id)?.key; key !== undefined; key = stored.get(key.parentId ?? "")?.key) {
        if (key.id === ancestor) return true;
      }
      return false;
    },

    /** Reads the keys that changed since the last refresh. Cheap when none did. */
    refresh,

    /** The same for a caller with an unknown key, at most 60 times a minute for each address. `now` in epoch ms. */
    refreshFor(address: string, now: number): void {
      if (lookups.tryAdmit(address, now, KEY_LOOKUPS_PER_MINUTE)) refresh();
    },
  };
}

const byAge = (a: Key, b: Key): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

/**
 * Sessions of browsers that have signed in. They are in memory alone, so a restart ends them all, and a copy of the
 * database opens none. A session knows the digest of the secret that began it, never the secret itself.
 */
type Sessions = ReturnType<typeof createSessions>;

type CookieHeaders = Readonly<Record<"Set-Cookie", string>>;

interface SessionCookie {
  readonly name: string;
  /** Below the path of the site; the browser sends it nowhere else. */
  readonly path: string;
  readonly seconds: number;
}

/** Beyond them the oldest session ends. */
const MAX_SESSIONS = 10_000;
/** The same for one secret, so that nobody can push out the sessions of others. */
const MAX_SESSIONS_PER_SECRET = 20;

const TOKEN_BYTES = 32;

export function createSessions({ name, path, seconds }: SessionCookie) {
  // By the hash of the token, so that the time of a lookup says nothing about a token. The oldest comes first.
  const sessions = new Map<string, { readonly digest: string; readonly expiresAt: number }>();

  const endOldest = (digest: string, now: number): void => {
    for (const [id, { expiresAt }] of sessions) {
      if (expiresAt > now && sessions.size < MAX_SESSIONS) break;
      sessions.delete(id);
    }
    const own = [...sessions].filter(([, session]) => session.digest === digest);
    if (own.length >= MAX_SESSIONS_PER_SECRET) sessions.delete(own[0]?.[0] ?? "");
  };

  const toHeaders = (origin: string, token: string, maxAge: number): CookieHeaders => {
    const { protocol, pathname } = new URL(origin);
    const isSecure = protocol === "https:";
    const about = `Path=${pathname.replace(/\/$/, "")}${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
    return { "Set-Cookie": `${name}=${token}; ${about}` };
  };

  return {
    /**
     * Begins a session: the headers that set its cookie. `origin` is where callers reach the site, `now` of a clock that never
     * goes back, in milliseconds.
     */
    begin(origin: string, digest: string, now: number): CookieHeaders {
      endOldest(digest, now);
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      sessions.set(idOf(token), { digest, expiresAt: now + seconds * 1000 });
      return toHeaders(origin, token, seconds);
    },

    /** The digest of the secret that this browser has signed in with. */
    find(headers: IncomingHttpHeaders, now: number): string | undefined {
      const token = findCookie(headers, name);
      const session = token === undefined ? undefined : sessions.get(idOf(token));
      return session !== undefined && session.expiresAt > now ? session.digest : undefined;
    },

    /** Ends the session of this browser. */
    end(origin: string, headers: IncomingHttpHeaders): CookieHeaders {
      sessions.delete(idOf(findCookie(headers, name) ?? ""));
      return toHeaders(origin, "", 0);
    },

    /** Ends all sessions that this secret began, in every browser. */
    endAll(origin: string, digest: string): CookieHeaders {
      for (const [id, session] of sessions) if (session.digest === digest) sessions.delete(id);
      return toHeaders(origin, "", 0);
    },
  };
}

const idOf = (token: string): string => hash("sha256", token);

function findCookie({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  if (cookie === undefined) return undefined;
  const pair = cookie.split(/; */).find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
