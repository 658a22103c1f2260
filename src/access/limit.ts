import { toIso } from "../clock.ts";
import { dayOf, firstDayOfNextMonth, startOfDay } from "../domain/calendar.ts";
import type { Key } from "../domain/keys.ts";
import { getPlan, type Limits } from "../domain/plans.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import type { Counters, Spent } from "./counters.ts";

/** A request that is within its key's limits, and counted. */
export interface Admission {
  /** Takes back what an answer of this status does not count for, and adds its headers, names and values in turn. */
  settle(status: number, now: number, headers: string[]): void;
}

type WindowName = "minute" | "day" | "month";

/** A limit and how much of it is used. */
interface Allowance {
  readonly name: WindowName;
  readonly limit: number;
  readonly used: number;
}

/** Counts a request of `key`. Throws AppError for a limit that is reached, counting nothing: minute, then day, then month. */
export function admit(counters: Counters, key: Key, now: number, upgradeUrl: string): Admission {
  const reached = findReached(key.limits, counters.spent(key, now));
  if (reached !== undefined) throw limitReached(counters, key, reached, now, upgradeUrl);
  const ticket = counters.count(key, now);
  return {
    settle(status, at, headers) {
      // 429 is another limit that was reached, such as that of keys made in an hour.
      if (status >= 500 || status === 429) counters.refund(ticket, "minute and day");
      else if (status === 304) counters.refund(ticket, "day");
      const tight = findTightest(key.limits, counters.spent(key, at));
      const seconds = secondsUntilMore(counters, key, tight, at);
      headers.push("RateLimit-Policy", policyOf(key.limits), "RateLimit", remainderOf(tight, seconds));
    },
  };
}

function findReached({ perMinute, perDay, perMonth }: Limits, { minute, day, month }: Spent): Allowance | undefined {
  if (minute >= perMinute) return { name: "minute", limit: perMinute, used: minute };
  if (perDay !== null && day >= perDay) return { name: "day", limit: perDay, used: day };
  if (perMonth !== null && month >= perMonth) return { name: "month", limit: perMonth, used: month };
  return undefined;
}

/** The one with the smallest share left, the shorter window of equals. */
function findTightest({ perMinute, perDay, perMonth }: Limits, { minute, day, month }: Spent): Allowance {
  let tightest: Allowance = { name: "minute", limit: perMinute, used: minute };
  if (perDay !== null && shareLeft(perDay, day) < shareLeft(tightest.limit, tightest.used)) {
    tightest = { name: "day", limit: perDay, used: day };
  }
  if (perMonth !== null && shareLeft(perMonth, month) < shareLeft(tightest.limit, tightest.used)) {
    tightest = { name: "month", limit: perMonth, used: month };
  }
  return tightest;
}

const shareLeft = (limit: number, used: number): number => Math.max(0, limit - used) / limit;

const ERRORS: Readonly<Record<WindowName, ErrorCode>> = {
  minute: "rate_limit_exceeded",
  day: "daily_limit_exceeded",
  month: "monthly_limit_exceeded",
};

function limitReached(counters: Counters, key: Key, spent: Allowance, now: number, upgradeUrl: string): AppError {
  const { name, limit, used } = spent;
  const seconds =
    name === "minute"
      ? toSeconds(counters.waitForFewer(key, limit))
      : toSeconds(startOfDay(firstDayAfter(name, now)) - now);
  return new AppError(ERRORS[name], `${messageOf(key, spent, now, seconds)} See ${upgradeUrl} for higher limits.`, {
    details: { limit, used, tier: key.tier, upgrade_url: upgradeUrl },
    headers: {
      "RateLimit-Policy": policyOf(key.limits),
      RateLimit: remainderOf(spent, seconds),
      "Retry-After": String(seconds),
    },
  });
}

function messageOf({ tier }: Key, { name, limit }: Allowance, now: number, seconds: number): string {
  const requests = `${limit.toLocaleString("en-US")} ${limit === 1 ? "request" : "requests"}`;
  const plan = getPlan(tier).name;
  if (name === "minute") {
    return `Limit of ${requests} per minute reached (${plan} plan). The next one is possible in ${seconds} seconds.`;
  }
  const resetsAt = toIso(startOfDay(firstDayAfter(name, now)));
  return name === "day"
    ? `Daily limit of ${requests} reached (${plan} plan). It resets at midnight UTC (${resetsAt}).`
    : `Monthly limit of ${requests} reached (${plan} plan). It resets on the first of next month, UTC (${resetsAt}).`;
}

const firstDayAfter = (name: "day" | "month", now: number): number =>
  name === "day" ? dayOf(now) + 1 : firstDayOfNextMonth(dayOf(now));

/** When a window gives something back; for the minute when its oldest counter leaves. */
function secondsUntilMore(counters: Counters, key: Key, { name, used }: Allowance, now: number): number {
  if (name !== "minute") return toSeconds(startOfDay(firstDayAfter(name, now)) - now);
  return used === 0 ? 0 : toSeconds(counters.waitForFewer(key, used));
}

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

const policies = new WeakMap<Limits, string>();

/** IETF draft-ietf-httpapi-ratelimit-headers; made once for a key, whose limits seldom change. */
function policyOf(limits: Limits): string {
  const known = policies.get(limits);
  if (known !== undefined) return known;
  const { perMinute, perDay, perMonth } = limits;
  const day = perDay === null ? "" : `, "day";q=${perDay};w=86400`;
  const month = perMonth === null ? "" : `, "month";q=${perMonth}`;
  const policy = `"minute";q=${perMinute};w=60${day}${month}`;
  policies.set(limits, policy);
  return policy;
}

const remainderOf = ({ name, limit, used }: Allowance, seconds: number): string =>
  `"${name}";r=${Math.max(0, limit - used)};t=${seconds}`;
