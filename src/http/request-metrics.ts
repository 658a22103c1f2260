import { counter, histogram, type Registry } from "./registry.ts";

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

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS"]);

/** Counts of one kind of request since they were last read; the registry is slow to take each by itself. */
interface Tally {
  readonly route: string;
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
  const observers = createObservers(registry);
  const tallies = new Map<string, Tally>();
  return {
    observe({ method: given, route = "none", status, milliseconds, error, isRepeated, isAborted }: Served): void {
      const method = METHODS.has(given) ? given : "other";
      const name = `${status} ${method} ${route}`;
      let tally = tallies.get(name);
      if (tally === undefined) {
        tally = { route, method, status, requests: 0, repeated: 0, aborted: 0 };
        tallies.set(name, tally);
      }
      tally.requests++;
      if (isRepeated) tally.repeated++;
      if (isAborted) tally.aborted++;
      observers(route, milliseconds / 1000);
      if (error !== undefined) refused.inc({ kind: error });
    },

    /** Hands on what was counted. */
    settle(): void {
      for (const { route, method, status, ...counts } of tallies.values()) {
        answered.inc({ route, method, status }, counts.requests);
        repeated.inc({ route }, counts.repeated);
        aborted.inc(counts.aborted);
        if (status === 304) revalidated.inc(counts.requests);
      }
      tallies.clear();
    },
  };
}

/** Notes how long requests to a route took. */
function createObservers(registry: Registry): (route: string, seconds: number) => void {
  const help = "From a request's headers to its answer";
  const duration = histogram(registry, "toteboard_http_request_duration_seconds", help, ["route"], SECONDS);
  const byRoute = new Map<string, (seconds: number) => void>();
  return (route, seconds) => {
    let observe = byRoute.get(route);
    if (observe === undefined) {
      ({ observe } = duration.labels({ route }));
      byRoute.set(route, observe);
    }
    observe(seconds);
  };
}
