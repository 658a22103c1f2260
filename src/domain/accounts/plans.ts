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
}

/** Cheapest first; each plan includes the endpoints of those before it. */
export const PLANS: readonly Plan[] = [
  { tier: "free", name: "Free", perMinute: 30, perDay: 1_000, perMonth: 10_000 },
  { tier: "pro", name: "Pro", perMinute: 300, perDay: 50_000, perMonth: 500_000 },
  { tier: "enterprise", name: "Enterprise", perMinute: 1_000, perDay: null, perMonth: null },
];

/** The plan of a tier. */
export function getPlan(tier: Tier): Plan {
  const plan = PLANS.find((candidate) => candidate.tier === tier);
  if (plan === undefined) throw new Error(`no plan for tier '${tier}'`);
  return plan;
}

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
