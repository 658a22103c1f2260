import { request } from "node:http";

/** Open streams, and what came on all of them since it was last asked. */
export interface StreamReaders {
  readonly events: number;
  readonly bytes: number;
  /** From when a change was observed to when it was here, in milliseconds: one for each stream and burst. */
  readonly delaysMs: readonly number[];
  reset(): void;
  close(): void;
}

interface OpenOptions {
  readonly count: number;
  /** Of the keys they are opened with, in turn. */
  readonly secrets: readonly string[];
}

const OBSERVED = '"observed_at":"';
const OBSERVED_LENGTH = "2026-11-20T04:09:00.000Z".length;
const AT_A_TIME = 50;

/** Opens streams of an address, one after another. */
export async function openReaders(url: string, { count, secrets }: OpenOptions): Promise<StreamReaders> {
  const open: { destroy(): void }[] = [];
  const found = { events: 0, bytes: 0, delaysMs: [] as number[] };
  const take = (chunk: Buffer): void => {
    found.bytes += chunk.length;
    const at = chunk.indexOf(OBSERVED);
    if (at === -1) return;
    const observedAt = chunk.toString("latin1", at + OBSERVED.length, at + OBSERVED.length + OBSERVED_LENGTH);
    found.delaysMs.push(Date.now() - Date.parse(observedAt));
    let events = 0;
    for (let from = at; from !== -1; from = chunk.indexOf("\nid: ", from + 1)) events += 1;
    found.events += events;
  };
  const openOne = (index: number): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const headers = { "X-API-Key": secrets[index % secrets.length] ?? "", Accept: "text/event-stream" };
    const sent = request(url, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}`));
      response.on("data", take);
      response.on("error", () => undefined);
      resolve();
    });
    sent.on("error", reject);
    sent.end();
    open.push(sent);
    return promise;
  };
  for (let from = 0; from < count; from += AT_A_TIME) {
    const length = Math.min(AT_A_TIME, count - from);
    await Promise.all(Array.from({ length }, (_, index) => openOne(from + index)));
  }
  return {
    get events() {
      return found.events;
    },
    get bytes() {
      return found.bytes;
    },
    get delaysMs() {
      return found.delaysMs;
    },
    reset: () => Object.assign(found, { events: 0, bytes: 0, delaysMs: [] }),
    close() {
      for (const one of open) one.destroy();
    },
  };
}
