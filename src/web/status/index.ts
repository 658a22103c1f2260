// The page /status: how fresh the data is, and how passes ended.
export { statusPages } from "./status.ts";
