import { isForThisMachine, type Reach } from "../reach.ts";
import { includesTier, type Tier } from "./plans.ts";

/** The settings that decide what pages show without a key. */
export interface PagesSettings extends Reach {
  readonly pagesTier: Tier | undefined;
  readonly isDemo: boolean;
  readonly stripe: { readonly secretKey: string | undefined };
}

/** The plan at the start, and why. */
export function choosePagesTier(settings: PagesSettings): { readonly tier: Tier; readonly because: string } {
  const { pagesTier, isDemo, stripe } = settings;
  if (pagesTier !== undefined) return { tier: pagesTier, because: "set by TOTEBOARD_PAGES_TIER" };
  if (isDemo) return { tier: "enterprise", because: "the default of a demo" };
  if (stripe.secretKey !== undefined) return { tier: "free", because: "the default where plans are sold" };
  if (isForThisMachine(settings))
    return { tier: "enterprise", because: "the default while only this machine has access" };
  return { tier: "free", because: "the default where other machines have access" };
}

/** What pages show without a key, as `toteboard doctor` and the start of the service say it. */
export function describePagesTier(settings: PagesSettings): string {
  const { tier, because } = choosePagesTier(settings);
  const shown = includesTier(tier, "pro")
    ? "everything is shown without a key"
    : "what the free plan has is shown without a key";
  return `${shown} (${because})`;
}
