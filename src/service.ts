import { setImmediate, setTimeout } from "node:timers/promises";
import { openAccess } from "./access/access.ts";
import { createRoutes } from "./api/index.ts";
import { type Desk, openDesk } from "./billing/desk.ts";
import { openPayments } from "./billing/open.ts";
import { SharedClock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import { type DemoFeed, startDemoFeed } from "./demo/feed.ts";
import { startServer } from "./http/lifecycle.ts";
import {
  createMetrics,
  createMetricsEndpoint,
  logRequest,
  type Metrics,
  startMetricsServer,
} from "./http/metrics/index.ts";
import type { Log, LogLevel } from "./log.ts";
import { createReadiness } from "./readiness.ts";
import { followLists, warmUp } from "./reading.ts";
import { createSite } from "./site.ts";
import { acquireLock, extractAddon, requireUsable } from "./store/database/index.ts";
import { openStore, openStoreEarly } from "./store/open.ts";
import type { Run } from "./store/runs.ts";
import { VERSION } from "./version.ts";
import { createPages } from "./web/index.ts";
import { toErrorDocument } from "./web/page/index.ts";
import type { PassProgress } from "./writer/ingest/index.ts";
import type { FromWriter } from "./writer/messages.ts";
import { startSchedule } from "./writer/schedule.ts";
import { type Supervisor, superviseWriter } from "./writer/supervisor.ts";

export interface ServiceOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: SharedClock;
  readonly onProgress?: (progress: PassProgress) => void;
  readonly onPass?: (run: Run) => void;
}

/** A running service. */
export interface Service {
  readonly url: string;
  readonly port: number;
  readonly context: Context;
  /** Resolves once questions can be answered; in demo, once all of its data is in. */
  readonly ready: Promise<void>;
  /** Of the writer's thread; the log of this one is the caller's. */
  setLogLevel(level: LogLevel): void;
  /** Stops accepting, finishes requests (10 s at most) and the current write, and empties the log into the file. */
  close(): Promise<void>;
}

/** Wires everything. Throws OperatorError when the file is in use, too new, or the address is taken. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { log, clock = new SharedClock() } = options;
  const opened = new Closers();
  try {
    const site = createSite(options.config.publicUrl);
    const provider = openPayments(options.config, () => site.origin());
    const addonPath = extractAddon();
    requireUsable(options.config.db, options.config.isDemo ? "demo" : "live", addonPath);
    const lock = acquireLock(options.config.db, addonPath);
    opened.add(() => lock.release());
    const config = await withDemoFeed(options.config, clock, opened);
    const seeded = Promise.withResolvers<void>();
    let metrics: Metrics | undefined;
    const onPass = (run: Run): void => {
      metrics?.notePass(run);
      options.onPass?.(run);
    };
    const progress = reportTo({ ...options, onPass }, seeded.resolve);
    // Payments are no business of the writer's.
    const data = {
      config: { ...config, stripe: NO_STRIPE },
      addonPath,
      clock: clock.memory,
    };
    const writer = superviseWriter({ data, log, onMessage: progress });
    opened.add(() => writer.close());
    const endpoints = createRoutes(config);
    const routes = [...endpoints, ...createPages(config, endpoints)];
    // On another core than the writer's thread, which takes a tenth of a second to come up.
    const early = openStoreEarly(config.db, addonPath, { ...config, feed: config.isDemo ? "demo" : "live" });
    if (early === undefined) await writer.started;
    const store = early ?? openStore(config.db, addonPath, config.platforms);
    opened.add(() => store.close());
    const listening = Promise.withResolvers<void>();
    // While the writer comes up there is time; then what is left waits for those who have waited for an answer.
    const isWarm = warmUp({ store, clock, config, log }, async () => {
      if (writer.state() === "starting") return setImmediate();
      await listening.promise;
      return setTimeout(FIRST_ANSWERS_MS);
    });
    let stopFollowing: (() => Promise<void>) | undefined;
    // Once nobody asks any more.
    opened.add(() => stopFollowing?.());
    if (!config.isDemo || !config.ingests) seeded.resolve();
    const readiness = createReadiness(store, writer, seeded.promise);
    const access = await openAccess({ store, call: writer.call, clock, log }).catch(async (error) => {
      // What the writer has against the file says more than what of it could not be read.
      await writer.started;
      throw error;
    });
    opened.add(() => access.close());
    await writer.started;
    const { commands } = access;
    const desk =
      provider && openDesk({ ...provider, stored: store.billing, commands, clock, log, origin: site.origin });
    await desk?.readPrice();
    if (desk !== undefined) opened.add(startSettling(desk, log));
    if (desk !== undefined && desk.standIn === undefined && config.publicUrl === undefined) {
      log.warn("payers are sent back to this machine's own address: set TOTEBOARD_PUBLIC_URL");
    }
    const context: Context = { store, commands, access, site, desk, readiness, clock, config, log };
    const { host, port } = config;
    metrics = openMetrics(context, writer);
    const { observe, noteTurnedAway } = metrics;
    const server = await startServer({
      context,
      routes,
      host,
      port,
      refuse: toErrorDocument,
      metrics: createMetricsEndpoint(metrics, config, log),
      onTurnedAway: noteTurnedAway,
      onServed: (served) => {
        observe(served);
        logRequest(log, served);
      },
    });
    opened.add(() => {
      // Requests in flight that wait for the payment provider are answered now.
      desk?.close();
      return server.close();
    });
    if (config.metricsAddress !== undefined) {
      const own = await startMetricsServer(metrics, { ...config.metricsAddress, log });
      opened.add(() => own.close());
    }
    listening.resolve();
    stopFollowing = followLists(context, commands, isWarm);
    const { setLogLevel } = writer;
    return {
      setLogLevel,
      url: server.url,
      port: server.port,
      context,
      ready: seeded.promise,
      close() {
        writer.prepareToClose();
        return opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

const FIRST_ANSWERS_MS = 20;

const NO_STRIPE: Config["stripe"] = { secretKey: undefined, webhookSecrets: [], priceId: undefined, url: undefined };

function openMetrics({ store, config, clock, readiness }: Context, writer: Supervisor): Metrics {
  return createMetrics(VERSION, async () => {
    const { sources, database } = await store.sources.list(config.platforms);
    const now = clock.now();
    return {
      sources: sources.map(({ lastSuccessAt, ...source }) => ({
        ...source,
        ageSeconds: lastSuccessAt === null ? undefined : Math.max(0, now - lastSuccessAt) / 1000,
      })),
      databaseBytes: database.sizeBytes,
      walBytes: database.walBytes,
      matches: store.sources.countMatches(),
      commandsWaiting: writer.countWaiting(),
      isDatabaseWell: readiness.check().trouble === undefined,
    };
  });
}

/** Has payments settled every few minutes; gives what stops it. */
function startSettling(desk: Desk, log: Log): () => Promise<void> {
  const job = { name: "settle-payments", everyMs: 3 * 60_000, run: () => desk.settle() };
  const schedule = startSchedule([job], log);
  desk.settle().catch((error: unknown) => log.error({ err: error }, "payments cannot be settled"));
  return () => {
    desk.close();
    return schedule.stop();
  };
}

/** In demo, the platforms' addresses are those of the stand-in servers inside this process. */
async function withDemoFeed(config: Config, clock: SharedClock, opened: Closers): Promise<Config> {
  if (!config.isDemo || !config.ingests) return config;
  const feed: DemoFeed = await startDemoFeed(clock);
  opened.add(() => feed.close());
  // A platform that has no stand-in would be asked for real.
  const platforms = config.platforms.filter((platform) => feed.urls[platform] !== undefined);
  const cadences = Object.fromEntries(platforms.map((platform) => [platform, DEMO_CADENCE]));
  return { ...config, platforms, cadences, urls: feed.urls };
}

/** The demo's prices move every 30 s and its servers are our own, so they may be read often. */
const DEMO_CADENCE = { fullEverySeconds: 60, activeEverySeconds: 0 };

const reportTo =
  ({ onProgress, onPass }: ServiceOptions, onSeeded: () => void) =>
  (message: FromWriter): void => {
    if (message.type === "progress") onProgress?.(message.progress);
    else if (message.type === "pass") onPass?.(message.run);
    else if (message.type === "seeded") onSeeded();
  };

/** What has been opened, closed in the opposite order, once. */
class Closers {
  readonly #closers: (() => void | Promise<void>)[] = [];

  add(close: () => void | Promise<void>): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }
}
