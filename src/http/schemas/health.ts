import { always, named, object, oneOf } from "../schema.ts";

export const healthSchema = named("Health", object({ status: always("ok") }));

export const WRITER = oneOf(["running", "starting", "restarting"], "The thread that writes.");

export const readySchema = named("Ready", object({ status: always("ready"), writer: WRITER }));
