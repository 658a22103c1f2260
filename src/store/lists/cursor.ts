import { AppError } from "../../errors.ts";

/** Where a row is in an order. */
export interface Position<Key = number> {
  readonly value: number;
  readonly key: Key;
}

/** A row, and the number of the page that follows it. */
interface NextPage<Key = number> extends Position<Key> {
  readonly page: number;
}

/** `order` names the order that the cursor belongs to, so that one of another list is refused. */
export const toCursor = (order: string, { value, key, page }: NextPage<number | string>): string =>
  Buffer.from(JSON.stringify([order, value, key, page])).toString("base64url");

const isNumber = (key: unknown): key is number => typeof key === "number";

/** Throws AppError validation_error (parameter `cursor`) for a cursor of another order, or for any other text. */
export const parseCursor = (order: string, cursor: string): NextPage => parseCursorOf(order, cursor, isNumber);

/** The same for rows with keys of another type. */
export function parseCursorOf<Key>(order: string, cursor: string, isKey: (key: unknown) => key is Key): NextPage<Key> {
  const parts = parseJson(Buffer.from(cursor, "base64url").toString());
  if (Array.isArray(parts) && parts.length === 4) {
    const [name, value, key, page] = parts;
    const isPosition = name === order && isNumber(value) && isKey(key);
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
