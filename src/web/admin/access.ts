import { hash, timingSafeEqual } from "node:crypto";
import type { OperatorToken } from "../../access/access.ts";
import { createAddressLimit } from "../../access/address-limit.ts";
import { createSessions } from "../../access/sessions.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { Headers } from "../../http/headers.ts";
import type { Received } from "../../http/route.ts";

/** Who may see the operator's pages. */
export interface AdminAccess {
  isSignedIn(context: Context, received: Received): boolean;
  /**
   * Begins a session for the right token: the header that sets its cookie. Undefined for a wrong one. Throws AppError
   * rate_limit_exceeded for one wrong token too many.
   */
  signIn(context: Context, token: string, from: SignInOrigin): Headers | undefined;
  /** Ends all sessions. */
  signOut(context: Context): Headers;
}

interface SignInOrigin {
  readonly received: Received;
  /** Counted by. */
  readonly address: string;
}

const SESSION_SECONDS = 12 * 3600;

/** Wrong tokens that one address may send in a minute. */
const TRIES_PER_MINUTE = 5;

export function createAdminAccess(): AdminAccess {
  const tries = createAddressLimit();
  const sessions = createSessions({ name: "toteboard_admin", path: "/admin", seconds: SESSION_SECONDS });

  return {
    isSignedIn(context, received) {
      const token = findToken(context, received);
      const digest = sessions.find(received.headers, context.clock.running());
      return token !== undefined && digest === digestOf(token.value);
    },

    signIn(context, given, { received, address }) {
      const { clock, log, site } = context;
      const token = findToken(context, received);
      if (token === undefined || !isSame(given, token.value)) {
        // The right token is never refused: behind a proxy, strangers could keep the operator out.
        if (!tries.tryAdmit(address, clock.running(), TRIES_PER_MINUTE)) throw tooManyTries();
        log.warn({ address }, "a wrong token for the operator's pages");
        return undefined;
      }
      log.info({ address }, "the operator signed in");
      return sessions.begin(site.origin(), digestOf(token.value), clock.running());
    },

    signOut: ({ site, operatorToken }) => sessions.endAll(site.origin(), digestOf(operatorToken?.value ?? "")),
  };
}

/** The token that this request may sign in with: one made at the start is for this machine, at a loopback name, alone. */
export function findToken(
  { operatorToken }: Pick<Context, "operatorToken">,
  received: Pick<Received, "isFromHere">,
): OperatorToken | undefined {
  return operatorToken?.isMade === true && !received.isFromHere() ? undefined : operatorToken;
}

const tooManyTries = (): AppError =>
  new AppError(
    "rate_limit_exceeded",
    `This token is wrong too, after ${TRIES_PER_MINUTE} wrong ones within a minute. Check it, then try again.`,
    {
      details: { limit: TRIES_PER_MINUTE, used: TRIES_PER_MINUTE },
      headers: { "Retry-After": "60" },
    },
  );

const digestOf = (token: string): string => hash("sha256", token);

/** Digests are of one length, so that comparing takes the same time for all tokens. */
const isSame = (given: string, token: string): boolean =>
  timingSafeEqual(Buffer.from(digestOf(given)), Buffer.from(digestOf(token)));
