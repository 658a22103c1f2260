import { choosePagesTier, includesTier, type PagesSettings, type Tier } from "../domain/accounts/plans.ts";
import type { Log } from "../log.ts";

/** The plan whose data pages show without a key. */
export interface PagesPlan {
  readonly tier: () => Tier;
  /** True where pages show what a key on pro gets. */
  readonly showsAll: () => boolean;
  /** True while the plan rests on the assumption that this machine alone reaches the service. */
  readonly isAssumed: () => boolean;
  /** Ends that assumption: a request came from elsewhere, through a proxy that no setting names. */
  readonly noteProxy: () => void;
}

export function createPagesPlan(settings: PagesSettings, log: Log): PagesPlan {
  let { tier } = choosePagesTier(settings);
  let isAssumed = settings.pagesTier === undefined && !settings.isDemo && tier !== "free";
  return {
    tier: () => tier,
    showsAll: () => includesTier(tier, "pro"),
    isAssumed: () => isAssumed,
    noteProxy() {
      if (!isAssumed) return;
      isAssumed = false;
      tier = "free";
      log.warn(
        "a proxy passes requests on: until the next start, pages show the free plan without a key; set " +
          "TOTEBOARD_PUBLIC_URL and TOTEBOARD_TRUSTED_PROXIES, or say with TOTEBOARD_PAGES_TIER what pages show",
      );
    },
  };
}
