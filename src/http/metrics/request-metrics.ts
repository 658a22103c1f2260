import { createDurations } from "./durations.ts";
import { counter, type Registry } from "./registry.ts";

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
  /** True where the answer had been made for an earlier request. */
  readonly isRepeated: boolean;
  /** True when the caller was gone before the answer. */
  readonly isAborted: boolean;
}

const METHODS = ["GET", "HEAD", "POST", "DELETE", "OPTIONS"];

/** Counts of one kind of request since they were last read; the registry is slow to take each by itself. */
interface Tally {
  readonly method: string;
  readonly status: number;
  requests: number;
  repeated: number;
  aborted: number;
}

/** Counts requests. */
export function createRequestMetrics(registry: Registry) {
  const answered = counter(registry, "toteboard_http_requests_total", "Requests answered", [
    "route",
    "method",
    "status",
  ]);
  const refused = counter(registry, "toteboard_refusals_total", "Requests refused, by the code of the error", ["kind"]);
  const aborted = counter(registry, "toteboard_http_aborted_total", "Requests whose caller did not wait", []);
  const revalidated = counter(registry, "toteboard_http_revalidated_total", "Answers the caller had already", []);
  const repeated = counter(registry, "toteboard_cache_hits_total", "Answers made for an earlier request", ["route"]);
  const durations = createDurations(
    "toteboard_http_request_duration_seconds",
    "From a request's headers to its answer",
  );
  const tallies = new Map<string, Map<number, Tally>>();
  return {
    observe({ method: given, route = "none", status, milliseconds, error, isRepeated, isAborted }: Served): void {
      const tally = tallyOf(route, status, METHODS.indexOf(given));
      tally.requests++;
      if (isRepeated) tally.repeated++;
      if (isAborted) tally.aborted++;
      durations.observe(route, milliseconds / 1000);
      if (error !== undefined) refused.inc({ kind: error });
    },

    /** Hands on what was counted. */
    settle(): void {
      for (const [route, kinds] of tallies) {
        for (const { method, status, ...counts } of kinds.values()) {
          answered.inc({ route, method, status }, counts.requests);
          repeated.inc({ route }, counts.repeated);
          aborted.inc(counts.aborted);
          if (status === 304) revalidated.inc(counts.requests);
        }
      }
      tallies.clear();
    },

    /** What the registry does not have. */
    readDurations: durations.read,
  };

  function tallyOf(route: string, status: number, methodIndex: number): Tally {
    let kinds = tallies.get(route);
    if (kinds === undefined) {
      kinds = new Map();
      tallies.set(route, kinds);
    }
    const kind = status * (METHODS.length + 1) + methodIndex;
    let tally = kinds.get(kind);
    if (tally === undefined) {
      tally = { method: METHODS[methodIndex] ?? "other", status, requests: 0, repeated: 0, aborted: 0 };
      kinds.set(kind, tally);
    }
    return tally;
  }
}
