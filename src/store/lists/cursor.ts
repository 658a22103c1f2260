import { AppError } from "../../errors.ts";

/** Where a row is in an order. */
export interface Position {
  readonly value: number;
  readonly key: number;
}

/** `order` names the order that the cursor belongs to, so that one of another list is refused. */
export const toCursor = (order: string, { value, key }: Position): string =>
  Buffer.from(JSON.stringify([order, value, key])).toString("base64url");

/** Throws AppError validation_error (parameter `cursor`) for a cursor of another order, or for any other text. */
export function parseCursor(order: string, cursor: string): Position {
  const parts = parseJson(Buffer.from(cursor, "base64url").toString());
  if (Array.isArray(parts) && parts.length === 3) {
    const [name, value, key] = parts;
    if (name === order && typeof value === "number" && typeof key === "number") return { value, key };
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
