import type { EventRecord, MarketRecord } from "../domain/markets.ts";
import type { Listing, Rejection } from "./source.ts";

/** A listing under construction. Events are kept by id, so that each appears once. */
export interface ListingDraft {
  readonly events: Map<string, EventRecord>;
  readonly markets: MarketRecord[];
  readonly rejected: Rejection[];
}

export const createDraft = (): ListingDraft => ({ events: new Map(), markets: [], rejected: [] });

export const toListing = ({ events, markets, rejected }: ListingDraft): Listing => ({
  events: [...events.values()],
  markets,
  rejected,
});
