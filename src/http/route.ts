import type { Context } from "../context.ts";
import type { Tier } from "../domain/plans.ts";
import type { Input, ParameterError, Parameters } from "./parameters.ts";

/** One endpoint as data: all that is known of it, but nothing of requests and responses. */
export interface Route<P extends Parameters = Parameters> {
  readonly method: Method;
  /** The whole path, with `:name` for a path parameter. */
  readonly path: string;
  readonly summary: string;
  /** The lowest tier that may call it; `any` wants a key of whatever tier, `open` wants none. */
  readonly tier: Tier | "any" | "open";
  readonly parameters: P;
  /** What the answer depends on: stored data, data and the time, or more than that (never stored anywhere). */
  readonly cache: "data" | "clock" | "never";
  /** Rules that tie parameters together; given those that are valid on their own. */
  check?(input: Partial<Input<P>>): readonly ParameterError[];
  handler(context: Context, input: Input<P>): Answer | Promise<Answer>;
}

export const METHODS = ["GET", "POST", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** What a handler has to say. Without `status` it is 200. */
export type Answer = Enveloped | Bare;

/** Data for the envelope `{data, timestamp, meta}`. */
export interface Enveloped {
  readonly data: unknown;
  /** Figures about `data` that change with it, such as totals. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly status?: number;
}

/** A JSON body of its own, for what is not part of the API. */
export interface Bare {
  readonly body: unknown;
  readonly status?: number;
}

/** A route whose handler's input is inferred from its parameters. */
export const route = <P extends Parameters>(definition: Route<P>): Route => definition;
