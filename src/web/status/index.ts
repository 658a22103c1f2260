// The page /status: how fresh the data is, and how passes ended.
export { LANE_MEANING, SKIP_REASONS } from "./skipped.ts";
export { statusPages } from "./status.ts";
