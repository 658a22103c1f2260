import type { TurnedAway } from "../connections/connections.ts";
import { counter, createRegistry, gauge, type Registry } from "./registry.ts";
import { createRequestMetrics } from "./request-metrics.ts";

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
  readonly streams: StreamLevels;
  readonly commandsWaiting: number;
  /** False while the database cannot be written or read. */
  readonly isDatabaseWell: boolean;
}

/** What the change feed has to say. */
interface StreamLevels {
  readonly open: number;
  /** Events delivered since the start. */
  readonly delivered: number;
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
  gauge(registry, "toteboard_build_info", "The version that runs; always 1", ["version"]).set({ version }, 1);
  return {
    observe: createRequestMetrics(registry),
    notePass: createPassMetrics(registry),
    noteTurnedAway: ({ limit, closed }: TurnedAway): void => turnedAway.inc({ limit, closed }),
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
  const matches = gauge(registry, "toteboard_matches", "Pairs of markets that ask the same question", []);
  const waiting = gauge(registry, "toteboard_commands_waiting", "Writes the writer was asked for and has not done", []);
  const streams = gauge(registry, "toteboard_streams_open", "Streams open now", []);
  const delivered = counter(registry, "toteboard_stream_events_total", "Events delivered on streams", []);
  let counted = 0;
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
    streams.set(levels.streams.open);
    delivered.inc(levels.streams.delivered - counted);
    counted = levels.streams.delivered;
    isWell.set(levels.isDatabaseWell ? 1 : 0);
  };
}
