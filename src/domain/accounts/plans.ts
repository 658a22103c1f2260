import { isLoopback } from "../addresses.ts";

export const TIERS = ["free", "pro", "enterprise"] as const;
export type Tier = (typeof TIERS)[number];

/** Requests allowed in any 60 seconds, in a UTC day and in a UTC month; null is unlimited. */
export interface Limits {
  readonly perMinute: number;
  readonly perDay: number | null;
  readonly perMonth: number | null;
}

/** Limits of one key; null means the plan's limit. */
export interface OwnLimits {
  readonly perMinute: number | null;
  readonly perDay: number | null;
  readonly perMonth: number | null;
}

export const NO_OWN_LIMITS: OwnLimits = { perMinute: null, perDay: null, perMonth: null };

/** The name and the limits of a tier. */
export interface Plan extends Limits {
  readonly tier: Tier;
  readonly name: string;
  /** How many of each a key may have. */
  readonly alerts: number;
  readonly webhooks: number;
}

/** Cheapest first; each plan includes the endpoints of those before it. */
export const PLANS: readonly Plan[] = [
  { tier: "free", name: "Free", perMinute: 30, perDay: 1_000, perMonth: 10_000, alerts: 3, webhooks: 1 },
  { tier: "pro", name: "Pro", perMinute: 300, perDay: 50_000, perMonth: 500_000, alerts: 200, webhooks: 10 },
  {
    tier: "enterprise",
    name: "Enterprise",
    perMinute: 1_000,
    perDay: null,
    perMonth: null,
    alerts: 2_000,
    webhooks: 50,
  },
];

/** The plan of a tier. */
export function getPlan(tier: Tier): Plan {
  const plan = PLANS.find((candidate) => candidate.tier === tier);
  if (plan === undefined) throw new Error(`no plan for tier '${tier}'`);
  return plan;
}

/** How many a plan allows, in words: "1 webhook". */
export function allowanceOf(tier: Tier, noun: "alert" | "webhook"): string {
  const count = getPlan(tier)[`${noun}s`];
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** The same of all plans, in a sentence. */
export const describeAllowances = (noun: "alert" | "webhook"): string =>
  `${PLANS.map(({ tier, name }) => `${name}: ${allowanceOf(tier, noun)}`).join(", ")}.`;

/** The limits of a key: its own, else its tier's. */
export function limitsOf(tier: Tier, own: OwnLimits): Limits {
  const { perMinute, perDay, perMonth } = getPlan(tier);
  return {
    perMinute: own.perMinute ?? perMinute,
    perDay: own.perDay ?? perDay,
    perMonth: own.perMonth ?? perMonth,
  };
}

/** Whether a tier may call an endpoint that needs `required`. */
export const includesTier = (tier: Tier, required: Tier): boolean => TIERS.indexOf(tier) >= TIERS.indexOf(required);

/** The settings that decide what pages show without a key. */
export interface PagesSettings {
  readonly host: string;
  readonly pagesTier: Tier | undefined;
  readonly isDemo: boolean;
}

/** The plan whose data pages show without a key. No request changes it: none shows whether a proxy passed it on. */
export function choosePagesTier({ host, pagesTier, isDemo }: PagesSettings): Tier {
  return pagesTier ?? (isDemo && isLoopback(host) ? "enterprise" : "free");
}

/** The same, as `toteboard doctor` and the start of the service say it. */
export function describePagesTier(settings: PagesSettings): string {
  const tier = choosePagesTier(settings);
  const shown = tier === "enterprise" ? "everything" : `what the ${tier} plan has`;
  const said = `${shown} is shown without a key`;
  if (settings.pagesTier !== undefined) return `${said} (set by TOTEBOARD_PAGES_TIER)`;
  if (tier !== "free") return `${said} (the default of a demo)`;
  return `${said} (the default); to see everything, set TOTEBOARD_PAGES_TIER=enterprise or sign in at /keys`;
}
