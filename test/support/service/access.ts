import type { OpenAccess } from "../../../src/access/access.ts";
import { openBilling } from "../../../src/billing/billing.ts";
import type { PaymentProvider } from "../../../src/billing/provider.ts";
import type { SharedClock } from "../../../src/clock.ts";
import type { Config } from "../../../src/config.ts";
import type { Context } from "../../../src/context.ts";
import type { Route } from "../../../src/http/route.ts";
import type { KeyInput } from "../../../src/store/accounts/keys.ts";
import { fixedClock, openTestWriter, type TestWriter } from "../store/writer.ts";
import { startTestServer, type TestServer } from "./http.ts";
import { openTestContext } from "./test-context.ts";

export interface TestGateOptions {
  readonly at?: number;
  readonly clock?: SharedClock;
  readonly file?: string;
  readonly routes?: readonly Route[];
  readonly config?: Partial<Config>;
  /** Where keys are paid for. */
  readonly provider?: PaymentProvider;
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
  const { file, clock = fixedClock(options.at), routes, deadlineMs = 5_000 } = options;
  const writer = openTestWriter({ clock, ...(file === undefined ? {} : { file }) });
  const opened = await openTestContext({ writer, hasTestKey: false, config: options.config ?? {} });
  const { store, access, commands, log, logged, site } = opened;
  const parts = { stored: store.billing, commands, clock, log, origin: site.origin, deadlineMs };
  const keepsRefunded = options.config?.onRefund === "keep";
  const billing = options.provider && openBilling({ provider: options.provider, keepsRefunded, ...parts });
  const context: Context = { ...opened, billing };
  const server = await startTestServer(context, routes === undefined ? {} : { routes });
  const call: TestGate["call"] = (method, path, secret) =>
    server.send(path, { method, headers: secret === undefined ? {} : { "X-API-Key": secret } });
  return {
    ...server,
    clock,
    context,
    access,
    writer,
    logged,
    call,
    make: (given = {}) => commands.createKey({ name: "Ada", email: "ada@example.org", tier: "free", ...given }),
    get: (path, secret, headers = {}) =>
      server.send(path, { headers: secret === undefined ? headers : { "X-API-Key": secret, ...headers } }),
  };
}
