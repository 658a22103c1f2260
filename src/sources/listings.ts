import type { Listing, Rejection } from "./source.ts";

/** What several records say, as one listing in their order. */
export const joinListings = (listings: readonly Listing[]): Listing => ({
  events: listings.flatMap((listing) => listing.events),
  markets: listings.flatMap((listing) => listing.markets),
  rejected: listings.flatMap((listing) => listing.rejected),
});

/** The listing of a record that cannot be used. */
export const rejectedListing = (rejection: Rejection): Listing => ({ events: [], markets: [], rejected: [rejection] });
