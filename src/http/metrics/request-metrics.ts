import type { ServedRequest } from "../responding/request-context.ts";
import { counter, histogram, type Registry } from "./registry.ts";

/** Upper bounds, in seconds. */
const DURATION_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Callers may send any method; those we do not serve share one label. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS"]);

/** Counts requests. */
export function createRequestMetrics(registry: Registry): (served: ServedRequest) => void {
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
