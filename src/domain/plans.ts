export const TIERS = ["free", "pro", "enterprise"] as const;
export type Tier = (typeof TIERS)[number];

/** What a tier costs and how much it may ask for. */
export interface Plan {
  readonly tier: Tier;
  readonly name: string;
  /** Null where the price is agreed with each customer. */
  readonly usdPerMonth: number | null;
  /** Most requests in any 60 seconds, in a UTC day and in a UTC month; null is unlimited. */
  readonly perMinute: number;
  readonly perDay: number | null;
  readonly perMonth: number | null;
}

/** Cheapest first; each plan includes what those before it may call. */
export const PLANS: readonly Plan[] = [
  { tier: "free", name: "Free", usdPerMonth: 0, perMinute: 30, perDay: 1_000, perMonth: 10_000 },
  { tier: "pro", name: "Pro", usdPerMonth: 49, perMinute: 300, perDay: 50_000, perMonth: 500_000 },
  { tier: "enterprise", name: "Enterprise", usdPerMonth: null, perMinute: 1_000, perDay: null, perMonth: null },
];

/** The plan of a tier. */
export function getPlan(tier: Tier): Plan {
  const plan = PLANS.find((candidate) => candidate.tier === tier);
  if (plan === undefined) throw new Error(`no plan for tier '${tier}'`);
  return plan;
}
