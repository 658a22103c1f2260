// Liveness and readiness, outside the API and without its envelope.
export { healthRoutes } from "./route.ts";
