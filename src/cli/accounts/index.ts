// `toteboard keys` and `toteboard payments`.
export { keysCommand } from "./keys.ts";
export { paymentsCommand } from "./payments.ts";
