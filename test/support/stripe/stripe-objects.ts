import type Stripe from "stripe";

/** What one object of Stripe's looks like, whole: the compiler sees to it that no member is missing. */

export type Session = Stripe.Checkout.Session;
export type Subscription = Stripe.Subscription;
export type Price = Stripe.Price;
export type WebhookEndpoint = Stripe.WebhookEndpoint;

export const session = (given: Pick<Session, "id" | "created"> & Partial<Session>): Session => ({
  object: "checkout.session",
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  amount_subtotal: 4900,
  amount_total: 4900,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: null,
  client_reference_id: null,
  client_secret: null,
  collected_information: { business_name: null, individual_name: null, shipping_details: null },
  consent: null,
  consent_collection: null,
  currency: "usd",
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: null,
  customer_account: null,
  customer_creation: "always",
  customer_details: null,
  customer_email: null,
  discounts: [],
  expires_at: given.created + 86_400,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: { enabled: false },
  metadata: {},
  mode: "subscription",
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: "always",
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["card"],
  payment_status: "unpaid",
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: "open",
  submit_type: null,
  subscription: null,
  success_url: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: "hosted_page",
  url: null,
  wallet_options: null,
  ...given,
});

export const subscription = (
  given: Pick<Subscription, "id" | "created" | "customer"> & Partial<Subscription>,
): Subscription => ({
  object: "subscription",
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: given.created,
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: null, type: "classic" },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: "charge_automatically",
  currency: "usd",
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: "self" },
  },
  items: {
    object: "list",
    data: [item(given.id, given.created, price({ id: PRICE_ID }))],
    has_more: false,
    url: "/v1/subscription_items",
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: { enabled: false },
  metadata: {},
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  start_date: given.created,
  status: "active",
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: null,
  trial_start: null,
  ...given,
});

/** The price that is for sale in tests. */
export const PRICE_ID = "price_pro_monthly";

/** A recurring price of $49 a month unless told otherwise. */
export const price = (given: Pick<Price, "id"> & Partial<Price>): Price => ({
  object: "price",
  active: true,
  billing_scheme: "per_unit",
  created: 1,
  currency: "usd",
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: {},
  nickname: null,
  product: "prod_pro",
  recurring: { interval: "month", interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" },
  tax_behavior: "unspecified",
  tiers_mode: null,
  transform_quantity: null,
  type: "recurring",
  unit_amount: 4900,
  unit_amount_decimal: null,
  ...given,
});

export const item = (subscriptionId: string, created: number, sold: Price): Stripe.SubscriptionItem => ({
  id: subscriptionId.replace("sub", "si"),
  object: "subscription_item",
  billing_thresholds: null,
  created,
  current_period_end: created + 30 * 86_400,
  current_period_start: created,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: {
    id: sold.id,
    object: "plan",
    active: true,
    amount: sold.unit_amount,
    amount_decimal: null,
    billing_scheme: "per_unit",
    created,
    currency: sold.currency,
    interval: "month",
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: "prod_pro",
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  },
  price: sold,
  quantity: 1,
  subscription: subscriptionId,
  tax_rates: [],
});

export const webhook = (given: Pick<WebhookEndpoint, "id" | "url"> & Partial<WebhookEndpoint>): WebhookEndpoint => ({
  object: "webhook_endpoint",
  api_version: null,
  application: null,
  created: 1,
  description: null,
  enabled_events: ["*"],
  livemode: false,
  metadata: {},
  status: "enabled",
  ...given,
});

/** The part of an account that is read. */
export const account = (): { -readonly [K in "id" | "object" | "charges_enabled"]: Stripe.Account[K] } => ({
  id: "acct_test",
  object: "account",
  charges_enabled: true,
});

/** The parts of a charge that are read. */
export const charge = (given: { id: string; customer: string | null }) =>
  ({
    object: "charge",
    amount: 4900,
    amount_refunded: 0,
    currency: "usd",
    refunded: false,
    ...given,
  }) satisfies Partial<Stripe.Charge>;

/** The parts of a dispute that are read. */
export const dispute = (given: Pick<Stripe.Dispute, "id" | "created" | "charge" | "status">) =>
  ({
    object: "dispute",
    amount: 4900,
    currency: "usd",
    reason: "fraudulent",
    ...given,
  }) satisfies Partial<Stripe.Dispute>;

export const portal = (given: {
  id: string;
  created: number;
  customer: string;
  return_url: string | null;
  url: string;
}) =>
  ({
    object: "billing_portal.session",
    configuration: "bpc_standard",
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    ...given,
  }) satisfies Stripe.BillingPortal.Session;

/** An event about an object as it was then. */
export const event = (given: { id: string; type: string; created: number; object: object }) => ({
  id: given.id,
  object: "event" as const,
  api_version: "2026-10-28.endive",
  created: given.created,
  data: { object: structuredClone(given.object) },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type: given.type,
});
