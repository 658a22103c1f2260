import type { Backfiller } from "../api/history/backfill.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import type { Tier } from "../domain/accounts/plans.ts";
import type { Input, Parameters } from "../http/parameters.ts";
import type { Schema } from "../http/schema.ts";

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
  readonly parameters: P;
  /** What `data` of an answer looks like. */
  readonly output: Schema;
  /** Throws AppError, whose message an assistant reads. */
  run(context: ToolContext, input: Input<P>): Promise<ToolAnswer> | ToolAnswer;
}

/** The same answer twice. Prices are in cents. */
export interface ToolAnswer {
  /** For a person or an assistant to read. */
  readonly text: string;
  /** For a program. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A tool whose input is inferred from its parameters. */
export const tool = <P extends Parameters>(definition: Tool<P>): Tool => definition;
