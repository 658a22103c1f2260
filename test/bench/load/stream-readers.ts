import { request } from "node:http";

/** Open streams, and what came on all of them since they were last reset. */
export interface StreamReaders {
  events: number;
  /** From when a change was observed to when it was here, in milliseconds: one for each stream and burst. */
  delaysMs: number[];
  reset(): void;
  close(): void;
}

const OBSERVED = '"observed_at":"';
const OBSERVED_LENGTH = "2026-11-20T04:09:00.000Z".length;
const AT_A_TIME = 50;

/** Opens streams of an address with the keys in turn. */
export async function openReaders(url: string, count: number, secrets: readonly string[]): Promise<StreamReaders> {
  const open: { destroy(): void }[] = [];
  const readers: StreamReaders = {
    events: 0,
    delaysMs: [],
    reset: () => Object.assign(readers, { events: 0, delaysMs: [] }),
    close() {
      for (const one of open) one.destroy();
    },
  };
  const take = (chunk: Buffer): void => {
    const at = chunk.indexOf(OBSERVED);
    if (at === -1) return;
    const observedAt = chunk.toString("latin1", at + OBSERVED.length, at + OBSERVED.length + OBSERVED_LENGTH);
    readers.delaysMs.push(Date.now() - Date.parse(observedAt));
    for (let from = at; from !== -1; from = chunk.indexOf("\nid: ", from + 1)) readers.events += 1;
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
  return readers;
}
