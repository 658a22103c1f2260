// The page /status: how fresh the data is, and how passes ended.
export { SKIP_REASONS } from "./skipped.ts";
export { statusPages } from "./status.ts";
