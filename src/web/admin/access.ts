import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createAddressLimit } from "../../access/address-limit.ts";
import type { Config } from "../../config.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { Headers } from "../../http/headers.ts";
import type { Received } from "../../http/route.ts";
import { pathTo } from "../page/index.ts";

/** How a request was let in: from this machine itself, or with the session of somebody who gave the token. */
export type Entry = "loopback" | "session";

/** Who may see the operator's pages. */
export interface AdminAccess {
  /** Undefined for a request that is not let in. */
  findEntry(context: Context, received: Received): Entry | undefined;
  /**
   * Begins a session for the right token: the header that sets its cookie. Undefined for a wrong one. Throws AppError
   * rate_limit_exceeded.
   */
  signIn(context: Context, token: string, address: string): Headers | undefined;
  /** Ends all sessions. */
  signOut(context: Context): Headers;
}

const COOKIE = "toteboard_admin";
const SESSION_SECONDS = 12 * 3600;

/** Tokens that one address may try in a minute. */
const TRIES_PER_MINUTE = 5;

export function createAdminAccess(): AdminAccess {
  const tries = createAddressLimit();
  // A restart ends all sessions. No cookie says anything about the token.
  let sessionKey = randomBytes(32);
  const sign = (expiresAt: string, token: string): Buffer =>
    createHmac("sha256", sessionKey).update(expiresAt).update(digest(token)).digest();

  const isSession = ({ clock, config }: Context, { headers }: Received): boolean => {
    const { adminToken } = config;
    const [, expiresAt = "", signature = ""] = /^(\d{1,15})\.([\w-]{43})$/.exec(findCookie(headers.cookie)) ?? [];
    if (adminToken === undefined || Number(expiresAt) <= clock.running()) return false;
    return timingSafeEqual(sign(expiresAt, adminToken), Buffer.from(signature, "base64url"));
  };

  return {
    findEntry(context, received) {
      if (isOpenHere(context.config) && received.isFromHere() && isFromBrowser(received)) return "loopback";
      return isSession(context, received) ? "session" : undefined;
    },

    signIn(context, token, address) {
      const { clock, config, log } = context;
      const { adminToken } = config;
      if (!tries.tryAdmit(address, clock.running(), TRIES_PER_MINUTE)) throw tooManyTries();
      if (adminToken === undefined || !timingSafeEqual(digest(token), digest(adminToken))) {
        log.warn({ address }, "a wrong token for the operator's pages");
        return undefined;
      }
      log.info({ address }, "the operator signed in");
      const expiresAt = String(clock.running() + SESSION_SECONDS * 1000);
      const session = `${expiresAt}.${sign(expiresAt, adminToken).toString("base64url")}`;
      return { "Set-Cookie": toCookie(context, session, SESSION_SECONDS) };
    },

    signOut(context) {
      sessionKey = randomBytes(32);
      return { "Set-Cookie": toCookie(context, "", 0) };
    },
  };
}

/** Behind a proxy all requests come from this machine. So these settings, which say that there is one, end its privilege. */
export const isOpenHere = ({ publicUrl, trustedProxies }: Pick<Config, "publicUrl" | "trustedProxies">): boolean =>
  publicUrl === undefined && trustedProxies.length === 0;

/**
 * Whether a browser sent the request itself. It asks to keep the connection. A proxy asks for its own connection, and the
 * usual ones ask to close it or say nothing: nginx as it comes passes a Host of this machine on and adds no header, so this
 * alone tells it apart (nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_set_header).
 */
const isFromBrowser = ({ headers }: Received): boolean =>
  /^keep-alive$/i.test(headers.connection ?? "") && !PROXY_HEADERS.some((name) => headers[name] !== undefined);

/** What proxies add beside the headers that all of the service takes for a sign of them. */
const PROXY_HEADERS = ["x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"];

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
  new AppError("rate_limit_exceeded", `At most ${TRIES_PER_MINUTE} tokens a minute can be tried; wait a minute.`, {
    details: { limit: TRIES_PER_MINUTE, used: TRIES_PER_MINUTE },
    headers: { "Retry-After": "60" },
  });

/** Equally long whatever the token, so that comparing takes the same time. */
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
