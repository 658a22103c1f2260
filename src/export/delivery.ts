import type { ServerResponse } from "node:http";
import type { Worker } from "node:worker_threads";
import type { Clock } from "../clock.ts";
import { messageOf } from "../errors.ts";
import type { Log } from "../log.ts";
import type { FromExport, ToExport } from "./messages.ts";

/** Why an export ended: all was sent, its reader was too slow or is gone, the service stops, or it failed. */
export type ExportEnd = "done" | "slow" | "caller" | "stopping" | "failed";

/** An export that has its place and is paid for. */
export interface OpenedExport {
  readonly headers: Readonly<Record<string, string>>;
  readonly trailer: string;
  /** Called once the headers are written. */
  begin(response: ServerResponse): void;
  figures(): { readonly events: number; readonly endedBy: ExportEnd };
}

export interface ExportDeliveryDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** How many rows there will be. */
  readonly total: number;
  /** Called once, with the rows that were written. */
  readonly onEnd: (end: ExportEnd, rows: number) => void;
}

/** An export that its thread has begun. */
export interface ExportDelivery extends OpenedExport {
  end(reason: ExportEnd): void;
}

const ROW_COUNT = "X-Row-Count";

/** Parts the thread may make before the first one is taken. */
const PARTS_AHEAD = 2;
const CHECK_EVERY_MS = 500;
/** A reader who takes nothing for so long is gone. */
const MAX_STALL_MS = 20_000;
/** While an export reads, the log of the database grows: a slow reader must not hold it for longer. */
const MAX_AGE_MS = 5 * 60_000;

/** Takes the parts of an export from its thread to its reader, no faster than they are taken. */
export function openDelivery(thread: Worker, { clock, log, total, onEnd }: ExportDeliveryDeps): ExportDelivery {
  const openedAt = clock.elapsed();
  let response: ServerResponse | undefined;
  let endedBy: ExportEnd | undefined;
  let rows = 0;
  /** Since when the reader has not taken what was written. */
  let blockedAt: number | undefined;
  const tell = (message: ToExport): void => thread.postMessage(message);
  const watch = setInterval(() => {
    const now = clock.elapsed();
    const isStalled = blockedAt !== undefined && now - blockedAt >= MAX_STALL_MS;
    if (isStalled || now - openedAt >= MAX_AGE_MS) end("slow");
  }, CHECK_EVERY_MS).unref();

  function end(reason: ExportEnd): void {
    if (endedBy !== undefined) return;
    endedBy = reason;
    clearInterval(watch);
    tell("stop");
    onEnd(reason, rows);
    // Reset, so that its reader cannot take what it got for all: to HTTP/1.0, a closed connection is a good end.
    if (reason !== "done" && response?.destroyed === false) response.socket?.resetAndDestroy();
  }

  const take = (message: FromExport): void => {
    if (endedBy !== undefined || response === undefined) return;
    if (message.type === "part") return void write(response, message.bytes, message.rows);
    if (message.type !== "done") return void fail(message.type === "failed" ? message.message : "it began twice");
    response.addTrailers({ [ROW_COUNT]: String(rows) });
    // Its place is free before its reader knows, who may ask for the next one.
    end("done");
    response.end(message.bytes);
  };

  const write = (to: ServerResponse, bytes: Uint8Array, rowsSoFar: number): void => {
    const isTaken = to.write(bytes);
    rows = rowsSoFar;
    if (isTaken) return void tell("next");
    blockedAt = clock.elapsed();
    to.once("drain", () => {
      blockedAt = undefined;
      tell("next");
    });
  };

  const fail = (message: string): void => {
    if (endedBy !== undefined) return;
    log.error({ err: new Error(message) }, "an export failed");
    end("failed");
  };

  thread.on("message", take);
  thread.once("error", (error) => fail(messageOf(error)));
  thread.once("exit", () => fail("its thread has ended"));
  return {
    end,
    headers: { "X-Total-Count": String(total) },
    trailer: ROW_COUNT,
    begin(begun) {
      response = begun;
      if (begun.destroyed) return end("caller");
      begun.once("close", () => end("caller"));
      for (let part = 0; part < PARTS_AHEAD; part++) tell("next");
    },
    figures: () => ({ events: rows, endedBy: endedBy ?? "caller" }),
  };
}
