import type { AlertRule, AlertType, Sighting } from "./alerts.ts";
import { getPlatform } from "./platforms.ts";

/** What an alert tells of: a market, a question, a spread or a platform, by what people call it. */
export interface ToldSubject {
  readonly title: string;
  readonly platform?: string | undefined;
  /** How a market ended. */
  readonly outcome?: string | null | undefined;
}

const percent = (price: number | null): string => (price === null ? "–" : `${Math.round(price * 1000) / 10}%`);
const dollars = (amount: number | null): string =>
  amount === null ? "–" : `$${Math.round(amount).toLocaleString("en-US")}`;
const hours = (count = 24): string => (count === 1 ? "1 hour" : `${count} hours`);

type ToldFigures = Pick<Sighting, "observed" | "baseline">;

const TEXTS: Readonly<Record<AlertType, (rule: AlertRule, told: ToldFigures, subject: ToldSubject) => string>> = {
  "market.price_crossed": ({ above, below }, { observed }) =>
    `Yes is at ${percent(observed)}, ${above === undefined ? `at or below ${percent(below ?? null)}` : `at or above ${percent(above)}`}.`,
  "market.price_moved": ({ windowHours }, { observed, baseline }) =>
    `Yes moved from ${percent(baseline)} to ${percent(observed)} within ${hours(windowHours)}.`,
  "market.volume_jumped": ({ windowHours }, { observed, baseline }) =>
    `${dollars(observed)} were traded within ${hours(windowHours)}; ${dollars(baseline)} are usual.`,
  "market.closing": ({ hoursBefore }) => `Closes in less than ${hours(hoursBefore)}.`,
  "market.closed": () => "Closed.",
  "market.resolved": (_rule, _told, { outcome }) => `Resolved: ${outcome ?? "unknown"}.`,
  "market.listed": (_rule, { observed }) => `New market; yes is at ${percent(observed)}.`,
  "match.found": (_rule, _told, { platform }) =>
    `${platform === undefined ? "Another platform" : getPlatform(platform).name} asks this question too.`,
  "spread.opened": ({ minNetCents = 0 }, { observed }) =>
    `A spread of ${observed}¢ a contract after fees is open; you asked for ${minNetCents}¢.`,
  "spread.closed": ({ minNetCents = 0 }) => `The spread is gone, or below ${minNetCents}¢ a contract after fees.`,
  "source.stale": (_rule, { observed }) => `Its data is ${observed} minutes old.`,
};

/** What happened, in a sentence. */
export const tellFiring = (rule: AlertRule, told: ToldFigures, subject: ToldSubject): string =>
  TEXTS[rule.type](rule, told, subject);
