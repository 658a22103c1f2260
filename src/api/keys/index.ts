// API keys: create, list, revoke, rotate. The pages of keys share what their forms do.
export { createKey, revokeKey } from "./actions.ts";
export { graceHours, keyEmail, keyName } from "./parameters.ts";
export { keyRoutes } from "./route.ts";
