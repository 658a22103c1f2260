import type { Schema } from "../http/schema.ts";

type TypeName = "string" | "number" | "integer" | "boolean";

/** What a list holds, as a sentence of fields: all that few tokens can say of its rows. */
interface Rows {
  readonly rows: string;
}

/** JSON Schema of an object that has these members, in few tokens. One with a question mark may be missing. */
export const outputOf = (members: Readonly<Record<string, TypeName | `${TypeName}?` | Rows>>): Schema => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(members).map(([name, type]) => [name, toSchema(type)])),
  required: Object.keys(members).filter((name) => !String(members[name]).endsWith("?")),
});

/** Rows of one kind, how many there are, and how old their prices are. */
export const listOutput = (name: string, rows: string): Schema =>
  outputOf({ [name]: { rows }, total: "integer", next_page: "integer?", as_of: "string?" });

const toSchema = (member: string | Rows): Schema =>
  typeof member === "string" ? { type: member.replace("?", "") } : { type: "array", description: member.rows };
