import { AppError } from "../errors.ts";
import { endpoint } from "../http/endpoint.ts";
import { always, named, object } from "../http/schema.ts";
import { writerSchema } from "../http/value-schemas.ts";

const healthSchema = named("Health", object({ status: always("ok") }));

const readySchema = named("Ready", object({ status: always("ready"), writer: writerSchema }));

export const healthRoutes = () => [
  endpoint({
    path: "/healthz",
    summary: "Whether the process is alive",
    operationId: "getHealth",
    tag: "service",
    tier: "open",
    response: healthSchema,
    isBare: true,
    handler: () => ({ body: { status: "ok" } }),
  }),
  endpoint({
    path: "/readyz",
    summary: "Whether market data can be read",
    operationId: "getReadiness",
    tag: "service",
    tier: "open",
    response: readySchema,
    isBare: true,
    errors: ["starting", "unavailable"],
    handler({ readiness }) {
      const { isReady, writer, trouble, reason } = readiness.check();
      if (isReady) return { body: { status: "ready", writer } };
      if (trouble === "damaged") throw new AppError("unavailable", reason ?? trouble, { details: { writer } });
      throw new AppError("starting", reason ?? "the service is starting; ask again soon", {
        details: { writer },
        headers: { "Retry-After": "2" },
      });
    },
  }),
];
