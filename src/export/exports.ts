import type { Worker } from "node:worker_threads";
import type { Counters } from "../access/counters.ts";
import { countLarge, type LargeAnswer } from "../access/limit.ts";
import type { Clock } from "../clock.ts";
import type { Key } from "../domain/accounts/keys.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { createLru } from "../lru.ts";
import { startThread } from "../threads.ts";
import { type ExportEnd, type OpenedExport, openDelivery } from "./delivery.ts";
import type { ExportData, FromExport } from "./messages.ts";

/** An export that its key has too few requests for. */
interface RefusedExport {
  readonly rows: number;
  /** As `clock.running`. */
  readonly countedAt: number;
}

/** All exports under way. */
export interface Exports {
  /**
   * Takes a place and counts the requests it costs. Throws AppError overloaded without a place, daily_limit_exceeded or
   * monthly_limit_exceeded where the key has too few requests left, unavailable once the service ends.
   */
  open(request: ExportRequest): Promise<OpenedExport>;
  /** Ends all exports and opens no other. */
  close(): Promise<void>;
}

export interface ExportRequest extends Omit<ExportData, "file" | "addonPath"> {
  readonly key: Key;
}

export interface ExportsDeps extends Pick<ExportData, "file" | "addonPath"> {
  readonly counters: Counters;
  readonly clock: Clock;
  readonly log: Log;
  readonly upgradeUrl: () => string;
}

/** Each reads at the speed of a core and keeps the log of the database from being emptied. */
const MAX_EXPORTS = 2;
const RETRY_AFTER_SECONDS = 10;
const ROWS_PER_REQUEST = 1000;
/** Counting all rows takes up to half a second of a core: who was refused gets the same count for a while. */
const REFUSED_FOR_MS = 10 * 60_000;
const MAX_REFUSED = 1000;

/** As many rows cost one request of the day and month; an export without rows costs one too. */
export const requestsFor = (rows: number): number => Math.max(1, Math.ceil(rows / ROWS_PER_REQUEST));

export function openExports(deps: ExportsDeps): Exports {
  const { file, addonPath, counters, clock, log, upgradeUrl } = deps;
  /** By key: what ends the export. A place is free again before its thread has ended. */
  const places = new Map<string, () => void>();
  const threads = new Map<Worker, Promise<void>>();
  const refused = createLru<string, RefusedExport>(MAX_REFUSED);
  let isClosed = false;

  const start = ({ key, ...request }: ExportRequest): Worker => {
    if (isClosed) throw new AppError("unavailable", "the service is stopping; ask again soon");
    requirePlace(places, key.id);
    const data: ExportData = { ...request, file, addonPath };
    const thread = startThread("export", data);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    threads.set(thread, ended);
    places.set(key.id, () => thread.postMessage("stop"));
    thread.once("exit", () => {
      threads.delete(thread);
      resolve();
    });
    return thread;
  };

  /** Counts what an export costs. Remembers one that cannot be paid for. */
  const charge = (request: ExportRequest, rows: number, countedAt: number): LargeAnswer => {
    const { key, kind } = request;
    const asked = { requests: requestsFor(rows), what: `an export of ${rows.toLocaleString("en-US")} ${kind}` };
    const id = nameOf(request);
    refused.set(id, { rows, countedAt });
    const answer = countLarge(counters, key, asked, clock.running(), upgradeUrl());
    refused.delete(id);
    return answer;
  };

  /** Throws AppError for an export that was refused lately and would be again. */
  const requirePayable = (request: ExportRequest): void => {
    const known = refused.get(nameOf(request));
    if (known === undefined || clock.running() - known.countedAt > REFUSED_FOR_MS) return;
    const answer = charge(request, known.rows, known.countedAt);
    answer.giveBack(answer.requests - 1);
  };

  return {
    async open(request) {
      const { key } = request;
      requirePayable(request);
      const thread = start(request);
      try {
        const rows = await readCount(thread);
        const answer = charge(request, rows, clock.running());
        const onEnd = (end: ExportEnd, delivered: number): void => {
          places.delete(key.id);
          settle(answer, end, delivered);
        };
        const delivery = openDelivery(thread, { clock, log, total: rows, onEnd });
        places.set(key.id, () => delivery.end("stopping"));
        return delivery;
      } catch (error) {
        places.delete(key.id);
        thread.postMessage("stop");
        throw error;
      }
    },

    async close() {
      isClosed = true;
      for (const stop of places.values()) stop();
      await Promise.all(threads.values());
    },
  };
}

/** The same for the same rows of the same key. */
const nameOf = ({ key, kind, filter }: ExportRequest): string => JSON.stringify([key.id, kind, filter]);

/** A reader pays for the rows it got; what ends by our fault costs nothing. */
function settle(answer: LargeAnswer, end: ExportEnd, deliveredRows: number): void {
  if (end === "done") return;
  answer.giveBack(
    end === "failed" || end === "stopping" ? answer.requests : answer.requests - requestsFor(deliveredRows),
  );
}

function requirePlace(places: ReadonlyMap<string, unknown>, keyId: string): void {
  const isOwn = places.has(keyId);
  if (!isOwn && places.size < MAX_EXPORTS) return;
  const reason = isOwn
    ? "another export of your key is under way"
    : `${places.size} exports are under way, as many as this service makes at a time`;
  throw new AppError("overloaded", `${reason}; try again in ${RETRY_AFTER_SECONDS} seconds`, {
    headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
  });
}

/** The first message of a thread: how many rows it has. Throws where it has failed. */
async function readCount(thread: Worker): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<FromExport>();
  thread
    .once("message", resolve)
    .once("error", reject)
    .once("exit", () => reject(new Error("the thread has ended")));
  const first = await promise;
  if (first.type === "begun") return first.rows;
  throw new Error(first.type === "failed" ? first.message : `an export began with '${first.type}'`);
}
