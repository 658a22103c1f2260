import type { Config } from "../../config.ts";
import { readinessUrl } from "../client/health.ts";
import { type Finding, ok, problem } from "./finding.ts";

const TIMEOUT_MS = 5000;

/** Asks the service that runs with these settings for the state of its writer. Empty where none runs. */
export async function checkService({ host, port }: Config): Promise<Finding[]> {
  const check = "service";
  const url = readinessUrl(host, port);
  let writer: string | undefined;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    writer = writerOf(await response.json());
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "TimeoutError")) return [];
    return [problem(check, `${url} does not answer within ${TIMEOUT_MS / 1000} s: restart it`)];
  }
  // Another program has the port.
  if (writer === undefined) return [];
  if (writer !== "unresponsive") return [ok(check, `${url} answers, its writer is ${writer}`)];
  const advice = "nothing is gathered or saved; restart it if that lasts";
  return [problem(check, `${url} answers, but its writer has not for 10 s: ${advice}`)];
}

/** The state of the writer in an answer of `/readyz`, which is an error body while the service is not ready. */
function writerOf(body: unknown): string | undefined {
  const { writer, detail } = body as { writer?: unknown; detail?: { writer?: unknown } };
  const state = writer ?? detail?.writer;
  return typeof state === "string" ? state : undefined;
}
