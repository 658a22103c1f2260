import { always, named, object } from "../../http/schema.ts";
import { writerSchema } from "../../http/value-schemas.ts";

export const healthSchema = named("Health", object({ status: always("ok") }));

export const readySchema = named("Ready", object({ status: always("ready"), writer: writerSchema }));
