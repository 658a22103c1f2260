import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import type { Contender } from "../contenders/contender.ts";

/** An answer as it came over the wire. */
export interface Captured {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly bytes: Buffer;
}

/** Asks once, with the contender's own headers and `headers`; throws when the answer is an error. */
export async function capture(
  contender: Pick<Contender, "url" | "headers">,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Captured> {
  const captured = await ask(contender, path, headers);
  if (captured.status < 400) return captured;
  throw new Error(`${contender.url}${path} answered ${captured.status}: ${captured.bytes}`);
}

function ask(
  contender: Pick<Contender, "url" | "headers">,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Captured> {
  const { promise, resolve, reject } = Promise.withResolvers<Captured>();
  request(contender.url + path, { headers: { ...contender.headers, ...headers } }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () =>
      resolve({ status: response.statusCode ?? 0, headers: response.rawHeaders, bytes: Buffer.concat(chunks) }),
    );
  })
    .on("error", reject)
    .end();
  return promise;
}

/** The value of a header; undefined where it is absent. */
export function headerOf({ headers }: Captured, name: string): string | undefined {
  const at = headers.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name.toLowerCase());
  return at < 0 ? undefined : headers[at + 1];
}

/** Writes an answer where the bare server reads it, without the headers node:http adds of itself; gives the file. */
export function keepFor(folder: string, name: string, { status, headers, bytes }: Captured): string {
  const own: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [header = "", value = ""] = headers.slice(at, at + 2);
    if (!ADDED_BY_NODE.has(header.toLowerCase())) own.push(header, value);
  }
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ status, headers: own, body: bytes.toString("latin1") }));
  return file;
}

const ADDED_BY_NODE = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);
