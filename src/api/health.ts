import { AppError } from "../errors.ts";
import { route } from "../http/route.ts";

/** For whatever watches the process: outside the API, and without its envelope. */
export const healthRoutes = () => [
  route({
    method: "GET",
    path: "/healthz",
    summary: "Whether the process answers",
    tier: "open",
    cache: "never",
    parameters: {},
    handler: () => ({ body: { status: "ok" } }),
  }),
  route({
    method: "GET",
    path: "/readyz",
    summary: "Whether questions about markets can be answered",
    tier: "open",
    cache: "never",
    parameters: {},
    handler({ readiness }) {
      const { isReady, writer, reason } = readiness.check();
      if (isReady) return { body: { status: "ready", writer } };
      throw new AppError("starting", reason ?? "the service is starting; ask again soon", {
        details: { writer },
        headers: { "Retry-After": "2" },
      });
    },
  }),
];
