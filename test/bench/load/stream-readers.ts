import { request } from "node:http";

/** Open streams, and what came on all of them since it was last asked. */
export interface StreamReaders {
  readonly events: number;
  readonly bytes: number;
  /** From when a change was observed to when it was here, in milliseconds: one for each stream and burst. */
  readonly delaysMs: readonly number[];
  /** The longest burst of at most `burstEvents` events that one of them has got. */
  readonly burst: Buffer;
  reset(): void;
  close(): void;
}

interface OpenOptions {
  readonly count: number;
  /** Of the keys they are opened with, in turn. */
  readonly secrets: readonly string[];
  /** A reader who is late gets several bursts at once, which are none. */
  readonly burstEvents?: number;
}

const OBSERVED = '"observed_at":"';
const OBSERVED_LENGTH = "2026-11-20T04:09:00.000Z".length;
const AT_A_TIME = 50;

/** Opens streams of an address, one after another. */
export async function openReaders(
  url: string,
  { count, secrets, burstEvents = Number.POSITIVE_INFINITY }: OpenOptions,
): Promise<StreamReaders> {
  const open: { destroy(): void }[] = [];
  const found = { events: 0, bytes: 0, delaysMs: [] as number[], burst: Buffer.alloc(0) };
  const take = (chunk: Buffer): void => {
    found.bytes += chunk.length;
    const at = chunk.indexOf(OBSERVED);
    if (at === -1) return;
    const observedAt = chunk.toString("latin1", at + OBSERVED.length, at + OBSERVED.length + OBSERVED_LENGTH);
    found.delaysMs.push(Date.now() - Date.parse(observedAt));
    let events = 0;
    for (let from = at; from !== -1; from = chunk.indexOf("\nid: ", from + 1)) events += 1;
    found.events += events;
    if (events <= burstEvents && chunk.length > found.burst.length) found.burst = Buffer.from(chunk);
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
    get burst() {
      return found.burst;
    },
    reset: () => Object.assign(found, { events: 0, bytes: 0, delaysMs: [] }),
    close() {
      for (const one of open) one.destroy();
    },
  };
}
