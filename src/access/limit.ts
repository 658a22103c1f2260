import { dayOf, firstDayOfNextMonth, startOfDay, toIso } from "../clock.ts";
import type { Key } from "../domain/accounts/keys.ts";
import { getPlan, type Limits, type Tier } from "../domain/accounts/plans.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { createLru } from "../lru.ts";
import {
  addToWindow,
  type Counters,
  createMinuteWindow,
  type MinuteWindow,
  removeFromWindow,
  slideWindow,
  type Ticket,
  type Used,
  waitForFewer,
} from "./counters.ts";

type WindowName = "minute" | "day" | "month";

interface UsedLimit<N extends WindowName = WindowName> {
  readonly name: N;
  readonly limit: number;
  readonly used: number;
}

/**
 * Counts a request of `key`. Throws AppError for a limit that is reached, counting nothing: minute, then day, then month.
 * Check and count are one step: a wait between them would let other requests pass.
 */
export function countRequest(counters: Counters, key: Key, now: number, upgradeUrl: string): Ticket {
  const reached = listLimits(key.limits, counters.used(key, now)).find(({ limit, used }) => used >= limit);
  if (reached !== undefined) throw limitReached(counters, key, reached, now, upgradeUrl);
  return counters.count(key, now);
}

/**
 * Counts what a stream delivers as requests of the day and month, never of the minute: as many as are left. Returns the
 * limit that allows no more, if there is one.
 */
export function countDelivery(counters: Counters, key: Key, requests: number, now: number): ReachedQuota | undefined {
  const [least] = listQuotas(key.limits, counters.used(key, now)).sort((a, b) => leftOf(a) - leftOf(b));
  const counted = least === undefined ? requests : Math.min(requests, leftOf(least));
  if (counted > 0) counters.countBeyondMinute(key, counted, now);
  if (least === undefined || counted === requests) return undefined;
  return { name: least.name, limit: least.limit, counted, resetsAt: resetOf(least.name, now) };
}

/** A limit of the day or month that is used up. */
interface ReachedQuota {
  readonly name: "day" | "month";
  readonly limit: number;
  readonly counted: number;
  /** Epoch milliseconds. */
  readonly resetsAt: number;
}

/** An answer that costs more than the one request it was asked for with. */
export interface LargeAnswer {
  readonly requests: number;
  /** Gives requests back to the day and month they were counted in. */
  giveBack(requests: number): void;
}

/**
 * Counts what a large answer costs beyond the request itself, which is counted already. Throws AppError for a limit of the
 * day or month that does not suffice, counting nothing.
 */
export function countLarge(
  counters: Counters,
  key: Key,
  { requests, what }: { readonly requests: number; readonly what: string },
  now: number,
  upgradeUrl: string,
): LargeAnswer {
  const quotas = listQuotas(key.limits, counters.used(key, now)).map((one) => ({ ...one, used: one.used - 1 }));
  const short = quotas.find(({ limit, used }) => limit - used < requests);
  if (short !== undefined) throw tooLarge(counters, key, { ...short, requests, what }, now, upgradeUrl);
  if (requests > 1) counters.countBeyondMinute(key, requests - 1, now);
  return { requests, giveBack: (some) => void (some > 0 && counters.countBeyondMinute(key, -some, now)) };
}

function tooLarge(
  counters: Counters,
  key: Key,
  short: UsedLimit<"day" | "month"> & { readonly requests: number; readonly what: string },
  now: number,
  upgradeUrl: string,
): AppError {
  const { name, limit, used, requests, what } = short;
  const count = (requests: number): string => requests.toLocaleString("en-US");
  const resetsAt = toIso(resetOf(name, now));
  const cost = `${what} costs ${count(requests)} requests and ${count(leftOf(short))} of ${count(limit)} are left`;
  const message = `${cost} this ${name} (${getPlan(key.tier).name} plan). It resets at ${resetsAt}. See ${upgradeUrl} for higher limits.`;
  const seconds = secondsUntilMore(counters, key, { name, limit, used }, now);
  // What is left goes with the answer: the request itself was within its limits.
  return new AppError(
    ERRORS[name],
    message.replace(/^./, (first) => first.toUpperCase()),
    {
      details: { limit, used, tier: key.tier, upgrade_url: upgradeUrl },
      headers: { "Retry-After": String(seconds) },
    },
  );
}

/**
 * Gives back what an answer of this status does not cost: errors of ours all, a 304 and further limits day and month. To
 * find out that a further limit is reached takes work, which the minute bounds.
 */
export function refundUncharged(counters: Counters, ticket: Ticket, status: number): void {
  if (status >= 500) counters.refund(ticket, "minute and day");
  else if (status === 304 || status === 429) counters.refund(ticket, "day");
}

/** What is left of the tightest limit, as headers: names and values in turn. IETF draft-ietf-httpapi-ratelimit-headers. */
export function limitHeaders(counters: Counters, key: Key, now: number): string[] {
  const tightest = listLimits(key.limits, counters.used(key, now)).reduce(tighter);
  const seconds = secondsUntilMore(counters, key, tightest, now);
  return ["RateLimit-Policy", policyOf(key.limits), "RateLimit", remainderOf(tightest, seconds)];
}

/** The limits of a key with what is used of each, the shorter window first. */
const listLimits = (limits: Limits, used: Used): UsedLimit[] => [
  { name: "minute", limit: limits.perMinute, used: used.minute },
  ...listQuotas(limits, used),
];

function listQuotas({ perDay, perMonth }: Limits, { day, month }: Used): UsedLimit<"day" | "month">[] {
  const quotas: UsedLimit<"day" | "month">[] = [];
  if (perDay !== null) quotas.push({ name: "day", limit: perDay, used: day });
  if (perMonth !== null) quotas.push({ name: "month", limit: perMonth, used: month });
  return quotas;
}

const leftOf = ({ limit, used }: UsedLimit): number => Math.max(0, limit - used);

/** The smaller share left, the shorter window of equals. */
const tighter = (a: UsedLimit, b: UsedLimit): UsedLimit => (leftOf(b) / b.limit < leftOf(a) / a.limit ? b : a);

const ERRORS: Readonly<Record<WindowName, ErrorCode>> = {
  minute: "rate_limit_exceeded",
  day: "daily_limit_exceeded",
  month: "monthly_limit_exceeded",
};

function limitReached(counters: Counters, key: Key, reached: UsedLimit, now: number, upgradeUrl: string): AppError {
  const { name, limit } = reached;
  const seconds = secondsUntilMore(counters, key, { name, limit, used: limit }, now);
  const message = `${describeLimit(key.tier, reached, now, seconds)} See ${upgradeUrl} for higher limits.`;
  return new AppError(ERRORS[name], message, {
    details: { limit, used: reached.used, tier: key.tier, upgrade_url: upgradeUrl },
    headers: {
      "RateLimit-Policy": policyOf(key.limits),
      RateLimit: remainderOf(reached, seconds),
      "Retry-After": String(seconds),
    },
  });
}

/** Says that a limit is reached; `seconds` until the minute gives something back. */
export function describeLimit(
  tier: Tier,
  { name, limit }: Pick<UsedLimit, "name" | "limit">,
  now: number,
  seconds: number,
): string {
  const requests = `${limit.toLocaleString("en-US")} ${limit === 1 ? "request" : "requests"}`;
  const plan = getPlan(tier).name;
  if (name === "minute") {
    return `Limit of ${requests} per minute reached (${plan} plan). Try again in ${seconds} seconds.`;
  }
  const resetsAt = toIso(resetOf(name, now));
  return name === "day"
    ? `Daily limit of ${requests} reached (${plan} plan). It resets at midnight UTC (${resetsAt}).`
    : `Monthly limit of ${requests} reached (${plan} plan). It resets on the first of next month, UTC (${resetsAt}).`;
}

const resetOf = (name: "day" | "month", now: number): number =>
  startOfDay(name === "day" ? dayOf(now) + 1 : firstDayOfNextMonth(dayOf(now)));

/** When a window gives something back; for the minute when its oldest counter leaves. */
function secondsUntilMore(counters: Counters, key: Key, { name, used }: UsedLimit, now: number): number {
  if (name !== "minute") return toSeconds(resetOf(name, now) - now);
  return used === 0 ? 0 : toSeconds(counters.waitForFewer(key, used));
}

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

function policyOf({ perMinute, perDay, perMonth }: Limits): string {
  const day = perDay === null ? "" : `, "day";q=${perDay};w=86400`;
  const month = perMonth === null ? "" : `, "month";q=${perMonth}`;
  return `"minute";q=${perMinute};w=60${day}${month}`;
}

const remainderOf = (one: UsedLimit, seconds: number): string => `"${one.name}";r=${leftOf(one)};t=${seconds}`;

/** Counts requests by the address they come from. */
export type AddressLimit = ReturnType<typeof createAddressLimit>;

/** Addresses remembered at a time; beyond them the least recently used is forgotten. */
const MAX_ADDRESSES = 4000;

/** What the limit allows, as the error says it. */
type Given =
  | "pages are shown to one address"
  | "updates of open pages are sent to one address"
  | "reports are taken from one address"
  | "wrong tokens are taken from one address"
  | "actions on keys and plans are taken from one address"
  | "messages are answered to one address or key, calls with a key apart";

export function createAddressLimit(given: Given = "pages are shown to one address") {
  const windows = createLru<string, MinuteWindow>(MAX_ADDRESSES);
  /** The window of an address, moved to `now` (epoch ms). */
  const slide = (address: string, now: number): MinuteWindow => {
    const window = windows.get(address) ?? createMinuteWindow();
    windows.set(address, window);
    slideWindow(window, now);
    return window;
  };
  return {
    /**
     * Counts a request at `now` (epoch ms), or several; returns what takes that back. Throws AppError rate_limit_exceeded at
     * the limit, counting nothing; it has the details given beside `perMinute`.
     */
    admit(
      address: string,
      now: number,
      {
        perMinute,
        requests = 1,
        ...details
      }: { readonly perMinute: number; readonly requests?: number; readonly [detail: string]: unknown },
    ): () => void {
      const window = slide(address, now);
      if (window.used + requests > perMinute) throw refusal(given, window, { perMinute, requests }, details);
      const second = addToWindow(window, requests);
      return () => removeFromWindow(window, second, requests);
    },
    /** The same without an error: false at the limit. */
    tryAdmit(address: string, now: number, perMinute: number): boolean {
      const window = slide(address, now);
      if (window.used >= perMinute) return false;
      addToWindow(window);
      return true;
    },
  };
}

function refusal(
  given: Given,
  window: MinuteWindow,
  { perMinute, requests }: { readonly perMinute: number; readonly requests: number },
  details: Record<string, unknown>,
): AppError {
  const seconds = Math.max(1, Math.ceil(waitForFewer(window, perMinute - requests + 1) / 1000));
  const cost = requests === 1 ? "" : `, and this file counts as ${requests}`;
  const message = `At most ${perMinute} ${given.replace(" ", " a minute ")}${cost}; try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  return new AppError("rate_limit_exceeded", message, {
    details: { limit: perMinute, used: window.used, ...details },
    headers: { "Retry-After": String(seconds) },
  });
}
