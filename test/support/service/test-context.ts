import { after } from "node:test";
import pino from "pino";
import { chooseOperatorToken, createPagesPlan, type OpenAccess, openAccess } from "../../../src/access/access.ts";
import { toPublishedChange } from "../../../src/api/stream/changes.ts";
import type { SharedClock } from "../../../src/clock.ts";
import type { Config } from "../../../src/config.ts";
import type { Context } from "../../../src/context.ts";
import { openExports } from "../../../src/export/exports.ts";
import { createPassesUnderWay } from "../../../src/passes.ts";
import { createSite, upgradeUrlOf } from "../../../src/site.ts";
import { openStore } from "../../../src/store/open.ts";
import { openHub } from "../../../src/streams/hub.ts";
import { openTestWriter, type TestWriter, testConfig } from "../store/writer.ts";

export interface TestContextOptions {
  /** Writes the database that is served; without one, a database without markets. */
  readonly writer?: TestWriter;
  readonly config?: Partial<Config>;
  /** In place of a service that is ready. */
  readonly readiness?: Pick<Context["readiness"], "check">;
  /** False for a database in which a test makes all keys itself. */
  readonly hasTestKey?: boolean;
  /** True for a service that a terminal shows the link to its operator's pages. */
  readonly hasTerminal?: boolean;
}

/** All that request handlers reach, over a real database file, on the writer's clock. */
export interface TestContext extends Context {
  readonly clock: SharedClock;
  readonly access: OpenAccess;
  readonly writer: TestWriter;
  /** Lines logged, of every level. */
  readonly logged: Record<string, unknown>[];
  /** The secret of a key that may call everything as often as it likes. */
  readonly secret: string | undefined;
}

/** Opens a store over a writer's database. Called in a test it is closed after it, at the top of a file after all. */
export async function openTestContext(options: TestContextOptions = {}): Promise<TestContext> {
  const { writer = openTestWriter(), hasTestKey = true } = options;
  const { clock } = writer;
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "trace", base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const store = openStore(writer.file, undefined);
  const access = await openAccess({ store, call: writer.writer.call, clock, log, noteFailure });
  after(() => access.close());
  after(() => store.close());
  const site = createSite(undefined);
  const config = { ...testConfig(), ...options.config };
  const hub = openHub({
    ...{ changes: store.changes, access, clock, log, maxStreams: config.maxStreams },
    upgradeUrl: () => upgradeUrlOf(site),
    present: toPublishedChange,
  });
  after(() => hub.close());
  const exports = openExports({
    ...{ file: writer.file, addonPath: undefined, counters: access.counters, clock, log, noteFailure },
    upgradeUrl: () => upgradeUrlOf(site),
  });
  after(() => exports.close());
  return {
    store,
    access,
    pagesPlan: createPagesPlan(config, log),
    operatorToken: chooseOperatorToken(config, options.hasTerminal === true),
    passes: createPassesUnderWay(clock),
    commands: access.commands,
    clock,
    writer,
    log,
    logged,
    hub,
    exports,
    site,
    billing: undefined,
    readiness: { check: () => ({ isReady: true, writer: "running" }), noteFailure, ...options.readiness },
    config,
    secret: hasTestKey ? (await access.commands.createKey(TEST_KEY)).secret : undefined,
  };
}

const noteFailure = (): boolean => false;

const TEST_KEY = {
  name: "Test",
  email: "test@example.org",
  tier: "enterprise",
  limits: { perMinute: 1_000_000_000, perDay: null, perMonth: null },
} as const;
