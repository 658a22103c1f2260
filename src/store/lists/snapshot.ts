import { type Db, prepare } from "../database/index.ts";
import type { ListNoun, ListRows, Place } from "./rows.ts";

/** What a table's lists are made from, as of a change. */
export interface ListSnapshot {
  readonly noun: ListNoun;
  readonly changeKey: number;
  readonly end: number;
  readonly places: readonly (Place | null)[];
  readonly columnNames: readonly string[];
  readonly placeOf: Uint16Array;
  readonly columns: readonly Float64Array[];
}

/** What is read and written at once: so little that memory which was taken for it is used again. */
const PIECE_BYTES = 120_000;
const STEP_BYTES = 8 * PIECE_BYTES;

/** Copies what is there now into memory that threads share, so that to send it costs nothing. */
export const takeSnapshot = (
  rows: ListRows,
  about: Pick<ListSnapshot, "noun" | "changeKey" | "columnNames">,
): ListSnapshot => ({
  ...about,
  end: rows.end,
  places: rows.places.map((place) => place ?? null),
  placeOf: shared(rows.placeOf.subarray(0, rows.end), Uint16Array),
  columns: rows.columns.map((values) => shared(values.subarray(0, rows.end), Float64Array)),
});

function shared<Numbers extends Uint16Array | Float64Array>(
  numbers: Numbers,
  Kind: new (buffer: SharedArrayBuffer) => Numbers,
): Numbers {
  const copy = new Kind(new SharedArrayBuffer(numbers.byteLength));
  copy.set(numbers);
  return copy;
}

/** Puts what a snapshot has in the place of all rows. */
export function restoreSnapshot(rows: ListRows, snapshot: ListSnapshot): void {
  rows.end = snapshot.end;
  rows.placeOf = snapshot.placeOf;
  rows.columns = [...snapshot.columns];
  rows.places.splice(0, Number.POSITIVE_INFINITY, ...snapshot.places.map((place) => place ?? undefined));
  rows.placeNumber = undefined;
  rows.counts.splice(0, Number.POSITIVE_INFINITY, ...rows.places.map(() => 0));
  for (const place of rows.placeOf) rows.counts[place] = (rows.counts[place] ?? 0) + 1;
}

/**
 * Reads the newest snapshot; undefined where there is none that is whole and has just these columns. One that cannot be
 * read counts as none: all it says is in the rows too, and what is wrong with the file is told by whoever reads those.
 */
export function readSnapshot(db: Db, noun: ListNoun, columns: readonly string[]): ListSnapshot | undefined {
  try {
    return readNewest(db, noun, columns);
  } catch {
    return undefined;
  }
}

function readNewest(db: Db, noun: ListNoun, columns: readonly string[]): ListSnapshot | undefined {
  const age = prepare(db, "lists", "findSnapshotAge").pluck().get(noun) as number | null;
  if (age === null) return undefined;
  const read = prepare(db, "lists", "readSnapshotPart").pluck();
  const { changeKey, end, places, ...head } = JSON.parse(String(read.get(noun, age, HEAD))) as Head;
  if (head.columns.join() !== columns.join()) return undefined;
  const placeOf = new Uint16Array(end);
  const values = columns.map(() => new Float64Array(end));
  const isWhole = [placeOf, ...values].every((numbers, index) => {
    const pieces = read.iterate(noun, age, partName(index)) as Iterable<Uint8Array<ArrayBuffer>>;
    return isFilled(numbers, pieces);
  });
  return isWhole ? { noun, changeKey, end, places, columnNames: columns, placeOf, columns: values } : undefined;
}

/** Whether the pieces are just as long as the numbers they are copied into. */
function isFilled(
  { buffer, byteLength }: Uint16Array | Float64Array,
  pieces: Iterable<Uint8Array<ArrayBuffer>>,
): boolean {
  const bytes = new Uint8Array(buffer);
  let filled = 0;
  for (const piece of pieces) {
    if (filled + piece.byteLength > byteLength) return false;
    bytes.set(piece, filled);
    filled += piece.byteLength;
    // Nobody else has it, and until it is collected there would be dozens of it.
    piece.buffer.transfer(0);
  }
  return filled === byteLength;
}

interface Head extends Pick<ListSnapshot, "changeKey" | "end" | "places"> {
  readonly columns: readonly string[];
}

const HEAD = "head";

const partName = (index: number): string => (index === 0 ? "places" : String(index - 1));

/** Gives the writes that save a snapshot in the place of the one before; each is a short transaction of its own. */
export function* savingSnapshot(db: Db, snapshot: ListSnapshot): Generator<() => void> {
  const { noun, changeKey, end, places, columnNames, placeOf, columns } = snapshot;
  const save = prepare(db, "lists", "saveSnapshotPart");
  const before = Number(prepare(db, "lists", "findSnapshotAge").pluck().get(noun) ?? 0);
  // What an attempt that was cut short has left.
  yield* removing(db, noun, before);
  for (const [index, { buffer, byteOffset, byteLength }] of [placeOf, ...columns].entries()) {
    for (let from = 0; from < byteLength; from += STEP_BYTES) {
      const to = Math.min(from + STEP_BYTES, byteLength);
      yield () => {
        for (let at = from; at < to; at += PIECE_BYTES) {
          const piece = new Uint8Array(buffer, byteOffset + at, Math.min(PIECE_BYTES, to - at));
          save.run(noun, before + 1, partName(index), at / PIECE_BYTES, Buffer.from(piece));
        }
      };
    }
  }
  const head: Head = { changeKey, end, places, columns: columnNames };
  yield () => void save.run(noun, before + 1, HEAD, 0, Buffer.from(JSON.stringify(head)));
  yield* removing(db, noun, before + 1);
}

/** All that is of another age. */
function* removing(db: Db, noun: ListNoun, age: number): Generator<() => void> {
  const remove = prepare(db, "lists", "deleteOtherAges");
  let removed = 1;
  while (removed > 0) {
    yield () => {
      removed = remove.run(noun, age).changes;
    };
  }
}
