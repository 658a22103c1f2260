import type { Schema } from "../http/schema.ts";

type TypeName = "string" | "number" | "integer" | "object" | "array";

/** A member's type; a question mark stands for null too. */
type MemberType = TypeName | `${TypeName}?` | Schema;

/** JSON Schema of an object that has all of these members, in few tokens. A tool's description says what they mean. */
export const outputOf = (members: Readonly<Record<string, MemberType>>): Schema => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(members).map(([name, type]) => [name, toMember(type)])),
  required: Object.keys(members),
});

/** Rows of one kind, how many there are, and how old their prices are. */
export const listOutput = (rows: string): Schema =>
  outputOf({ [rows]: LIST, total: "integer", next_page: "integer?", as_of: "string?" });

/** A list of objects. */
export const LIST: Schema = { type: "array", items: { type: "object" } };

function toMember(type: MemberType): Schema {
  if (typeof type !== "string") return type;
  return type.endsWith("?") ? { type: [type.slice(0, -1), "null"] } : { type };
}
