import type { Schema } from "../http/schema.ts";

type TypeName = "string" | "number" | "integer" | "boolean" | "list";

/** JSON Schema of an object that has these members, in few tokens. One with a question mark may be missing. */
export const outputOf = (members: Readonly<Record<string, TypeName | `${TypeName}?`>>): Schema => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(members).map(([name, type]) => [name, toSchema(type)])),
  required: Object.keys(members).filter((name) => members[name]?.endsWith("?") === false),
});

/** Rows of one kind, how many there are, and how old their prices are. */
export const listOutput = (rows: string): Schema =>
  outputOf({ [rows]: "list", total: "integer", next_page: "integer?", as_of: "string?" });

function toSchema(type: string): Schema {
  const name = type.replace("?", "");
  return name === "list" ? { type: "array", items: { type: "object" } } : { type: name };
}
