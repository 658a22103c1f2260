import { randomBytes } from "node:crypto";

/** How long a ticket can be redeemed. */
export const TICKET_MS = 60_000;

const TICKET_BYTES = 24;

/** Tickets that replace a secret once, for browsers, which cannot send headers with an EventSource. */
export interface Tickets {
  /** A new one for the secret with this digest. `elapsed` in monotonic milliseconds. */
  issue(digest: string, elapsed: number): string;
  /** The digest it was issued for; undefined after its first use and once it has expired. */
  redeem(ticket: string, elapsed: number): string | undefined;
}

/** Their number is bounded by what keys may ask in a minute. */
export function createTickets(): Tickets {
  // In the order of expiry.
  const issued = new Map<string, { readonly digest: string; readonly expiresAt: number }>();
  const dropExpired = (elapsed: number): void => {
    for (const [ticket, { expiresAt }] of issued) {
      if (expiresAt > elapsed) return;
      issued.delete(ticket);
    }
  };
  return {
    issue(digest, elapsed) {
      dropExpired(elapsed);
      const ticket = randomBytes(TICKET_BYTES).toString("base64url");
      issued.set(ticket, { digest, expiresAt: elapsed + TICKET_MS });
      return ticket;
    },
    redeem(ticket, elapsed) {
      dropExpired(elapsed);
      const found = issued.get(ticket);
      issued.delete(ticket);
      return found?.digest;
    },
  };
}
