import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { constants, createGzip } from "node:zlib";
import type { Counters } from "../access/counters.ts";
import { countLarge, type LargeAnswer } from "../access/limit.ts";
import { type Clock, createTurns } from "../clock.ts";
import type { Key } from "../domain/accounts/keys.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { createLru } from "../lru.ts";
import { type Export, type ExportFilter, type ExportKind, openExport } from "../store/export.ts";

/** How many rows an export was found to have. */
interface CountedExport {
  readonly rows: number;
  /** As `clock.running`. */
  readonly countedAt: number;
}

/** All exports under way. */
export type Exports = ReturnType<typeof openExports>;

interface ExportRequest {
  readonly key: Key;
  readonly kind: ExportKind;
  readonly filter: ExportFilter;
  /** Names what is asked for: the same text for the same filters. */
  readonly asked: string;
  readonly isGzip: boolean;
  /** The text of the answer with `total` rows. */
  toParts(counted: Pick<Export, "rows"> & { readonly total: number }): Generator<ExportPart>;
}

interface ExportsDeps {
  /** The database. */
  readonly file: string;
  readonly addonPath: string | undefined;
  readonly counters: Counters;
  readonly clock: Clock;
  readonly log: Log;
  /** True for an error that is logged already. */
  readonly noteFailure: (error: unknown) => boolean;
  readonly upgradeUrl: () => string;
}

/** Each keeps the log of the database from being emptied. */
const MAX_EXPORTS = 4;
/** Kept for enterprise keys, since others may be slow. */
const KEPT_EXPORTS = 1;
const RETRY_AFTER_SECONDS = 10;
const ROWS_PER_REQUEST = 1000;
/** Counting all rows takes up to half a second of a core: a caller with too few requests is refused by the same count for a while. */
const COUNT_HOLDS_MS = 10 * 60_000;
const MAX_COUNTED = 1000;

/** As many rows cost one request of the day and month; an export without rows costs one too. */
const requestsFor = (rows: number): number => Math.max(1, Math.ceil(rows / ROWS_PER_REQUEST));

export function openExports(deps: ExportsDeps) {
  const { file, addonPath, counters, clock, log, noteFailure, upgradeUrl } = deps;
  /** By key: what ends the export. */
  const slots = new Map<string, () => void>();
  const nextTurn = createTurns();
  const counted = createLru<string, CountedExport>(MAX_COUNTED);
  let isClosed = false;

  /** Counts what an export costs, and remembers its rows. */
  const charge = (request: ExportRequest, rows: number, countedAt: number): LargeAnswer => {
    const { key, kind } = request;
    const asked = { requests: requestsFor(rows), what: `an export of ${rows.toLocaleString("en-US")} ${kind}` };
    counted.set(nameOf(request), { rows, countedAt });
    return countLarge(counters, key, asked, clock.running(), upgradeUrl());
  };

  /** Throws AppError for an export whose rows were counted lately, and that its key has too few requests for. */
  const requirePayable = (request: ExportRequest): void => {
    const known = counted.get(nameOf(request));
    if (known === undefined || clock.running() - known.countedAt > COUNT_HOLDS_MS) return;
    const answer = charge(request, known.rows, known.countedAt);
    answer.giveBack(answer.requests - 1);
  };

  return {
    /**
     * Takes a slot and counts the requests it costs. Throws AppError overloaded without a free slot, daily_limit_exceeded or
     * monthly_limit_exceeded where the key has too few requests left, unavailable once the service ends.
     */
    async open(request: ExportRequest) {
      const { key, kind, filter, isGzip } = request;
      requirePayable(request);
      if (isClosed) throw stopping();
      requireSlot(slots, key);
      const exported = openExport(kind, file, addonPath, filter);
      const free = (): void => {
        slots.delete(key.id);
        exported.close();
      };
      try {
        const total = await count(exported, nextTurn, (stop) => slots.set(key.id, stop));
        if (isClosed) throw stopping();
        const answer = charge(request, total, clock.running());
        const onEnd = (end: ExportEnd, delivered: number): void => {
          free();
          refund(answer, end, delivered);
        };
        const deliveryDeps = { clock, log, noteFailure, nextTurn, total, isGzip, onEnd };
        const delivery = openDelivery(request.toParts({ ...exported, total }), deliveryDeps);
        slots.set(key.id, () => delivery.end("stopping"));
        return delivery;
      } catch (error) {
        free();
        throw error;
      }
    },

    /** Waits for the turn to make a part of a long answer. */
    nextTurn,

    /** Ends all exports and opens no other. */
    close(): void {
      isClosed = true;
      for (const stop of slots.values()) stop();
    },
  };
}

const stopping = (): AppError => new AppError("unavailable", "the service is stopping; ask again soon");

/** Counts the rows, with requests between the steps. `takeSlot` is told how to end that. */
async function count(
  exported: Export,
  nextTurn: () => Promise<void>,
  takeSlot: (stop: () => void) => void,
): Promise<number> {
  const steps = exported.count();
  takeSlot(() => {
    steps.return(undefined);
    exported.close();
  });
  let total = 0;
  for (const rows of steps) {
    total += rows;
    await nextTurn();
  }
  return total;
}

/** The same for the same rows of the same key. */
const nameOf = ({ key, kind, asked }: ExportRequest): string => JSON.stringify([key.id, kind, asked]);

/** A reader pays for the rows it got; what ends by our fault costs nothing. */
function refund(answer: LargeAnswer, end: ExportEnd, deliveredRows: number): void {
  if (end === "done") return;
  answer.giveBack(
    end === "failed" || end === "stopping" ? answer.requests : answer.requests - requestsFor(deliveredRows),
  );
}

function requireSlot(slots: ReadonlyMap<string, unknown>, { id, tier }: Key): void {
  const isOwn = slots.has(id);
  const allowed = tier === "enterprise" ? MAX_EXPORTS : MAX_EXPORTS - KEPT_EXPORTS;
  if (!isOwn && slots.size < allowed) return;
  const reason = isOwn
    ? "another export of your key is under way"
    : `${slots.size} exports are under way, as many as this service makes at a time for keys of your plan`;
  throw new AppError("overloaded", `${reason}; try again in ${RETRY_AFTER_SECONDS} seconds`, {
    headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
  });
}

/** Why an export ended: all was sent, its reader was too slow or is gone, the service stops, or it failed. */
type ExportEnd = "done" | "slow" | "caller" | "stopping" | "failed";

/** A piece of an exported text. */
export interface ExportPart {
  readonly text: string;
  /** The rows in this piece and in those before it. */
  readonly rows: number;
}

interface ExportDeliveryDeps extends Pick<ExportsDeps, "clock" | "log" | "noteFailure"> {
  /** Waits until it may make its next part. */
  readonly nextTurn: () => Promise<void>;
  /** How many rows there will be. */
  readonly total: number;
  readonly isGzip: boolean;
  /** Called once, with the rows that were written. */
  readonly onEnd: (end: ExportEnd, rows: number) => void;
}

const ROW_COUNT = "X-Row-Count";

const CHECK_EVERY_MS = 500;
/** A reader who takes less in a minute of waiting is too slow. Sockets take a megabyte at once, then nothing for a while. */
const MIN_BYTES = 1_000_000;
const JUDGED_EVERY_MS = 60_000;
/** While an export reads, the log of the database grows: after this time, only one with little left goes on. */
const MAX_AGE_MS = 5 * 60_000;
const MAX_OUTSTANDING_BYTES = 16_000_000;

/** Sends the parts of an export, no faster than its reader takes them and with other requests between any two. */
function openDelivery(parts: Generator<ExportPart>, deps: ExportDeliveryDeps) {
  const { clock, log, noteFailure, nextTurn, total, isGzip, onEnd } = deps;
  const openedAt = clock.elapsed();
  const gzip = isGzip ? createGzipParts() : undefined;
  const ended = Promise.withResolvers<void>();
  let response: ServerResponse | undefined;
  let endedBy: ExportEnd | undefined;
  let rows = 0;
  let bytes = 0;
  const pace = createPace(clock);
  const isLate = (): boolean =>
    clock.elapsed() - openedAt >= MAX_AGE_MS && (bytes / Math.max(rows, 1)) * (total - rows) > MAX_OUTSTANDING_BYTES;
  const timer = setInterval(() => {
    if (pace.isSlow(bytes) || isLate()) end("slow");
  }, CHECK_EVERY_MS).unref();

  function end(reason: ExportEnd): void {
    if (endedBy !== undefined) return;
    endedBy = reason;
    clearInterval(timer);
    parts.return(undefined);
    gzip?.close();
    onEnd(reason, rows);
    ended.resolve();
    if (reason !== "done" && response !== undefined) breakOff(response);
  }

  const send = async (to: ServerResponse): Promise<void> => {
    for (const part of parts) {
      const text = Buffer.from(part.text);
      const body = gzip === undefined ? text : await gzip.part(text);
      if (endedBy !== undefined) return;
      const isTaken = to.write(body);
      rows = part.rows;
      bytes += body.length;
      if (!isTaken) await pace.during(Promise.race([once(to, "drain"), ended.promise]), bytes);
      await nextTurn();
    }
    const rest = endedBy === undefined ? await gzip?.end() : undefined;
    if (endedBy !== undefined) return;
    to.addTrailers({ [ROW_COUNT]: String(rows) });
    // Frees the slot before the reader learns of the end and asks for its next export.
    end("done");
    to.end(rest);
  };

  const fail = (err: unknown): void => {
    if (endedBy !== undefined) return;
    if (!noteFailure(err)) log.error({ err }, "an export failed");
    end("failed");
  };
  return {
    end,
    headers: { "X-Total-Count": String(total) },
    trailer: ROW_COUNT,
    /** Called once the headers are written. */
    begin(begun: ServerResponse): void {
      response = begun;
      if (endedBy !== undefined) return void breakOff(begun);
      if (begun.destroyed) return void end("caller");
      begun.once("close", () => end("caller"));
      send(begun).catch(fail);
    },
    figures: () => ({ events: rows, endedBy: endedBy ?? "caller" }),
  };
}

/** Measures what a reader takes while it is waited for; time in which it is offered nothing does not count. */
function createPace(clock: Clock) {
  let waitedMs = 0;
  let waitsSince: number | undefined;
  /** The beginning of the current minute of waiting. */
  let from: { readonly waitedMs: number; readonly bytes: number } | undefined;
  return {
    /** Waits for a reader to whom `bytes` were written in all. */
    async during(taken: Promise<unknown>, bytes: number): Promise<void> {
      from ??= { waitedMs, bytes };
      waitsSince = clock.elapsed();
      await taken;
      waitedMs += clock.elapsed() - waitsSince;
      waitsSince = undefined;
    },

    isSlow(bytes: number): boolean {
      const waited = waitedMs + (waitsSince === undefined ? 0 : clock.elapsed() - waitsSince);
      if (from === undefined || waited - from.waitedMs < JUDGED_EVERY_MS) return false;
      const isSlow = bytes - from.bytes < MIN_BYTES;
      from = { waitedMs: waited, bytes };
      return isSlow;
    },
  };
}

/** Resets the connection: a reader of HTTP/1.0 would take a closed one for the end of a whole answer. */
function breakOff(response: ServerResponse): void {
  if (!response.destroyed) response.socket?.resetAndDestroy();
}

/** The fastest level. The next one takes as long as making the rows and saves a twentieth. */
const LEVEL = constants.Z_BEST_SPEED;
const CHUNK_BYTES = 64 * 1024;

/** A gzip body, made part by part off this thread. Ask for one part at a time. */
function createGzipParts() {
  const gzip = createGzip({ level: LEVEL, chunkSize: CHUNK_BYTES });
  let made: Buffer[] = [];
  gzip.on("data", (bytes: Buffer) => made.push(bytes));
  const take = (): Buffer => {
    const taken = Buffer.concat(made);
    made = [];
    return taken;
  };
  return {
    /** Compresses a part and gives what is compressed so far. */
    part: (bytes: Buffer): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        gzip.write(bytes, (error) => (error ? reject(error) : resolve(take())));
      }),
    /** Gives the rest of the body. */
    end: (): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        gzip.once("end", () => resolve(take())).once("error", reject);
        gzip.end();
      }),
    /** Releases its memory; may be called before the end. */
    close: (): void => void gzip.destroy(),
  };
}
