import { createServer } from "node:net";
import type { Config } from "../../config.ts";
import { adviceFor, toUrlHost } from "../../http/lifecycle.ts";
import { type Finding, ok, problem } from "./finding.ts";

const TIMEOUT_MS = 2_000;

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
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { info } = (await response.json()) as { info?: { title?: string } };
    return info?.title?.startsWith("Toteboard") === true;
  } catch {
    // Another program answers something else, or nothing.
    return false;
  }
}
