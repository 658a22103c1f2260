import type { AlertRule, AlertType, Sighting } from "./alerts.ts";

const percent = (price: number | null): string => (price === null ? "–" : `${Math.round(price * 1000) / 10}%`);
const hours = (count = 24): string => (count === 1 ? "1 hour" : `${count} hours`);

type ToldFigures = Pick<Sighting, "observed" | "baseline">;

const TEXTS: Readonly<Record<AlertType, (rule: AlertRule, told: ToldFigures, outcome: string) => string>> = {
  "market.price_crossed": ({ above, below }, { observed }) =>
    `Yes is at ${percent(observed)}, ${above === undefined ? `at or below ${percent(below ?? null)}` : `at or above ${percent(above)}`}.`,
  "market.price_moved": ({ windowHours }, { observed, baseline }) =>
    `Yes moved from ${percent(baseline)} to ${percent(observed)} within ${hours(windowHours)}.`,
  "market.resolved": (_rule, _told, outcome) => `Resolved: ${outcome}.`,
  "market.listed": (_rule, { observed }) => `New market; yes is at ${percent(observed)}.`,
  "spread.opened": ({ minNetCents = 0 }, { observed }) =>
    `A spread of ${observed}¢ a contract after fees is open; you asked for ${minNetCents}¢.`,
  "source.stale": (_rule, { observed }) => `Its data is ${observed} minutes old.`,
};

/** What happened, in a sentence; `outcome` is how a resolved market ended. */
export const tellFiring = (rule: AlertRule, told: ToldFigures, outcome: string | null = null): string =>
  TEXTS[rule.type](rule, told, outcome ?? "unknown");
