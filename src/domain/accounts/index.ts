// Keys, plans, limits and payments.
export {
  type CheckoutFacts,
  type PaymentEvent,
  paysForPro,
  type SubscriptionFacts,
  type SubscriptionPrices,
  type SubscriptionStatus,
  type TierChangeCause,
} from "./billing.ts";
export { KEY_EMAIL, KEY_NAME, type Key, type KeyText, MAX_GRACE_HOURS } from "./keys.ts";
export {
  addToWindow,
  createMinuteWindow,
  type MinuteWindow,
  removeFromWindow,
  slideWindow,
  waitForFewer,
} from "./minute-window.ts";
export { choosePagesTier, describePagesTier, type PagesSettings } from "./pages-tier.ts";
export {
  getPlan,
  includesTier,
  type Limits,
  limitsOf,
  NO_OWN_LIMITS,
  type OwnLimits,
  PLANS,
  type Plan,
  TIERS,
  type Tier,
} from "./plans.ts";
export { describePrice, type ProPrice } from "./pro-price.ts";
export {
  createSecret,
  digestOf,
  type FixedKey,
  isFixedId,
  isSecret,
  isSecretLength,
  prefixOf,
  redactSecrets,
  toFixedKey,
} from "./secrets.ts";
