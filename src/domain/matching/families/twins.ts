import type { Proposition } from "../../propositions/reading/proposition.ts";
import { hash } from "../hash.ts";

/** A hash of all that a market of a platform asks; markets that are listed twice have the same. */
export const twinKeyOf = (platform: string, { words, dates, numbers, facets, isNegated }: Proposition): number =>
  hash(JSON.stringify([platform, words, dates.map(({ kind, value }) => [kind, value]), numbers, facets, isNegated]));
