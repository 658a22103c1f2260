import { createLog } from "../../../src/log.ts";

/** Logs more than is written at once, and ends while a write is under way, in the way its argument says. */
const log = await createLog({ level: "info", isPretty: false });
for (let line = 1; line <= 5000; line++) log.info({ line, text: "x".repeat(200) }, "logged");
setTimeout(() => {
  log.info("last");
  if (process.argv[2] === "throws") throw new Error("on purpose");
  if (process.argv[2] === "exits") process.exit(3);
}, 1);
