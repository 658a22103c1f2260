import type { Log } from "../log.ts";
import type { Served } from "./request-metrics.ts";

/** Asked for every few seconds by whatever watches the service. */
const QUIET_ROUTES: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Writes one line for a request; never its URL, for a key may be in it. */
export function logRequest(log: Log, served: Served): void {
  const level = QUIET_ROUTES.has(served.route ?? "") ? "debug" : "info";
  if (!log.isLevelEnabled(level)) return;
  log[level](
    {
      request_id: served.requestId,
      method: served.method,
      route: served.route ?? null,
      status: served.status,
      ms: Math.round(served.milliseconds * 100) / 100,
      ...(served.keyId === undefined ? undefined : { key_id: served.keyId }),
      ...(served.error === undefined ? undefined : { error: served.error }),
      ...(served.isAborted ? { aborted: true } : undefined),
    },
    "request",
  );
}
