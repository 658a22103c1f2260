import { createLog } from "../../../src/log.ts";

/** Logs more than is written at once, and ends while a write is under way, in the way its argument says. */
const [, , how, format] = process.argv;
if (how === "draws")
  Object.defineProperties(process.stderr, { isTTY: { value: true }, hasColors: { value: () => false } });
const { log, screen } = createLog({ level: "info", isPretty: format === "pretty" });
if (screen !== undefined) {
  screen.show(["one", "two"]);
  log.info("between");
  screen.show(["three"]);
  await screen.clear();
  log.info("below");
  process.exit(0);
}
for (let line = 1; line <= (how === "floods" ? 100_000 : 5000); line++)
  log.info({ line, text: "x".repeat(200) }, "logged");
if (how === "floods") process.exit(0);
setTimeout(() => {
  log.info("last");
  if (how === "throws") throw new Error("on purpose");
  if (how === "exits") process.exit(3);
}, 1);
