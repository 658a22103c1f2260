import { Agent, request } from "node:http";
import type { Contender } from "../contenders/contender.ts";

/** How long the answer to a request took. */
export interface Timed {
  readonly path: string;
  readonly ms: number;
}

/** How long answers took, in ms. */
export interface Latencies {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The path of the slowest. */
  readonly slowest: string;
}

/** Asks one thing after the other over one connection, each once. Throws when an answer is an error. */
export async function askEach(contender: Contender, paths: readonly string[]): Promise<Timed[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: Timed[] = [];
  try {
    for (const path of paths) times.push({ path, ms: (await ask(agent, contender, path)).ms });
  } finally {
    agent.destroy();
  }
  return times;
}

export function summarise(times: readonly Timed[]): Latencies {
  const sorted = times.toSorted((a, b) => a.ms - b.ms);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]?.ms ?? 0;
  const last = sorted.at(-1);
  return { count: times.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: last?.ms ?? 0, slowest: last?.path ?? "" };
}

interface Asked {
  readonly ms: number;
  readonly text: () => string;
}

/** From sending the request to the last byte of the answer. */
export function ask(agent: Agent, { url, headers }: Pick<Contender, "url" | "headers">, path: string): Promise<Asked> {
  const { promise, resolve, reject } = Promise.withResolvers<Asked>();
  const startedAt = performance.now();
  request(url + path, { agent, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => {
      const ms = performance.now() - startedAt;
      const text = (): string => Buffer.concat(chunks).toString();
      if (response.statusCode === 200) resolve({ ms, text });
      else reject(new Error(`${path} answered ${response.statusCode}: ${text()}`));
    });
  })
    .on("error", reject)
    .end();
  return promise;
}
