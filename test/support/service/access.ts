import { after } from "node:test";
import { type Access, type OpenAccess, openAccess } from "../../../src/access/access.ts";
import { createCounters } from "../../../src/access/counters.ts";
import { createKeyring } from "../../../src/access/keyring.ts";
import { openDesk } from "../../../src/billing/desk.ts";
import type { Payments } from "../../../src/billing/payments.ts";
import type { StandIn } from "../../../src/billing/stand-in.ts";
import type { SharedClock } from "../../../src/clock.ts";
import type { Config } from "../../../src/config.ts";
import type { Context } from "../../../src/context.ts";
import type { Key } from "../../../src/domain/keys.ts";
import { limitsOf } from "../../../src/domain/plans.ts";
import { createSecret, digestOf, prefixOf } from "../../../src/domain/secrets.ts";
import type { Route } from "../../../src/http/route.ts";
import type { KeyInput } from "../../../src/store/accounts/keys.ts";
import { openStore } from "../../../src/store/open.ts";
import { fixedClock, openTestWriter, type TestWriter, temporaryFile } from "../store/writer.ts";
import { memoryContext } from "./context.ts";
import { startTestServer, type TestServer } from "./http.ts";

/** The key that test servers are asked with unless another is given: it may call everything as often as it likes. */
export const TEST_SECRET = createSecret();

const ownLimits = { perMinute: 1_000_000_000, perDay: null, perMonth: null };

export const testKey: Key = {
  id: "00000000-0000-4000-8000-000000000001",
  parentId: null,
  name: "Test",
  email: "test@example.org",
  tier: "enterprise",
  keyPrefix: prefixOf(TEST_SECRET),
  ownLimits,
  limits: limitsOf("enterprise", ownLimits),
  createdAt: 0,
  revokedAt: null,
  lastUsedAt: null,
};

/** Knows the test key alone, and keeps its counters nowhere. */
export function memoryAccess(): Access {
  const known = { key: testKey, secrets: [{ digest: digestOf(TEST_SECRET), expiresAt: null }] };
  const keys = createKeyring({ listChanged: (seq) => ({ keys: seq === 0 ? [known] : [], seq: 1 }) });
  void keys.refresh();
  return { keys, counters: createCounters([], async () => {}) };
}

export interface TestGateOptions {
  readonly at?: number;
  readonly clock?: SharedClock;
  readonly file?: string;
  readonly routes?: readonly Route[];
  readonly config?: Partial<Config>;
  /** Where keys are paid for. */
  readonly provider?: { readonly payments: Payments; readonly standIn?: StandIn };
  /** How long a caller waits for it. */
  readonly deadlineMs?: number;
}

/** The real server over a real database with real keys, on a clock that stands still. */
export interface TestGate extends Omit<TestServer, "get"> {
  readonly clock: SharedClock;
  readonly context: Context;
  readonly access: OpenAccess;
  readonly writer: TestWriter;
  readonly logged: Record<string, unknown>[];
  /** Makes a key as the operator does. */
  make(given?: Partial<KeyInput>): Promise<{ id: string; secret: string }>;
  /** Asks with a secret, or with none. */
  get(path: string, secret?: string, headers?: Record<string, string>): ReturnType<TestServer["get"]>;
  call(method: string, path: string, secret?: string): ReturnType<TestServer["get"]>;
}

export async function openTestGate(options: TestGateOptions = {}): Promise<TestGate> {
  const { file = temporaryFile(), clock = fixedClock(options.at), routes } = options;
  const writer = openTestWriter({ file, clock });
  const store = openStore(file, undefined);
  const memory = memoryContext();
  const access = await openAccess({ store, call: writer.writer.call, clock, log: memory.log });
  const config = { ...memory.config, ...options.config };
  const { commands } = access;
  const { log, site } = memory;
  const { deadlineMs = 5_000 } = options;
  const parts = { stored: store.billing, commands, clock, log, origin: site.origin, deadlineMs };
  const desk = options.provider && openDesk({ ...options.provider, ...parts });
  const context: Context = { ...memory, store, clock, access, commands, config, desk };
  const server = await startTestServer(context, routes === undefined ? {} : { routes });
  after(() => access.close());
  after(() => store.close());
  const call: TestGate["call"] = (method, path, secret) =>
    server.send(path, { method, headers: secret === undefined ? {} : { "X-API-Key": secret } });
  return {
    ...server,
    clock,
    context,
    access,
    writer,
    logged: memory.logged,
    call,
    make: (given = {}) => access.commands.createKey({ name: "Ada", email: "ada@example.org", tier: "free", ...given }),
    get: (path, secret, headers = {}) =>
      server.send(path, { headers: secret === undefined ? headers : { "X-API-Key": secret, ...headers } }),
  };
}
