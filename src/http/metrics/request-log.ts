import { type Log, writeFields } from "../../log.ts";
import type { ServedRequest } from "../responding/request-context.ts";

/** Asked for every few seconds by what watches the service. */
const QUIET_ROUTES: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Writes one line for a request; never its URL, for a key may be in it. */
export function logRequest(log: Log, served: ServedRequest): void {
  const level = QUIET_ROUTES.has(served.route ?? "") ? "debug" : "info";
  if (log.isLevelEnabled(level)) writeFields(log, level, served.receivedAt + served.milliseconds, toFields(served));
}

/** Nothing needs escaping: routes, ids and codes are our own or checked, and Node accepts known methods only. */
function toFields({
  requestId,
  method,
  route,
  status,
  milliseconds,
  keyId,
  errorCode,
  isAborted,
  stream,
}: ServedRequest) {
  const path = route === undefined ? "null" : `"${route}"`;
  const optional =
    (keyId === undefined ? "" : `,"key_id":"${keyId}"`) +
    (errorCode === undefined ? "" : `,"error":"${errorCode}"`) +
    (isAborted ? `,"aborted":true` : "") +
    (stream === undefined ? "" : `,"events":${stream.events},"ended_by":"${stream.endedBy}"`);
  const ms = Math.round(milliseconds * 100) / 100;
  return `"request_id":"${requestId}","method":"${method}","route":${path},"status":${status},"ms":${ms}${optional},"msg":"request"`;
}
