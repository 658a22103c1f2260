// Preloaded into a child process: moves what it takes for the time of day by what a file says, in all of its threads.
// Timers and performance.now() stay as they are, as they do where an operator or NTP sets the clock.
import { readFileSync } from "node:fs";

const READ_EVERY_MS = 5;

const RealDate = Date;
const file = process.env.TEST_CLOCK_FILE;
let offset = 0;
let readAt = Number.NEGATIVE_INFINITY;

function now() {
  const at = performance.now();
  if (at - readAt >= READ_EVERY_MS) {
    readAt = at;
    offset = Number(readFileSync(file, "utf8"));
  }
  return RealDate.now() + offset;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, given) => Reflect.construct(target, args.length === 0 ? [now()] : args, given),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
