import { Counter, collectDefaultMetrics, Gauge, Histogram, type HistogramConfiguration, Registry } from "prom-client";
import type { MirrorFigures } from "../../context.ts";
import type { TurnedAway } from "../connections/connections.ts";
import type { ServedRequest } from "../responding/reply.ts";

/** The result of one pass over a platform. */
interface PassFigures {
  readonly platform: string;
  readonly kind: string;
  readonly status: string;
  readonly inserted: number;
  readonly changed: number;
  readonly missing: number;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly rejections: Readonly<Record<string, { readonly count: number }>>;
}

/** Gauges, looked up only when the metrics are read. */
interface Levels {
  readonly sources: readonly {
    readonly platform: string;
    /** Undefined before the first success. */
    readonly ageSeconds: number | undefined;
    readonly markets: number;
    readonly openMarkets: number;
  }[];
  readonly databaseBytes: number;
  readonly walBytes: number;
  /** How far the copy by another program is behind; undefined where there is none or that is not known. */
  readonly copySeconds?: number | undefined;
  readonly matches: number | undefined;
  /** Streams open, and events delivered since the start. */
  readonly streams: { readonly open: number; readonly delivered: number };
  readonly commandsWaiting: number;
  /** Messages that wait for webhooks, and how long the oldest has. */
  readonly deliveries: { readonly waiting: number; readonly oldestSeconds: number };
  /** Alerts, how often they have fired, and how many changes they have not looked at, at most. */
  readonly alerts: { readonly alerts: number; readonly firings: number; readonly behind: number };
  /** False while the database cannot be written or read. */
  readonly isDatabaseWell: boolean;
  /** Undefined where there is no mirror. */
  readonly mirror: MirrorFigures | undefined;
}

/** Everything that is counted, for Prometheus. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(version: string, findLevels: () => Promise<Levels>) {
  const registry = createRegistry();
  const showLevels = createLevels(registry);
  const turnedAway = counter(registry, "toteboard_connections_turned_away_total", "Connections closed at a limit", [
    "limit",
    "closed",
  ]);
  const tries = counter(registry, "toteboard_deliveries_total", "Tries to send a message", ["target", "outcome"]);
  gauge(registry, "toteboard_build_info", "The version that runs; always 1", ["version"]).set({ version }, 1);
  return {
    observe: createRequestMetrics(registry),
    notePass: createPassMetrics(registry),
    noteTurnedAway: ({ limit, closed }: TurnedAway): void => turnedAway.inc({ limit, closed }),
    noteTry: ({ target, outcome }: { readonly target: string; readonly outcome: string }): void =>
      tries.inc({ target, outcome }),
    contentType: registry.contentType,
    /** All of it as Prometheus reads it. */
    async read(): Promise<string> {
      showLevels(await findLevels());
      return registry.metrics();
    },
  };
}

function createPassMetrics(registry: Registry): (pass: PassFigures) => void {
  const runs = counter(registry, "toteboard_ingest_runs_total", "Passes over a platform that ended", [
    "platform",
    "kind",
    "status",
  ]);
  const rows = counter(registry, "toteboard_ingest_rows_total", "Markets written", ["platform", "change"]);
  const rejected = counter(registry, "toteboard_ingest_rejected_total", "Records that could not become markets", [
    "platform",
    "reason",
  ]);
  const seconds = gauge(registry, "toteboard_ingest_run_seconds", "What the last pass took", ["platform", "kind"]);
  return ({ platform, kind, status, inserted, changed, missing, startedAt, finishedAt, rejections }) => {
    runs.inc({ platform, kind, status });
    for (const [change, count] of Object.entries({ inserted, changed, missing })) rows.inc({ platform, change }, count);
    for (const [reason, { count }] of Object.entries(rejections)) rejected.inc({ platform, reason }, count);
    seconds.set({ platform, kind }, (finishedAt - startedAt) / 1000);
  };
}

function createLevels(registry: Registry): (levels: Levels) => void {
  const age = gauge(registry, "toteboard_source_age_seconds", "Since the last successful pass", ["platform"]);
  const markets = gauge(registry, "toteboard_source_markets", "Markets stored", ["platform", "status"]);
  const database = gauge(registry, "toteboard_database_bytes", "Size of the database file", []);
  const wal = gauge(registry, "toteboard_wal_bytes", "Size of the database's log", []);
  const copy = gauge(registry, "toteboard_copy_behind_seconds", "The copy has what was written this long ago", []);
  const matches = gauge(registry, "toteboard_matches", "Pairs of markets that ask the same question", []);
  const waiting = gauge(registry, "toteboard_commands_waiting", "Writes the writer was asked for and has not done", []);
  const queue = gauge(registry, "toteboard_delivery_queue_length", "Messages that wait to be sent", []);
  const oldest = gauge(registry, "toteboard_delivery_oldest_seconds", "How long the oldest of them has waited", []);
  const alerts = gauge(registry, "toteboard_alerts", "Alerts of all keys and of the operator", []);
  const firings = gauge(registry, "toteboard_alert_firings", "How often the alerts that there are have fired", []);
  const behind = gauge(registry, "toteboard_alerts_behind_changes", "Changes they have not looked at, at most", []);
  const streams = gauge(registry, "toteboard_streams_open", "Streams open now", []);
  const delivered = counter(registry, "toteboard_stream_events_total", "Events delivered on streams", []);
  let counted = 0;
  const isWell = gauge(registry, "toteboard_database_ok", "1 while the database can be read and written", []);
  const showMirror = createMirrorMetrics(registry);
  return (levels) => {
    showMirror(levels.mirror);
    for (const { platform, ageSeconds, markets: all, openMarkets } of levels.sources) {
      if (ageSeconds !== undefined) age.set({ platform }, ageSeconds);
      markets.set({ platform, status: "open" }, openMarkets);
      markets.set({ platform, status: "closed" }, all - openMarkets);
    }
    database.set(levels.databaseBytes);
    wal.set(levels.walBytes);
    copy.remove();
    if (levels.copySeconds !== undefined) copy.set(levels.copySeconds);
    if (levels.matches !== undefined) matches.set(levels.matches);
    waiting.set(levels.commandsWaiting);
    queue.set(levels.deliveries.waiting);
    oldest.set(levels.deliveries.oldestSeconds);
    alerts.set(levels.alerts.alerts);
    firings.set(levels.alerts.firings);
    behind.set(levels.alerts.behind);
    streams.set(levels.streams.open);
    delivered.inc(levels.streams.delivered - counted);
    counted = levels.streams.delivered;
    isWell.set(levels.isDatabaseWell ? 1 : 0);
  };
}

function createMirrorMetrics(registry: Registry): (mirror: Levels["mirror"]) => void {
  const states = gauge(registry, "toteboard_mirror_state", "1 for what the mirror does now", ["state"]);
  const lag = gauge(registry, "toteboard_mirror_lag_seconds", "How old what the mirror shows is", ["mirror"]);
  const copies = gauge(registry, "toteboard_mirror_copies", "How often a copy of everything began", ["mirror"]);
  return (mirror) => {
    if (mirror === undefined) return;
    for (const state of ["copying", "following", "waiting"]) states.set({ state }, Number(state === mirror.state));
    if (mirror.lagSeconds !== undefined) lag.set({ mirror: "postgres" }, mirror.lagSeconds);
    copies.set({ mirror: "postgres" }, mirror.copies);
  };
}

/** Upper bounds, in seconds. */
const DURATION_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Callers may send any method; those we do not serve share one label. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"]);

/** Counts requests. */
function createRequestMetrics(registry: Registry): (served: ServedRequest) => void {
  const answered = counter(registry, "toteboard_http_requests_total", "Requests answered", [
    "route",
    "method",
    "status",
  ]);
  const refused = counter(registry, "toteboard_refusals_total", "Requests refused, by the code of the error", ["kind"]);
  const aborted = counter(registry, "toteboard_http_aborted_total", "Requests whose caller did not wait", []);
  const revalidated = counter(registry, "toteboard_http_revalidated_total", "Answers the caller had already", []);
  const cached = counter(registry, "toteboard_cache_hits_total", "Answers made for an earlier request", ["route"]);
  const durations = histogram(registry, {
    name: "toteboard_http_request_duration_seconds",
    help: "From a request's headers to its answer",
    labelNames: ["route"],
    buckets: DURATION_BUCKETS,
  });
  // Looking up a series by its labels takes longer than counting in it.
  const series = new Map<string, ReturnType<typeof openSeries>>();
  const openSeries = (route: string, method: string, status: number) => ({
    answered: answered.labels({ route, method, status }),
    duration: durations.labels({ route }),
    cached: cached.labels({ route }),
  });
  const seriesOf = (route: string, given: string, status: number): ReturnType<typeof openSeries> => {
    const method = METHODS.has(given) ? given : "other";
    const name = `${method} ${status} ${route}`;
    const found = series.get(name) ?? openSeries(route, method, status);
    series.set(name, found);
    return found;
  };
  return ({ method, route = "none", status, milliseconds, errorCode, isCacheHit, isAborted, stream }) => {
    const found = seriesOf(route, method, status);
    found.answered.inc();
    // How long a stream stays open says nothing of how fast answers are.
    if (stream === undefined) found.duration.observe(milliseconds / 1000);
    if (isCacheHit) found.cached.inc();
    if (isAborted) aborted.inc();
    if (status === 304) revalidated.inc();
    if (errorCode !== undefined) refused.inc({ kind: errorCode });
  };
}

/**
 * A registry with the figures of the process and of Node: memory, CPU time, event-loop delay. Prometheus takes a gauge
 * whose name ends in `_total` for a counter; the sum of the same gauge by type says what those say.
 */
function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const kind of ["handles", "requests", "resources"]) registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  return registry;
}

const counter = <T extends string>(registry: Registry, name: string, help: string, labelNames: T[]): Counter<T> =>
  new Counter({ name, help, labelNames, registers: [registry] });

const gauge = <T extends string>(registry: Registry, name: string, help: string, labelNames: T[]): Gauge<T> =>
  new Gauge({ name, help, labelNames, registers: [registry] });

const histogram = <T extends string>(
  registry: Registry,
  configuration: Omit<HistogramConfiguration<T>, "registers">,
): Histogram<T> => new Histogram({ ...configuration, registers: [registry] });
