import type { Config } from "../../config.ts";
import { readinessUrl } from "../health.ts";
import type { Finding } from "./finding.ts";

const TIMEOUT_MS = 5000;

/** Asks a running service with these settings about its writer. */
export async function checkService({ host, port }: Config): Promise<Finding[]> {
  const check = "service";
  const url = readinessUrl(host, port);
  let writer: string | undefined;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    writer = writerOf(await response.json());
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "TimeoutError")) return [];
    return [{ check, status: "problem", message: `${url} does not answer within ${TIMEOUT_MS / 1000} s: restart it` }];
  }
  // Another program has the port.
  if (writer === undefined) return [];
  if (writer !== "unresponsive") return [{ check, status: "ok", message: `${url} answers, its writer is ${writer}` }];
  const message = `${url} answers, but its writer has not for 10 s: nothing is gathered or saved; restart it if that lasts`;
  return [{ check, status: "problem", message }];
}

/** The state of the writer as `/readyz` gives it, ready or not. */
function writerOf(body: unknown): string | undefined {
  const { writer, detail } = body as { writer?: unknown; detail?: { writer?: unknown } };
  const state = writer ?? detail?.writer;
  return typeof state === "string" ? state : undefined;
}
