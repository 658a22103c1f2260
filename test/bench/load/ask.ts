import { writeFileSync } from "node:fs";
import { Agent, type IncomingMessage, type RequestOptions, request } from "node:http";
import { join } from "node:path";
import type { Contender } from "../contenders/contender.ts";

interface Answer {
  /** From sending the request to the last byte of the answer. */
  readonly ms: number;
  readonly response: IncomingMessage;
  readonly bytes: Buffer;
}

/** Asks once, with the contender's own headers and those of `options`. Throws when the answer is an error. */
export function ask(
  { url, headers }: Pick<Contender, "url" | "headers">,
  path: string,
  options: RequestOptions & { headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const startedAt = performance.now();
  request(url + path, { ...options, headers: { ...headers, ...options.headers } }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => {
      const answer = { ms: performance.now() - startedAt, response, bytes: Buffer.concat(chunks) };
      const { statusCode = 500 } = response;
      if (statusCode < 400) resolve(answer);
      else reject(new Error(`${url}${path} answered ${statusCode}: ${answer.bytes}`));
    });
  })
    .on("error", reject)
    .end();
  return promise;
}

/** Writes an answer where the bare server reads it, without the headers node:http adds of itself; gives the file. */
export function keepFor(folder: string, name: string, { response, bytes }: Answer): string {
  const headers: string[] = [];
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const [header = "", value = ""] = response.rawHeaders.slice(at, at + 2);
    if (!ADDED_BY_NODE.has(header.toLowerCase())) headers.push(header, value);
  }
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ status: response.statusCode, headers, body: bytes.toString("latin1") }));
  return file;
}

const ADDED_BY_NODE = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** How long the answer to a request took. */
export interface Timed {
  readonly path: string;
  readonly ms: number;
}

/** Asks for one path after the other over one connection. */
export async function askEach(contender: Contender, paths: Iterable<string>): Promise<Timed[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: Timed[] = [];
  try {
    for (const path of paths) times.push({ path, ms: (await ask(contender, path, { agent })).ms });
  } finally {
    agent.destroy();
  }
  return times;
}

/** How long answers took, in words. */
export function describe(times: readonly Timed[]): string {
  const [p50, p99] = [shareOf(times, 0.5), shareOf(times, 0.99)];
  const { path, ms } = times.reduce((one, other) => (one.ms > other.ms ? one : other));
  return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, longest ${ms.toFixed(1)} ms (${path})`;
}

/** What that share of the answers took at most, in ms. */
export function shareOf(times: readonly Pick<Timed, "ms">[], share: number): number {
  const sorted = times.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
