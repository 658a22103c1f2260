import { randomBytes } from "node:crypto";

/** How long a ticket is good without an open stream. */
export const TICKET_MS = 60_000;

const TICKET_BYTES = 24;

/** A ticket, and what its stream asks for. */
export interface TicketUse {
  readonly ticket: string;
  readonly asks: string;
}

/**
 * Tickets that replace a secret for one stream, for browsers, which cannot send headers with an EventSource. They are in
 * addresses, which others may see: one opens only what it first opened, and not for long after that has ended. Their number
 * is bounded by what keys may ask in a minute, and by open streams.
 */
export function createTickets() {
  interface Issued {
    readonly digest: string;
    readonly expiresAt: number;
    readonly asks?: string;
  }
  // In the order of expiry.
  const issued = new Map<string, Issued>();
  const dropExpired = (elapsed: number): void => {
    for (const [ticket, { expiresAt }] of issued) {
      if (expiresAt > elapsed) return;
      issued.delete(ticket);
    }
  };
  return {
    /** A new one for the secret with this digest. `elapsed` in monotonic milliseconds. */
    issue(digest: string, elapsed: number): string {
      dropExpired(elapsed);
      const ticket = randomBytes(TICKET_BYTES).toString("base64url");
      issued.set(ticket, { digest, expiresAt: elapsed + TICKET_MS });
      return ticket;
    },
    /** The digest it was issued for; undefined once it has expired. */
    redeem(ticket: string, elapsed: number): string | undefined {
      dropExpired(elapsed);
      return issued.get(ticket)?.digest;
    },
    /** Keeps it for its stream, which is open; false for a stream that asks for something else than its first one. */
    keep({ ticket, asks }: TicketUse, elapsed: number): boolean {
      const found = issued.get(ticket);
      // A caller with a key needs none.
      if (found === undefined) return true;
      if (found.asks !== undefined && found.asks !== asks) return false;
      issued.delete(ticket);
      issued.set(ticket, { ...found, asks, expiresAt: elapsed + TICKET_MS });
      return true;
    },
  };
}
