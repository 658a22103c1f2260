import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../errors.ts";
import type { ExportData, FromExport, ToExport } from "../../export/messages.ts";
import { createGzipParts } from "../../http/responding/gzip-parts.ts";
import { type Export, openExport } from "../../store/export/export.ts";
import { toParts, toTrailer } from "./parts.ts";

/** Reads all rows of a kind and sends them on, one part for each time it is told to. */
if (parentPort !== null) void serve(parentPort, workerData as ExportData);

type ExportPort = NonNullable<typeof parentPort>;

async function serve(port: ExportPort, data: ExportData): Promise<void> {
  const tell = (message: FromExport, moved: ArrayBuffer[] = []): void => port.postMessage(message, moved);
  try {
    const exported = openExport(data.kind, data.file, data.addonPath, data.filter);
    try {
      await send(exported, data, createTurns(port), tell);
    } finally {
      exported.close();
    }
  } catch (error) {
    tell({ type: "failed", message: messageOf(error) });
  } finally {
    port.close();
  }
}

/** Waits until another part may be sent; false once no more is needed. */
type NextTurn = () => Promise<boolean>;

function createTurns(port: ExportPort): NextTurn {
  let [allowed, isStopped] = [0, false];
  let wake: (() => void) | undefined;
  port.on("message", (message: ToExport) => {
    if (message === "stop") isStopped = true;
    else allowed++;
    wake?.();
  });
  return async () => {
    while (allowed === 0 && !isStopped) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    allowed--;
    return !isStopped;
  };
}

async function send(
  exported: Export,
  { kind, format, isGzip }: ExportData,
  turn: NextTurn,
  tell: (message: FromExport, moved?: ArrayBuffer[]) => void,
): Promise<void> {
  const counted = exported.count();
  tell({ type: "begun", rows: counted });
  const gzip = isGzip ? createGzipParts() : undefined;
  const encoders = [createEncoder(), createEncoder()] as const;
  let encoded = 0;
  const encode = async (text: string): Promise<Buffer> => {
    const bytes = encoders[encoded++ % 2 === 0 ? 0 : 1](text);
    return gzip ? gzip.part(bytes) : bytes;
  };
  const pass = (rows: number, bytes: Uint8Array<ArrayBuffer>): void =>
    tell({ type: "part", rows, bytes }, [bytes.buffer]);
  let rows = 0;
  let waiting: { readonly rows: number; readonly bytes: Promise<Buffer> } | undefined;
  // One part is compressed while the next one is made.
  for (const part of toParts(kind, format, exported)) {
    if (waiting !== undefined) {
      if (!(await turn())) return;
      pass(waiting.rows, copyOf(await waiting.bytes));
    }
    rows = part.rows;
    waiting = { rows, bytes: encode(part.text) };
  }
  if (rows !== counted) throw new Error(`${counted} rows were counted and ${rows} read`);
  const last = waiting === undefined ? [] : [await waiting.bytes];
  const trailer = format === "ndjson" ? [await encode(toTrailer(kind, rows))] : [];
  if (!(await turn())) return;
  if (waiting !== undefined) pass(rows, copyOf(Buffer.concat(last)));
  if (!(await turn())) return;
  tell({ type: "done", bytes: copyOf(Buffer.concat([...trailer, ...(gzip ? [await gzip.end()] : [])])) });
}

/** Encodes into memory that it uses again: freed memory of this size is not given back to the system. */
function createEncoder(): (text: string) => Buffer {
  let memory = Buffer.alloc(0);
  return (text) => {
    const needed = Buffer.byteLength(text);
    if (memory.length < needed) memory = Buffer.allocUnsafeSlow(2 * needed);
    return memory.subarray(0, memory.write(text));
  };
}

/** In memory of its own, which can be moved to another thread. */
const copyOf = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
