import type { Backfiller } from "../api/history.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import type { Tier } from "../domain/accounts/plans.ts";
import type { Input, Parameters } from "../http/parameters.ts";
import type { Schema, Size } from "../http/schema.ts";
import { shownNames } from "../http/shown.ts";

/** Everything a tool may use: of the service, or of a file without one. */
export interface ToolContext extends Pick<Context, "store" | "clock">, Backfiller {
  readonly config: Pick<Config, "platforms">;
}

/** A question that an assistant may ask, as data. It knows nothing of the protocol. */
export interface Tool<P extends Parameters = Parameters> {
  readonly name: string;
  readonly description: string;
  /** The lowest plan that may call it. */
  readonly tier: Tier;
  /** A flag that asks for more, which needs the pro plan. */
  readonly paidFlag?: string;
  readonly parameters: P;
  /** What `data` of an answer looks like. */
  readonly output: Schema;
  /** Throws AppError, whose message an assistant reads. */
  run(context: ToolContext, input: Input<P>): Promise<ToolAnswer> | ToolAnswer;
}

/** The same answer twice. Prices are in cents. */
interface ToolAnswer {
  /** For a person or an assistant to read, the most important first. A wide answer is cut; its last line is kept. */
  readonly text: string;
  /** For a program. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A tool whose input is inferred from its parameters. */
export const tool = <P extends Parameters>(definition: Tool<P>): Tool => definition;

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
export const listOutput = (name: string, row: Schema): Schema =>
  outputOf({ [name]: rowsOf(row), total: "integer", next_page: "integer?", as_of: "string?" });

/** What rows always have, by the table of fields of their noun. */
export const rowsOf = (row: Schema, size: Size = "list", ...others: readonly string[]): Rows => ({
  rows: [...others, ...shownNames(row, size)].join(),
});

const toSchema = (member: string | Rows): Schema =>
  typeof member === "string" ? { type: member.replace("?", "") } : { type: "array", description: member.rows };
