import type { Proposition } from "../../propositions/reading/proposition.ts";

/** A price touched at any time is not a price at the end of a day. */
export function refuseMode(a: Proposition, b: Proposition): string | undefined {
  const [ours, theirs] = [modeOf(a), modeOf(b)];
  return ours !== undefined && theirs !== undefined && ours !== theirs ? `mode: ${ours} against ${theirs}` : undefined;
}

function modeOf(one: Proposition): "touch" | "settle" | undefined {
  if (one.numbers.length === 0) return undefined;
  if (one.dates.some(({ kind }) => kind === "at")) return "settle";
  if (one.facets.includes("mode:touch") || one.numbers.some(({ comparison }) => comparison === "touch")) return "touch";
  return one.facets.some((facet) => facet === "mode:settle" || facet === "mode:price") ? "settle" : undefined;
}
