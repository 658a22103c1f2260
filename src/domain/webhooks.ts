import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../clock.ts";
import type { AddressRules } from "./addresses.ts";

/** Where messages can be sent. */
export const TARGETS = ["webhook", "ntfy", "discord", "slack", "telegram", "email"] as const;
export type WebhookTarget = (typeof TARGETS)[number];

/** What came of one try. `refused` is an answer that is no success, `forbidden` an address that must not be called. */
export const OUTCOMES = ["delivered", "refused", "timeout", "unreachable", "forbidden"] as const;
export type TryOutcome = (typeof OUTCOMES)[number];

/** How long a try may take. */
export const TRY_MS = 15 * SECOND_MS;

/** What is kept of an answer. */
export const MAX_ANSWER_BYTES = 1024;

/** How long the secret before a rotation signs too. */
export const ROTATION_MS = DAY_MS;

/** Waits between tries, from the first one on. */
export const WAITS_MS = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];

/** Longer than by this share of it no wait is: many that failed at once must not return at once. */
const JITTER = 0.1;

/** A webhook that asks for more patience is not heard. */
const MAX_RETRY_AFTER_MS = DAY_MS;

/** A webhook without success is disabled after this time, and after as many tries as one message gets. */
export const MAX_FAILING_MS = 5 * DAY_MS;
const MIN_FAILURES = WAITS_MS.length + 1;

/** Milliseconds from a failed try to the next; `tries` counts it. Undefined where it was the last one. */
export function waitAfter(tries: number, retryAfterMs: number, random: () => number): number | undefined {
  const waitMs = WAITS_MS[tries - 1];
  return waitMs === undefined ? undefined : Math.max(Math.round(waitMs * (1 + JITTER * random())), retryAfterMs);
}

export const failsTooLong = (failingMs: number, failures: number): boolean =>
  failingMs >= MAX_FAILING_MS && failures >= MIN_FAILURES;

/** Reads Retry-After, seconds or a date, as milliseconds from `now`; 0 without one. */
export function toRetryAfterMs(text: string | undefined, now: number): number {
  if (text === undefined) return 0;
  const ms = /^\d+(\.\d+)?$/.test(text.trim()) ? Math.ceil(Number(text) * SECOND_MS) : Date.parse(text) - now;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}

/** A new secret of Standard Webhooks: 32 random bytes. */
export const createSigningSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** The host as a caller writes it, and as it is called; `URL` makes one of the other. */
const WRITTEN = /^https?:\/\/([^/?#@\\]*?)(?::\d*)?(?:[/?#]|$)/i;

/** How addresses are allowed that webhooks of keys may not call else, as the end of a sentence. */
export const ALLOWING = "; the operator can allow an address, on any port, with TOTEBOARD_WEBHOOK_ALLOW";

/**
 * What is wrong with an address that messages are to be sent to, in words that follow "expected"; undefined where nothing
 * is. Where its name leads is checked at every connection.
 */
export function faultOfUrl(text: string, rules: AddressRules): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return "an address such as https://example.org/hook";
  const written = WRITTEN.exec(text)?.[1]?.toLowerCase();
  if (url.username !== "" || url.password !== "" || written === undefined) return "an address without a user name";
  const host = hostOf(url);
  // Other spellings of an address, and names in other scripts, look like what they are not.
  if (isIP(host) !== 6 && written !== url.hostname)
    return "a host name in ASCII letters, or an address in its usual form";
  const port = portOf(url);
  if (!rules.permitsPort(port)) return `port 443, 80, 8443 or 8080${ALLOWING}`;
  if (isIP(host) !== 0 && !rules.permits(host, port)) return `a public address${ALLOWING}`;
  return undefined;
}

/**
 * What is wrong with an address for a target, beside what `faultOfUrl` finds. Nothing that may be a credential is dropped: of
 * ntfy and Telegram the path alone is called.
 */
export function faultOfTarget(target: WebhookTarget, text: string): string | undefined {
  if (target !== "ntfy" && target !== "telegram") return undefined;
  const url = new URL(text);
  if (url.search !== "" || url.hash !== "") return "an address without '?' and '#'; an access token goes into token";
  const isTopic = /^(\/[\w.~-]+)*\/[\w-]{1,64}$/.test(url.pathname);
  return target === "ntfy" && !isTopic ? "the address of a topic, such as https://ntfy.sh/my-topic" : undefined;
}

/** The host of a URL, of IPv6 without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");

export const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === "https:" ? 443 : 80);

/** What is shown of an address: the rest of a URL often is a secret. */
export function shownAddress(target: WebhookTarget, address: string): string {
  if (target === "email") return address;
  const url = URL.parse(address);
  return url === null ? "" : `${url.origin}/…`;
}
