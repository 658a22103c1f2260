import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** A request that was answered, or given up on. */
export interface Served {
  readonly requestId: string;
  readonly method: string;
  /** The path of the route, its parameters by name; undefined where no route was found. */
  readonly route: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  readonly keyId: string | undefined;
  /** The code of the error that was the answer. */
  readonly error: string | undefined;
  /** True when the caller was gone before the answer. */
  readonly isAborted: boolean;
}

/** What one pass over a platform did. */
export interface PassFigures {
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

/** What is looked up only when somebody reads the metrics. */
export interface Levels {
  readonly sources: readonly {
    readonly platform: string;
    /** Undefined before the first success. */
    readonly ageSeconds: number | undefined;
    readonly markets: number;
    readonly openMarkets: number;
  }[];
  readonly databaseBytes: number;
  readonly walBytes: number;
  readonly matches: number | undefined;
  readonly commandsWaiting: number;
  /** False while the database cannot be written or read. */
  readonly isDatabaseWell: boolean;
}

/** Everything that is counted, for Prometheus. */
export type Metrics = ReturnType<typeof createMetrics>;

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export function createMetrics(version: string, findLevels: () => Promise<Levels>) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = createRequestMetrics(registry);
  const passes = createPassMetrics(registry);
  const showLevels = createLevels(registry);
  gauge(registry, "toteboard_build_info", "The version that runs; always 1", ["version"]).set({ version }, 1);
  return {
    observe: requests,
    notePass: passes,
    contentType: registry.contentType,
    /** All of it as Prometheus reads it. */
    async read(): Promise<string> {
      showLevels(await findLevels());
      return registry.metrics();
    },
  };
}

function createRequestMetrics(registry: Registry): (served: Served) => void {
  const answered = counter(registry, "toteboard_http_requests_total", "Requests answered", [
    "route",
    "method",
    "status",
  ]);
  const refused = counter(registry, "toteboard_refusals_total", "Requests refused, by the code of the error", ["kind"]);
  const aborted = counter(registry, "toteboard_http_aborted_total", "Requests whose caller did not wait", []);
  const revalidated = counter(registry, "toteboard_http_revalidated_total", "Answers the caller had already", []);
  const duration = new Histogram({
    name: "toteboard_http_request_duration_seconds",
    help: "From a request's headers to its answer",
    labelNames: ["route"],
    buckets: SECONDS,
    registers: [registry],
  });
  return ({ method, route = "none", status, milliseconds, error, isAborted }) => {
    answered.inc({ route, method: METHODS.has(method) ? method : "other", status });
    duration.observe({ route }, milliseconds / 1000);
    if (error !== undefined) refused.inc({ kind: error });
    if (status === 304) revalidated.inc();
    if (isAborted) aborted.inc();
  };
}

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS"]);

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
  const matches = gauge(registry, "toteboard_matches", "Pairs of markets that ask the same question", []);
  const waiting = gauge(registry, "toteboard_commands_waiting", "Writes the writer was asked for and has not done", []);
  const isWell = gauge(registry, "toteboard_database_ok", "1 while the database can be read and written", []);
  return (levels) => {
    for (const { platform, ageSeconds, markets: all, openMarkets } of levels.sources) {
      if (ageSeconds !== undefined) age.set({ platform }, ageSeconds);
      markets.set({ platform, status: "open" }, openMarkets);
      markets.set({ platform, status: "closed" }, all - openMarkets);
    }
    database.set(levels.databaseBytes);
    wal.set(levels.walBytes);
    if (levels.matches !== undefined) matches.set(levels.matches);
    waiting.set(levels.commandsWaiting);
    isWell.set(levels.isDatabaseWell ? 1 : 0);
  };
}

const counter = <T extends string>(registry: Registry, name: string, help: string, labelNames: T[]): Counter<T> =>
  new Counter({ name, help, labelNames, registers: [registry] });

const gauge = <T extends string>(registry: Registry, name: string, help: string, labelNames: T[]): Gauge<T> =>
  new Gauge({ name, help, labelNames, registers: [registry] });
