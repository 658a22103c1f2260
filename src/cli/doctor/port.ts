import { createServer } from "node:net";
import type { Config } from "../../config.ts";
import { adviceFor, toUrlHost } from "../../http/lifecycle.ts";
import type { Finding } from "./finding.ts";

const check = "port";
const TIMEOUT_MS = 2_000;

/** Checks that the address is free, or that this service has it. */
export async function checkPort({ host, port }: Config): Promise<Finding> {
  const address = `${host} port ${port}`;
  const error = await tryListening(host, port);
  if (error === undefined)
    return { check, status: "ok", message: port === 0 ? `any on ${host}` : `${address} is free` };
  if (isTaken(error) && (await isToteboard(host, port))) {
    return { check, status: "ok", message: `${address} is in use by a running toteboard` };
  }
  return { check, status: "problem", message: `cannot listen on ${address}: ${adviceFor(error)}` };
}

/** Listens for a moment; returns the error, if any. */
function tryListening(host: string, port: number): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const server = createServer();
  server.once("error", resolve);
  server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  return promise;
}

const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/** True when a Toteboard service answers there. */
async function isToteboard(host: string, port: number): Promise<boolean> {
  try {
    const url = `http://${toUrlHost(host)}:${port}/openapi.json`;
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { info } = (await response.json()) as { info?: { title?: string } };
    return info?.title?.startsWith("Toteboard") === true;
  } catch {
    // Another program gives another answer, or none.
    return false;
  }
}
