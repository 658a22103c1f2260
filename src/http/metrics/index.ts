// Prometheus metrics and the request log.
export { createMetrics, type Metrics } from "./metrics.ts";
export { createMetricsEndpoint, type MetricsEndpoint, startMetricsServer } from "./metrics-endpoint.ts";
export { logRequest } from "./request-log.ts";
