import { always, named, object, oneOf } from "../schema.ts";

export const healthSchema = named("Health", object({ status: always("ok") }));

export const WRITER = oneOf(
  ["running", "starting", "restarting", "unresponsive"],
  "The thread that writes; unresponsive: it has not answered for 10 s, and reads go on meanwhile.",
);

export const readySchema = named("Ready", object({ status: always("ready"), writer: WRITER }));
