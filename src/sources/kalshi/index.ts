export { openKalshi } from "./kalshi.ts";
