import { type Db, prepare } from "./db.ts";
import type { ListRows, Place } from "./list-rows.ts";
import type { ListNoun } from "./list-table.ts";

/** What a table's lists are made from, as of a change. */
export interface ListSnapshot {
  readonly noun: ListNoun;
  readonly changeKey: number;
  readonly end: number;
  readonly places: readonly (Place | null)[];
  readonly placeOf: Uint16Array;
  readonly columns: readonly Float64Array[];
}

/** What is read and written at once: so little that memory which was taken for it is used again. */
const PIECE_BYTES = 120_000;

/** Copies what is there now into memory that threads share, so that to send it costs nothing. */
export function takeSnapshot(noun: ListNoun, changeKey: number, rows: ListRows): ListSnapshot {
  const { end, places, placeOf, columns } = rows;
  return {
    noun,
    changeKey,
    end,
    places: places.map((place) => place ?? null),
    placeOf: shared(placeOf.subarray(0, end), Uint16Array),
    columns: columns.map((values) => shared(values.subarray(0, end), Float64Array)),
  };
}

function shared<Numbers extends Uint16Array | Float64Array>(
  numbers: Numbers,
  Kind: new (buffer: SharedArrayBuffer) => Numbers,
): Numbers {
  const copy = new Kind(new SharedArrayBuffer(numbers.byteLength));
  copy.set(numbers);
  return copy;
}

/** Fills empty rows with what a snapshot has. */
export function restoreSnapshot(rows: ListRows, snapshot: ListSnapshot): void {
  rows.end = snapshot.end;
  rows.placeOf = snapshot.placeOf;
  rows.columns = [...snapshot.columns];
  rows.places.splice(0, Number.POSITIVE_INFINITY, ...snapshot.places.map((place) => place ?? undefined));
  rows.counts.splice(0, Number.POSITIVE_INFINITY, ...rows.places.map(() => 0));
  for (const place of rows.placeOf) rows.counts[place] = (rows.counts[place] ?? 0) + 1;
}

/** Reads the newest snapshot; undefined where there is none that is whole and has so many columns. */
export function readSnapshot(db: Db, noun: ListNoun, columns: number): ListSnapshot | undefined {
  const age = prepare(db, "lists", "findSnapshotAge").pluck().get(noun) as number | null;
  if (age === null) return undefined;
  const read = prepare(db, "lists", "readSnapshotPart").pluck();
  const head = JSON.parse(String(read.get(noun, age, HEAD))) as Head;
  if (head.columns !== columns) return undefined;
  const placeOf = new Uint16Array(head.end);
  const values = Array.from({ length: columns }, () => new Float64Array(head.end));
  const isWhole = [placeOf, ...values].every((numbers, index) => {
    const pieces = read.iterate(noun, age, partName(index)) as Iterable<Uint8Array>;
    return isFilled(numbers, pieces);
  });
  return isWhole ? { noun, ...head, placeOf, columns: values } : undefined;
}

/** Whether the pieces are just as long as the numbers they are copied into. */
function isFilled({ buffer, byteLength }: Uint16Array | Float64Array, pieces: Iterable<Uint8Array>): boolean {
  const bytes = new Uint8Array(buffer);
  let filled = 0;
  for (const piece of pieces) {
    if (filled + piece.byteLength > byteLength) return false;
    bytes.set(piece, filled);
    filled += piece.byteLength;
  }
  return filled === byteLength;
}

interface Head extends Pick<ListSnapshot, "changeKey" | "end" | "places"> {
  readonly columns: number;
}

const HEAD = "head";

const partName = (index: number): string => (index === 0 ? "places" : String(index - 1));

/** Gives the writes that save a snapshot, then forget what it makes needless; each is a transaction of its own. */
export function* savingSnapshot(db: Db, snapshot: ListSnapshot): Generator<() => void> {
  const { noun, changeKey, end, places, placeOf, columns } = snapshot;
  const save = prepare(db, "lists", "saveSnapshotPart");
  const remove = prepare(db, "lists", "deleteSnapshotPart");
  const age = Number(prepare(db, "lists", "findLastAge").pluck().get(noun) ?? 0) + 1;
  for (const [index, { buffer, byteOffset, byteLength }] of [placeOf, ...columns].entries()) {
    for (let at = 0; at < byteLength; at += PIECE_BYTES) {
      const piece = new Uint8Array(buffer, byteOffset + at, Math.min(PIECE_BYTES, byteLength - at));
      yield () => void save.run(noun, age, partName(index), at / PIECE_BYTES, Buffer.from(piece));
    }
  }
  const head: Head = { changeKey, end, places, columns: columns.length };
  yield () => void save.run(noun, age, HEAD, 0, Buffer.from(JSON.stringify(head)));
  let removed = 1;
  while (removed > 0) {
    yield () => {
      removed = remove.run(noun, age).changes;
    };
  }
}
