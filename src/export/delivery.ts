import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { constants, createGzip } from "node:zlib";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";

/** Why an export ended: all was sent, its reader was too slow or is gone, the service stops, or it failed. */
export type ExportEnd = "done" | "slow" | "caller" | "stopping" | "failed";

/** A piece of an exported text. */
export interface ExportPart {
  readonly text: string;
  /** The rows in this piece and in those before it. */
  readonly rows: number;
}

/** An export that has its place and is paid for. */
export interface OpenedExport {
  readonly headers: Readonly<Record<string, string>>;
  readonly trailer: string;
  /** Called once the headers are written. */
  begin(response: ServerResponse): void;
  figures(): { readonly events: number; readonly endedBy: ExportEnd };
}

interface ExportDeliveryDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** How many rows there will be. */
  readonly total: number;
  readonly isGzip: boolean;
  /** Called once, with the rows that were written. */
  readonly onEnd: (end: ExportEnd, rows: number) => void;
}

interface ExportDelivery extends OpenedExport {
  end(reason: ExportEnd): void;
}

const ROW_COUNT = "X-Row-Count";

const CHECK_EVERY_MS = 500;
/** A reader who takes nothing for so long is gone. */
const MAX_STALL_MS = 20_000;
/** While an export reads, the log of the database grows: a slow reader must not hold it for longer. */
const MAX_AGE_MS = 5 * 60_000;

/** Sends the parts of an export, no faster than its reader takes them and with other requests between any two. */
export function openDelivery(parts: Generator<ExportPart>, deps: ExportDeliveryDeps): ExportDelivery {
  const { clock, log, total, isGzip, onEnd } = deps;
  const openedAt = clock.elapsed();
  const gzip = isGzip ? createGzipParts() : undefined;
  const ended = Promise.withResolvers<void>();
  let response: ServerResponse | undefined;
  let endedBy: ExportEnd | undefined;
  let rows = 0;
  /** Since when the reader has not taken what was written. */
  let blockedAt: number | undefined;
  const watch = setInterval(() => {
    const now = clock.elapsed();
    const isStalled = blockedAt !== undefined && now - blockedAt >= MAX_STALL_MS;
    if (isStalled || now - openedAt >= MAX_AGE_MS) end("slow");
  }, CHECK_EVERY_MS).unref();

  function end(reason: ExportEnd): void {
    if (endedBy !== undefined) return;
    endedBy = reason;
    clearInterval(watch);
    parts.return(undefined);
    gzip?.close();
    onEnd(reason, rows);
    ended.resolve();
    if (reason !== "done" && response !== undefined) breakOff(response);
  }

  const send = async (to: ServerResponse): Promise<void> => {
    for (const part of parts) {
      const body = gzip === undefined ? part.text : await gzip.part(Buffer.from(part.text));
      if (endedBy !== undefined) return;
      const isTaken = to.write(body);
      rows = part.rows;
      if (!isTaken) {
        blockedAt = clock.elapsed();
        await Promise.race([once(to, "drain"), ended.promise]);
        blockedAt = undefined;
      }
      await setImmediate();
    }
    const rest = endedBy === undefined ? await gzip?.end() : undefined;
    if (endedBy !== undefined) return;
    to.addTrailers({ [ROW_COUNT]: String(rows) });
    // Its place is free before its reader knows, who may ask for the next one.
    end("done");
    to.end(rest);
  };

  const fail = (err: unknown): void => {
    if (endedBy !== undefined) return;
    log.error({ err }, "an export failed");
    end("failed");
  };
  return {
    end,
    headers: { "X-Total-Count": String(total) },
    trailer: ROW_COUNT,
    begin(begun) {
      response = begun;
      if (endedBy !== undefined) return breakOff(begun);
      if (begun.destroyed) return end("caller");
      begun.once("close", () => end("caller"));
      send(begun).catch(fail);
    },
    figures: () => ({ events: rows, endedBy: endedBy ?? "caller" }),
  };
}

/** Resets the connection, so that a reader cannot take what it got for all: to HTTP/1.0, a closed one is a good end. */
function breakOff(response: ServerResponse): void {
  if (!response.destroyed) response.socket?.resetAndDestroy();
}

/** A gzip body that is made part by part. Parts must be asked for one after the other; compressing is off this thread. */
interface GzipParts {
  /** What is compressed by now; a later part may bring the rest of it. */
  part(bytes: Buffer): Promise<Buffer>;
  /** What is left, and what ends the body. */
  end(): Promise<Buffer>;
  /** Gives its memory back, also before the end. */
  close(): void;
}

/** The fastest level: the next one takes as long as making the rows, for a twentieth less. */
const LEVEL = constants.Z_BEST_SPEED;
const CHUNK_BYTES = 64 * 1024;

function createGzipParts(): GzipParts {
  const gzip = createGzip({ level: LEVEL, chunkSize: CHUNK_BYTES });
  let made: Buffer[] = [];
  gzip.on("data", (bytes: Buffer) => made.push(bytes));
  const take = (): Buffer => {
    const taken = Buffer.concat(made);
    made = [];
    return taken;
  };
  return {
    part: (bytes) =>
      new Promise((resolve, reject) => {
        gzip.write(bytes, (error) => (error ? reject(error) : resolve(take())));
      }),
    end: () =>
      new Promise((resolve, reject) => {
        gzip.once("end", () => resolve(take())).once("error", reject);
        gzip.end();
      }),
    close: () => void gzip.destroy(),
  };
}
