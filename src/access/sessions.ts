import { hash, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/**
 * Sessions of browsers that have signed in. They are in memory alone, so a restart ends them all, and a copy of the
 * database opens none. A session knows the digest of the secret that began it, never the secret itself.
 */
export type Sessions = ReturnType<typeof createSessions>;

type CookieHeaders = Readonly<Record<"Set-Cookie", string>>;

interface SessionCookie {
  readonly name: string;
  /** Below the path of the site; the browser sends it nowhere else. */
  readonly path: string;
  readonly seconds: number;
}

/** Beyond them the oldest session ends. */
const MAX_SESSIONS = 10_000;
/** The same for one secret, so that nobody can push out the sessions of others. */
const MAX_SESSIONS_PER_SECRET = 20;

const TOKEN_BYTES = 32;

export function createSessions({ name, path, seconds }: SessionCookie) {
  // By the hash of the token, so that the time of a lookup says nothing about a token. The oldest comes first.
  const sessions = new Map<string, { readonly digest: string; readonly expiresAt: number }>();

  const endOldest = (digest: string, now: number): void => {
    for (const [id, { expiresAt }] of sessions) {
      if (expiresAt > now && sessions.size < MAX_SESSIONS) break;
      sessions.delete(id);
    }
    const own = [...sessions].filter(([, session]) => session.digest === digest);
    if (own.length >= MAX_SESSIONS_PER_SECRET) sessions.delete(own[0]?.[0] ?? "");
  };

  const toHeaders = (origin: string, token: string, maxAge: number): CookieHeaders => {
    const { protocol, pathname } = new URL(origin);
    const isSecure = protocol === "https:";
    const about = `Path=${pathname.replace(/\/$/, "")}${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
    return { "Set-Cookie": `${name}=${token}; ${about}` };
  };

  return {
    /**
     * Begins a session: the headers that set its cookie. `origin` is where callers reach the site, `now` of a clock that never
     * goes back, in milliseconds.
     */
    begin(origin: string, digest: string, now: number): CookieHeaders {
      endOldest(digest, now);
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      sessions.set(idOf(token), { digest, expiresAt: now + seconds * 1000 });
      return toHeaders(origin, token, seconds);
    },

    /** The digest of the secret that this browser has signed in with. */
    find(headers: IncomingHttpHeaders, now: number): string | undefined {
      const token = findCookie(headers, name);
      const session = token === undefined ? undefined : sessions.get(idOf(token));
      return session !== undefined && session.expiresAt > now ? session.digest : undefined;
    },

    /** Ends the session of this browser. */
    end(origin: string, headers: IncomingHttpHeaders): CookieHeaders {
      sessions.delete(idOf(findCookie(headers, name) ?? ""));
      return toHeaders(origin, "", 0);
    },

    /** Ends all sessions that this secret began, in every browser. */
    endAll(origin: string, digest: string): CookieHeaders {
      for (const [id, session] of sessions) if (session.digest === digest) sessions.delete(id);
      return toHeaders(origin, "", 0);
    },
  };
}

const idOf = (token: string): string => hash("sha256", token);

function findCookie({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  if (cookie === undefined) return undefined;
  const pair = cookie.split(/; */).find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
