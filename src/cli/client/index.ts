// Commands that ask a running service.
export { healthCommand, readinessUrl } from "./health.ts";
export { toServiceUrl } from "./service-url.ts";
export { watchCommand } from "./watch.ts";
