// The OpenAPI description of all endpoints.
export { openapiRoutes } from "./route.ts";
