import { setImmediate, setTimeout } from "node:timers/promises";
import { chooseOperatorToken, createPagesPlan, openAccess, operatorLink } from "./access/access.ts";
import { createRoutes } from "./api/index.ts";
import { toPublishedChange } from "./api/stream.ts";
import { type Billing, openBilling } from "./billing/billing.ts";
import { openProvider } from "./billing/open-provider.ts";
import { SharedClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { type Context, createPassesUnderWay, createSite, type Readiness, upgradeUrlOf } from "./context.ts";
import { createMailer } from "./deliveries/messages.ts";
import { openSender } from "./deliveries/sender.ts";
import { PLATFORMS as DEMO_PLATFORMS } from "./demo/topic.ts";
import { createAddressRules } from "./domain/addresses.ts";
import { type DemoStart, planDemoStart } from "./domain/demo.ts";
import type { PassTimes } from "./domain/platforms.ts";
import { openExports } from "./export/exports.ts";
import { createMetricsEndpoint, requireFreePort, startMetricsServer, startServer } from "./http/lifecycle.ts";
import { createMetrics, type Metrics } from "./http/metrics/metrics.ts";
import { openRequestLog } from "./http/metrics/request-log.ts";
import type { Route } from "./http/route.ts";
import type { Log, LogLevel } from "./log.ts";
import { mcpRoutes } from "./mcp/route.ts";
import { type MirrorThread, superviseMirror } from "./mirror/supervise.ts";
import { shareChangeSignal } from "./store/change-log.ts";
import { extractAddon } from "./store/database/addon.ts";
import { type CopyWatch, watchCopy } from "./store/database/copy.ts";
import { describeTrouble, type Trouble, troubleOf } from "./store/database/db.ts";
import { acquireLock, requireExisting } from "./store/database/files.ts";
import { requireSameDemo, requireUsable } from "./store/database/properties.ts";
import { openStore, openStoreEarly, type Store } from "./store/open.ts";
import type { Run } from "./store/runs.ts";
import { openHub, startWatch } from "./streams/hub.ts";
import { VERSION } from "./version.ts";
import { createPages } from "./web/index.ts";
import { toErrorDocument } from "./web/page/layout.ts";
import type { FromWriter } from "./writer/command-queue.ts";
import type { PassProgress } from "./writer/ingest/polled-platform.ts";
import type { OnMatching } from "./writer/matching/matcher.ts";
import { startSchedule } from "./writer/schedule.ts";
import { refuseWrites, type Supervisor, superviseWriter } from "./writer/supervisor.ts";

export interface ServiceOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: SharedClock;
  /** True where a terminal will show `operatorLink`: a token is then made where none is set. */
  readonly hasTerminal?: boolean;
  readonly onProgress?: (progress: PassProgress) => void;
  readonly onMatching?: OnMatching;
  readonly onPass?: (run: Run) => void;
}

export interface Service {
  readonly url: string;
  readonly port: number;
  readonly context: Context;
  /** Opens the operator's pages: a secret where its token was made. Undefined where nobody may open them. */
  readonly operatorLink: string | undefined;
  /** Resolves once requests can be answered; in demo, once its data is loaded and, where it can be repeated, matched. */
  readonly ready: Promise<void>;
  /** Sets the level of the writer thread's log. The caller owns the log of this thread. */
  setLogLevel(level: LogLevel): void;
  /** Stops accepting, finishes requests (at most 10 s) and the current write, and merges the WAL into the file. */
  close(): Promise<void>;
}

/** Everything that the service answers, but for the metrics. */
export function listRoutes(config: Pick<Config, "isDemo" | "platforms">): readonly Route[] {
  const endpoints = createRoutes(config);
  return [...endpoints, ...createPages(config, endpoints), ...mcpRoutes(config)];
}

/** Starts the whole service. Throws OperatorError when the file is in use or too new, or the address is taken. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { log, clock = new SharedClock() } = options;
  // What is added is closed in the opposite order, also when a later step fails.
  await using opened = new AsyncDisposableStack();

  const site = createSite(options.config.publicUrl);
  const provider = await openProvider(options.config, site.origin);
  const kind = options.config.isDemo ? "demo" : "live";
  const addonPath = extractAddon();
  const { isReadOnly, primaryUrl = "" } = options.config;
  opened.adopt(lockDatabase(options.config, addonPath), (lock) => lock.release());
  await requireFreePort(options.config.host, options.config.port);
  const demoStart =
    options.config.isDemo && options.config.ingests ? planDemo(options.config, clock, addonPath) : undefined;
  const config = demoStart === undefined ? options.config : withDemoPasses(options.config);
  const { platforms } = config;

  const seeded = Promise.withResolvers<void>();
  if (demoStart === undefined) seeded.resolve();
  const passes = createPassesUnderWay(clock);
  const signal = shareChangeSignal();
  const metrics = createMetrics(VERSION, () => readFigures(context, writer));
  const writer = isReadOnly
    ? refuseWrites(primaryUrl, log)
    : superviseWriter({
        data: {
          ...{ config: { ...config, ...NO_SECRETS }, addonPath, demoStart },
          ...{ clock: clock.memory, changeSignal: signal.memory },
        },
        log,
        onMessage: (message) => hear(message, { passes, metrics, onSeeded: seeded.resolve, ...options }),
      });
  opened.defer(() => writer.close());
  const routes = listRoutes(config);

  // Reading starts on this core while the writer thread starts on another, which takes 100 ms.
  const early = openStoreEarly(config.db, addonPath, { platforms, kind });
  if (early === undefined) await writer.started;
  const store = early ?? openStore(config.db, addonPath, platforms);
  opened.defer(() => store.close());
  const readiness = createReadiness(store, writer, seeded.promise);
  const { noteFailure } = readiness;
  const listening = Promise.withResolvers<void>();
  void warmUp({ store, clock, log, readiness }, () => waitForIdle(listening.promise));
  const access = await withWritersError(writer, () =>
    openAccess({ store, call: writer.call, clock, log, noteFailure }),
  );
  opened.defer(() => access.close());
  await writer.started;
  const mirror = startMirror(config, { addonPath, clock, log });
  if (mirror !== undefined) opened.defer(() => mirror.close());
  // A demo may have revoked keys as it started.
  if (config.isDemo) access.keys.refresh();

  const { commands } = access;
  const billing =
    provider &&
    openBilling({
      ...{ provider, db: store.db, commands, clock, log, origin: site.origin },
      keepsRefunded: config.onRefund === "keep",
    });
  if (billing !== undefined)
    opened.defer(isReadOnly ? () => billing.close() : await startPayments(billing, config, log));
  const hub = openHub({
    ...{ changes: store.changes, signal, access, clock, log, maxStreams: config.maxStreams },
    upgradeUrl: () => upgradeUrlOf(site),
    present: toPublishedChange,
  });
  opened.defer(hub.close);
  opened.defer(startWatch({ hub, store, commands, clock, log }));
  const { smtpUrl, smtpFrom } = config;
  const sender = openSender({
    ...{ webhooks: store.webhooks, commands, clock, log, noteFailure, onTry: metrics.noteTry },
    rules: createAddressRules(config.webhookAllow),
    mailer: smtpUrl === undefined ? undefined : createMailer({ url: smtpUrl, from: smtpFrom }),
  });
  opened.defer(sender.close);
  // The primary sends what waits: a standby would send it a second time.
  if (!isReadOnly) sender.start();
  const exports = openExports({
    ...{ file: config.db, addonPath, counters: access.counters, clock, log, noteFailure },
    upgradeUrl: () => upgradeUrlOf(site),
  });
  opened.defer(() => exports.close());
  const pagesPlan = createPagesPlan(config);
  const operatorToken = chooseOperatorToken(config, options.hasTerminal === true);
  const copy =
    config.checkpoints === "own" || isReadOnly
      ? undefined
      : watchCopy({ file: config.db, metricsUrl: config.litestreamMetrics, clock });
  if (copy !== undefined) opened.defer(startCopyWatch(copy, log));
  const context: Context = {
    ...{ store, commands, access, pagesPlan, operatorToken, passes, hub, exports, site, billing, readiness },
    ...{ copy, mirror, clock, config, log },
  };

  opened.defer(startListSync(context));
  const server = await startAnswering(opened, context, routes, metrics);
  listening.resolve();

  const running = opened.move();
  return {
    url: server.url,
    port: server.port,
    context,
    operatorLink: operatorToken && operatorLink(server.url, operatorToken),
    ready: seeded.promise,
    setLogLevel(level) {
      writer.setLogLevel(level);
      mirror?.setLogLevel(level);
    },
    close() {
      writer.prepareToClose();
      return running.disposeAsync();
    },
  };
}

/** Takes the database for this process. Throws OperatorError. */
function lockDatabase({ db, isReadOnly, isDemo }: Config, addonPath: string | undefined) {
  if (isReadOnly) requireExisting(db);
  else requireUsable(db, isDemo ? "demo" : "live", addonPath);
  return acquireLock(db, addonPath);
}

interface Hearing extends Pick<ServiceOptions, "onProgress" | "onMatching" | "onPass"> {
  readonly passes: ReturnType<typeof createPassesUnderWay>;
  readonly metrics: Metrics;
  readonly onSeeded: () => void;
}

/** Passes on what the writer thread says. */
function hear(message: FromWriter, { passes, metrics, onSeeded, onProgress, onMatching, onPass }: Hearing): void {
  if (message.type === "progress") {
    passes.note(message.progress);
    onProgress?.(message.progress);
  }
  if (message.type === "seeded") onSeeded();
  if (message.type === "matching") {
    passes.noteMatching(message.progress);
    onMatching?.(message.progress);
  }
  if (message.type !== "pass") return;
  passes.end(message.run);
  metrics.notePass(message.run);
  onPass?.(message.run);
}

/** Starts the server, and that of the metrics where they have an address of their own. */
async function startAnswering(
  opened: AsyncDisposableStack,
  context: Context,
  routes: readonly Route[],
  metrics: Metrics,
) {
  const { config, clock, log, billing, hub } = context;
  const { host, port, metricsAddress, metricsToken } = config;
  const requestLog = openRequestLog({ log, clock, maxRefusals: config.logRefusals });
  opened.defer(requestLog.close);
  const server = await startServer({
    ...{ context, routes, host, port, refuse: toErrorDocument },
    metrics: createMetricsEndpoint(metrics, metricsToken, log),
    onTurnedAway: metrics.noteTurnedAway,
    onServed(served) {
      metrics.observe(served);
      requestLog.note(served);
    },
  });
  opened.defer(() => {
    // Ends requests that wait for the payment provider, so that the server can finish them.
    billing?.close();
    // Streams have no end of their own to wait for.
    hub.close();
    return server.close();
  });
  if (metricsAddress !== undefined) {
    const own = await startMetricsServer(metrics, { ...metricsAddress, log });
    opened.defer(() => own.close());
  }
  return server;
}

/** The writer has no use for the secrets of payments, e-mail, mirror, operator and metrics. */
const NO_SECRETS = {
  ...{ stripeSecretKey: undefined, stripeWebhookSecret: [], smtpUrl: undefined, mirrorUrl: undefined },
  ...{ adminToken: undefined, metricsToken: undefined },
};

/** The demo's prices move every 30 s and reading them costs no request, so it reads them often. */
const DEMO_PASSES: PassTimes = { full: "* * * * *", active: null, resolved: "* * * * *" };

/** What `open` gives. An error of the writer says more about the file than one of its own. */
async function withWritersError<T>({ started }: Pick<Supervisor, "started">, open: () => T): Promise<T> {
  try {
    return open();
  } catch (error) {
    await started;
    throw error;
  }
}

/** What the demo's platforms are started with. Throws OperatorError. */
function planDemo(config: Config, clock: SharedClock, addonPath: string | undefined): DemoStart {
  requireSameDemo(config.db, withDemoPasses(config), addonPath);
  return planDemoStart(clock, config.demo);
}

/** In demo, a platform without a sample is switched off. */
function withDemoPasses(config: Config): Config {
  const platforms = config.platforms.filter((platform) => DEMO_PLATFORMS.some((known) => known === platform));
  const passes = Object.fromEntries(platforms.map((platform) => [platform, DEMO_PASSES]));
  return { ...config, platforms, passes };
}

const FIRST_REQUESTS_MS = 20;

/** Lets the first requests through: reading all rows into lists takes 0.4 s at 300,000. */
async function waitForIdle(listening: Promise<void>): Promise<void> {
  await listening;
  return setTimeout(FIRST_REQUESTS_MS);
}

const RECONCILE_EVERY_MS = 3 * 60_000;

/** Reads the price of pro and reconciles payments every 3 minutes; gives what stops it. Throws OperatorError. */
async function startPayments(billing: Billing, config: Config, log: Log): Promise<() => Promise<void>> {
  await billing.readPrice();
  const schedule = startSchedule(
    [{ name: "reconcile-payments", everyMs: RECONCILE_EVERY_MS, run: () => billing.reconcile() }],
    log,
  );
  billing.reconcile().catch((error: unknown) => log.error({ err: error }, "payments cannot be reconciled"));
  if (billing.demoPages === undefined && config.publicUrl === undefined) {
    log.warn("payers are sent back to this machine's own address: set TOTEBOARD_PUBLIC_URL");
  }
  return () => {
    billing.close();
    return schedule.stop();
  };
}

const LOOK_AT_COPY_MS = 2000;
/** A copy this far behind is logged. */
const LATE_COPY_SECONDS = 60;

/** Follows how far the copy is behind. Returns a function that stops it. */
function startCopyWatch(copy: CopyWatch, log: Log): () => Promise<void> {
  const startedAt = performance.now();
  let isLate = false;
  const look = async (): Promise<void> => {
    await copy.look();
    const { behindSeconds = (performance.now() - startedAt) / 1000, trouble, reason } = copy.status();
    if (isLate === behindSeconds >= LATE_COPY_SECONDS) return;
    isLate = !isLate;
    if (isLate) log.error({ seconds: Math.round(behindSeconds), trouble, reason }, "the copy by Litestream is behind");
    else log.warn({ seconds: behindSeconds }, "the copy by Litestream has caught up");
  };
  const schedule = startSchedule([{ name: "watch-copy", everyMs: LOOK_AT_COPY_MS, firstMs: 0, run: look }], log);
  return () => schedule.stop();
}

/** Undefined where no mirror is set, and on a standby: its copy is older than what the primary has mirrored. */
function startMirror(
  { mirrorUrl: url, db: file, logLevel, isReadOnly }: Config,
  { addonPath, clock, log }: { addonPath: string | undefined; clock: SharedClock; log: Log },
): MirrorThread | undefined {
  if (url === undefined) return undefined;
  if (!isReadOnly) return superviseMirror({ url, file, addonPath, clock: clock.memory, logLevel }, log);
  log.info("a standby does not mirror: its primary does, and so will this machine once it is promoted");
  return undefined;
}

/** The figures that a scrape of the metrics reads. */
async function readFigures({ store, config, clock, readiness, hub, copy, mirror }: Context, writer: Supervisor) {
  const { sources, database } = await store.sources.list(config.platforms);
  const now = clock.now();
  const { waiting, oldestAt } = store.webhooks.count();
  return {
    sources: sources.map(({ lastSuccessAt, ...source }) => ({
      ...source,
      ageSeconds: lastSuccessAt === null ? undefined : Math.max(0, now - lastSuccessAt) / 1000,
    })),
    databaseBytes: database.sizeBytes,
    walBytes: database.walBytes,
    copySeconds: copy?.status().behindSeconds,
    matches: store.sources.countMatches(),
    streams: hub.figures(),
    commandsWaiting: writer.countWaiting(),
    deliveries: { waiting, oldestSeconds: oldestAt === null ? 0 : Math.max(0, clock.running() - oldestAt) / 1000 },
    alerts: store.alerts.figures(),
    isDatabaseWell: readiness.check().trouble === undefined,
    mirror: mirror?.figures(now),
  };
}

/** How long an error of a read counts; damage counts for ever. */
const READ_ERROR_MS = 60_000;

/** Combines the state of the writer, errors of reads, and whether the demo's data is loaded. */
function createReadiness(
  store: Pick<Store, "isReadable">,
  writer: Pick<Supervisor, "state" | "trouble" | "noteDamage" | "clockStep">,
  seeded: Promise<void>,
): Readiness {
  let isSeeded = false;
  let readError: { readonly trouble: Trouble; readonly at: number } | undefined;
  void seeded.then(() => {
    isSeeded = true;
  });
  const findReadTrouble = (): Trouble | undefined =>
    readError === undefined || performance.now() - readError.at > READ_ERROR_MS ? undefined : readError.trouble;
  return {
    check() {
      const state = writer.state();
      const silence = state === "unresponsive" ? "writer_unresponsive" : undefined;
      const trouble = writer.trouble() ?? silence ?? findReadTrouble();
      const report = { isReady: false, writer: state, trouble, clockStep: writer.clockStep() };
      if (trouble === "damaged") return { ...report, reason: describeTrouble(trouble) };
      if (!store.isReadable()) {
        return { ...report, trouble: trouble ?? "unreadable", reason: "the database cannot be read" };
      }
      if (!isSeeded) return { ...report, reason: "the demo data is being loaded" };
      return { ...report, isReady: true };
    },
    noteFailure(error) {
      const trouble = troubleOf(error);
      if (trouble === "damaged") writer.noteDamage(error);
      else if (trouble !== undefined) readError = { trouble, at: performance.now() };
      return trouble === "damaged";
    },
  };
}

const SYNC_INTERVAL_MS = 50;

type WarmUpDeps = Pick<Context, "store" | "clock" | "log" | "readiness">;

/**
 * Runs one read of each kind, since the first takes several times as long as later ones. Waits for a `turn` before each.
 */
async function warmUp({ store, clock, log, readiness }: WarmUpDeps, turn: () => Promise<void>): Promise<void> {
  const list = { status: "open", minVolume: 0, sort: "volume", order: "desc" } as const;
  const reads = [
    () => store.markets.list({ ...list, now: clock.now() }, { page: 1, size: 50 }),
    () => store.search.find({ text: "will", status: "open", limit: 10, now: clock.now() }),
    () => store.questions.list({ ...list, minGap: 0, realMoneyOnly: false, now: clock.now() }, { page: 1, size: 50 }),
    () =>
      store.topics.list({ status: "open", sort: "trending", order: "desc", now: clock.now() }, { page: 1, size: 50 }),
  ];
  try {
    for (const read of reads) {
      await turn();
      await read();
    }
  } catch (error) {
    // The next request reports what else is wrong.
    if (!readiness.noteFailure(error)) log.debug({ err: error }, "nothing could be read yet");
  }
}

/** Keeps the lists in memory up to date, so that no request waits for it. Returns a function that stops it. */
function startListSync({ store, clock, readiness, log }: Context): () => void {
  let isFailing = false;
  let [isRunning, isStopped] = [false, false];
  const sync = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      // Requests are answered between two steps.
      while (!isStopped && store.syncLists(clock.now())) await setImmediate();
      isFailing = false;
    } catch (error) {
      // Requests for lists fail with the same error; the status reports it meanwhile.
      if (!readiness.noteFailure(error) && !isFailing) log.error({ err: error }, "lists cannot follow what is written");
      isFailing = true;
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => void sync(), SYNC_INTERVAL_MS).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
