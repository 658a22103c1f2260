import { createServer } from "node:net";
import type { Config } from "../../config.ts";
import { adviceFor, toUrlHost } from "../../http/lifecycle.ts";
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

const PORT_TIMEOUT_MS = 2_000;

/** Checks that the service can listen at its address, or does so already. */
export async function checkPort({ host, port }: Config): Promise<Finding> {
  const address = `${host} port ${port}`;
  const error = await tryListening(host, port);
  if (error === undefined) return ok("port", port === 0 ? `any on ${host}` : `${address} is free`);
  if (isTaken(error) && (await isToteboard(host, port)))
    return ok("port", `${address} is in use by a running toteboard`);
  return problem("port", `cannot listen on ${address}: ${adviceFor(error)}`);
}

/** Listens and stops again; resolves with the error if that fails. */
function tryListening(host: string, port: number): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const server = createServer();
  server.once("error", resolve);
  server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  return promise;
}

const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE";

async function isToteboard(host: string, port: number): Promise<boolean> {
  try {
    const url = `http://${toUrlHost(host)}:${port}/openapi.json`;
    const response = await fetch(url, { signal: AbortSignal.timeout(PORT_TIMEOUT_MS) });
    const { info } = (await response.json()) as { info?: { title?: string } };
    return info?.title?.startsWith("Toteboard") === true;
  } catch {
    // Another program answers something else, or nothing.
    return false;
  }
}
