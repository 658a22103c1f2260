import type { Context } from "../context.ts";
import type { Key } from "../domain/keys.ts";
import { includesTier, type Tier } from "../domain/plans.ts";
import { AppError } from "../errors.ts";
import type { Input, ParameterError, Parameters } from "./parameters.ts";

/** One endpoint as data: all that is known of it, but nothing of requests and responses. */
export interface Route<P extends Parameters = Parameters> {
  readonly method: Method;
  /** The whole path, with `:name` for a path parameter. */
  readonly path: string;
  readonly summary: string;
  /** The lowest tier that may call it; `any` wants a key of whatever tier, `open` wants none. */
  readonly tier: Tier | "any" | "open";
  /** True for an open route that heeds a key when one is presented, and then refuses a wrong one. */
  readonly isKeyOptional?: boolean;
  readonly parameters: P;
  /** What the answer depends on: stored data, data and the time, or more than that (never stored anywhere). */
  readonly cache: "data" | "clock" | "never";
  /** Rules that tie parameters together; given those that are valid on their own. */
  check?(input: Partial<Input<P>>): readonly ParameterError[];
  handler(context: Context, input: Input<P>, caller: Caller): Answer | Promise<Answer>;
}

/** Who is asking. */
export interface Caller {
  /** Its key; on a route that is open there may be none. */
  readonly key: Key | undefined;
  /** Where it asks from; of IPv6 the /64. */
  readonly address: string;
}

/** The key of a caller. Throws AppError missing_api_key when there is none. */
export function keyOf({ key }: Caller): Key {
  if (key === undefined) throw new AppError("missing_api_key", "an API key is needed: send it in the header X-API-Key");
  return key;
}

/** Throws AppError tier_required unless a key may call the route. */
export function requireTier({ tier: required }: Pick<Route, "tier">, { tier }: Key, upgradeUrl: string): void {
  if (required === "open" || required === "any" || includesTier(tier, required)) return;
  const message = `this needs the ${required} plan and your key is on ${tier}; upgrade it at ${upgradeUrl}`;
  const details = { tier, required_tier: required, upgrade_url: upgradeUrl };
  throw new AppError("tier_required", message, { details });
}

export const METHODS = ["GET", "POST", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** What a handler has to say. Without `status` it is 200. */
export type Answer = Enveloped | Bare;

/** Data for the envelope `{data, timestamp, meta}`. */
export interface Enveloped {
  readonly data: unknown;
  /** Figures about `data` that change with it, such as totals, and what the caller should know of the answer. */
  readonly meta?: Readonly<Record<string, unknown>> & { readonly warnings?: readonly string[] };
  readonly status?: number;
}

/** A JSON body of its own, for what is not part of the API. */
export interface Bare {
  readonly body: unknown;
  readonly status?: number;
}

/** A route whose handler's input is inferred from its parameters. */
export const route = <P extends Parameters>(definition: Route<P>): Route => definition;
