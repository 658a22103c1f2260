import { isForThisMachine, isLoopback, type ListenSettings } from "../this-machine.ts";

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
export interface PagesSettings extends ListenSettings {
  readonly pagesTier: Tier | undefined;
  readonly isDemo: boolean;
  readonly stripe: { readonly secretKey: string | undefined };
}

/** The plan at the start, and why. `createPagesPlan` ends what rests on the assumption that only this machine asks. */
export function choosePagesTier(settings: PagesSettings): { readonly tier: Tier; readonly because: string } {
  const { host, pagesTier, isDemo, stripe } = settings;
  if (pagesTier !== undefined) return { tier: pagesTier, because: "set by TOTEBOARD_PAGES_TIER" };
  if (isDemo && isLoopback(host)) return { tier: "enterprise", because: "the default of a demo" };
  if (stripe.secretKey !== undefined) return { tier: "free", because: "the default where plans are sold" };
  if (isForThisMachine(settings))
    return { tier: "enterprise", because: "the default while only this machine has access" };
  return { tier: "free", because: "the default where other machines have access" };
}

/** Whether the plan rests on the assumption that this machine alone reaches the service. */
export const isAssumedTier = (settings: PagesSettings): boolean =>
  settings.pagesTier === undefined && !settings.isDemo && choosePagesTier(settings).tier !== "free";

/** What pages show without a key, as `toteboard doctor` and the start of the service say it. */
export function describePagesTier(settings: PagesSettings): string {
  const { tier, because } = choosePagesTier(settings);
  const shown = includesTier(tier, "pro") ? "everything" : "what the free plan has";
  const toWhom = isAssumedTier(settings) ? "to this machine alone, until a proxy passes a request on" : "to everyone";
  return `${shown} is shown without a key, ${toWhom} (${because})`;
}
