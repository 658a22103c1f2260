import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { OperatorToken } from "../../access/access.ts";
import { createAddressLimit } from "../../access/address-limit.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { Headers } from "../../http/headers.ts";
import type { Received } from "../../http/route.ts";
import { pathTo } from "../page/layout.ts";

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

const COOKIE = "toteboard_admin";
const SESSION_SECONDS = 12 * 3600;

/** Wrong tokens that one address may send in a minute. */
const TRIES_PER_MINUTE = 5;

export function createAdminAccess(): AdminAccess {
  const tries = createAddressLimit();
  // A restart ends all sessions. No cookie says anything about the token.
  let sessionKey = randomBytes(32);
  const sign = (expiresAt: string, token: string): Buffer =>
    createHmac("sha256", sessionKey).update(expiresAt).update(digest(token)).digest();

  return {
    isSignedIn(context, received) {
      const token = findToken(context, received);
      const { cookie } = received.headers;
      const [, expiresAt = "", signature = ""] = /^(\d{1,15})\.([\w-]{43})$/.exec(findCookie(cookie)) ?? [];
      if (token === undefined || Number(expiresAt) <= context.clock.running()) return false;
      return timingSafeEqual(sign(expiresAt, token.value), Buffer.from(signature, "base64url"));
    },

    signIn(context, given, { received, address }) {
      const { clock, log } = context;
      const token = findToken(context, received);
      if (token === undefined || !timingSafeEqual(digest(given), digest(token.value))) {
        // The right token is never refused: behind a proxy, strangers could keep the operator out.
        if (!tries.tryAdmit(address, clock.running(), TRIES_PER_MINUTE)) throw tooManyTries();
        log.warn({ address }, "a wrong token for the operator's pages");
        return undefined;
      }
      log.info({ address }, "the operator signed in");
      const expiresAt = String(clock.running() + SESSION_SECONDS * 1000);
      const session = `${expiresAt}.${sign(expiresAt, token.value).toString("base64url")}`;
      return { "Set-Cookie": toCookie(context, session, SESSION_SECONDS) };
    },

    signOut(context) {
      sessionKey = randomBytes(32);
      return { "Set-Cookie": toCookie(context, "", 0) };
    },
  };
}

/** The token that this request may sign in with: one made at the start is for this machine, at a loopback name, alone. */
export function findToken(
  { operatorToken }: Pick<Context, "operatorToken">,
  received: Pick<Received, "isFromHere">,
): OperatorToken | undefined {
  return operatorToken?.isMade === true && !received.isFromHere() ? undefined : operatorToken;
}

/**
 * Throws AppError origin_not_allowed unless a form was sent from a page of this service. Browsers say where a form was sent
 * from; another program on this machine that can be opened in the browser counts as another site.
 */
export function requireOwnOrigin({ site }: Pick<Context, "site">, { headers }: Received): void {
  const from = headers["sec-fetch-site"];
  if (from !== undefined && from !== "same-origin") throw fromElsewhere();
  if (headers.origin === undefined) {
    if (from === undefined) throw fromElsewhere();
    return;
  }
  const own = [new URL(site.origin()).origin, `http://${headers.host}`, `https://${headers.host}`];
  if (!own.includes(headers.origin)) throw fromElsewhere();
}

const fromElsewhere = (): AppError =>
  new AppError(
    "origin_not_allowed",
    "this form did not come from a page of this service; open /admin and send it from there",
  );

const tooManyTries = (): AppError =>
  new AppError(
    "rate_limit_exceeded",
    `This token is wrong too, after ${TRIES_PER_MINUTE} wrong ones within a minute. Check it, then try again.`,
    {
      details: { limit: TRIES_PER_MINUTE, used: TRIES_PER_MINUTE },
      headers: { "Retry-After": "60" },
    },
  );

/** Of one length for all tokens, so that comparing takes the same time. */
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

function findCookie(cookies = ""): string {
  const pair = cookies.split(/; */).find((one) => one.startsWith(`${COOKIE}=`));
  return pair?.slice(COOKIE.length + 1) ?? "";
}

function toCookie(context: Context, value: string, seconds: number): string {
  const isSecure = context.site.origin().startsWith("https:");
  const about = `Path=${pathTo(context, "/admin")}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
  return `${COOKIE}=${value}; ${about}`;
}
