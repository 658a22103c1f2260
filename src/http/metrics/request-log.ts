import { type Clock, SECOND_MS } from "../../clock.ts";
import { type Log, writeFields } from "../../log.ts";
import type { ServedRequest } from "../responding/reply.ts";

/** Refusals of one address that get a line, a second. */
const MAX_REFUSALS_PER_ADDRESS = 20;

/** How often refusals without a line are summed up in one. */
const REPORT_EVERY_MS = 10 * SECOND_MS;

/** Asked for every few seconds by what watches the service. */
const QUIET_ROUTES: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

interface RequestLogDeps {
  readonly log: Log;
  readonly clock: Pick<Clock, "elapsed">;
  /** Refusals that get a line, a second. */
  readonly maxRefusals: number;
}

/** Writes one line for each request; never its URL, for a key may be in it. Refusals beyond the limits are counted. */
export function openRequestLog({ log, clock, maxRefusals }: RequestLogDeps) {
  const hasRoom = createRefusalLimit(clock, maxRefusals);
  let unlogged = new Map<number, number>();
  const report = (): void => {
    if (unlogged.size === 0) return;
    const refusals = [...unlogged.values()].reduce((sum, count) => sum + count, 0);
    log.warn(
      { refusals, by_status: Object.fromEntries(unlogged) },
      "further refused requests have no line of their own",
    );
    unlogged = new Map();
  };
  const timer = setInterval(report, REPORT_EVERY_MS).unref();
  return {
    note(served: ServedRequest): void {
      const level = QUIET_ROUTES.has(served.route ?? "") ? "debug" : "info";
      if (!log.isLevelEnabled(level)) return;
      const { status, refused } = served;
      if (refused !== undefined && !hasRoom(refused)) return void unlogged.set(status, (unlogged.get(status) ?? 0) + 1);
      writeFields(log, level, served.receivedAt + served.milliseconds, toFields(served));
    },

    close(): void {
      clearInterval(timer);
      report();
    },
  };
}

/** Tells whether a refusal of an address gets a line, and counts it. */
function createRefusalLimit(clock: Pick<Clock, "elapsed">, maxRefusals: number): (address: string) => boolean {
  const lines = new Map<string, number>();
  let [second, total] = [0, 0];
  return (address) => {
    const now = Math.floor(clock.elapsed() / SECOND_MS);
    if (now !== second) {
      lines.clear();
      [second, total] = [now, 0];
    }
    const ofAddress = lines.get(address) ?? 0;
    if (total >= maxRefusals || ofAddress >= MAX_REFUSALS_PER_ADDRESS) return false;
    lines.set(address, ofAddress + 1);
    total++;
    return true;
  };
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
