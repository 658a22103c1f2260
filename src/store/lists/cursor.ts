import { AppError } from "../../errors.ts";

/** Where a row is in an order. */
export interface Position<Key = number, Of extends number | null = number> {
  /** Null for a row without a value. */
  readonly value: Of;
  readonly key: Key;
}

/** A row, and the number of the page that follows it. */
interface NextPage<Key = number, Of extends number | null = number> extends Position<Key, Of> {
  readonly page: number;
}

/** `order` names the order that the cursor belongs to, so that one of another list is refused. */
export const toCursor = (order: string, { value, key, page }: NextPage<number | string, number | null>): string =>
  Buffer.from(JSON.stringify([order, value, key, page])).toString("base64url");

const isNumber = (value: unknown): value is number => typeof value === "number";
const isNumberOrNull = (value: unknown): value is number | null => value === null || isNumber(value);

/** Throws AppError validation_error (parameter `cursor`) for a cursor of another order, or for any other text. */
export const parseListCursor = (order: string, cursor: string): NextPage<number, number | null> =>
  parse(order, cursor, isNumber, isNumberOrNull);

/** The same for rows that all have a value, with keys of another type. */
export const parseCursorOf = <Key>(order: string, cursor: string, isKey: (key: unknown) => key is Key): NextPage<Key> =>
  parse(order, cursor, isKey, isNumber);

function parse<Key, Of extends number | null>(
  order: string,
  cursor: string,
  isKey: (key: unknown) => key is Key,
  isValue: (value: unknown) => value is Of,
): NextPage<Key, Of> {
  const parts = parseJson(Buffer.from(cursor, "base64url").toString());
  if (Array.isArray(parts) && parts.length === 4) {
    const [name, value, key, page] = parts;
    const isPosition = name === order && isValue(value) && isKey(key);
    if (isPosition && isNumber(page) && Number.isSafeInteger(page) && page > 1) return { value, key, page };
  }
  const message = "expected the 'next_cursor' of an earlier answer to the same sort and order";
  throw new AppError("validation_error", `cursor: ${message}`, {
    details: { errors: [{ parameter: "cursor", message }] },
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
