export { checkDatabase } from "./database.ts";
export type { Finding } from "./finding.ts";
export { checkFolders, checkOpenFiles } from "./folders.ts";
export { checkNetwork } from "./network.ts";
export { checkPayments } from "./payments.ts";
export { checkPort } from "./port.ts";
export { checkService } from "./service.ts";
