import type Stripe from "stripe";

/** What one object of Stripe's looks like, whole: the compiler sees to it that no member is missing. */

export type Session = Stripe.Checkout.Session;
export type Subscription = Stripe.Subscription;
export type Price = Stripe.Price;
export type WebhookEndpoint = Stripe.WebhookEndpoint;

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text;

/** Members that an object has without a value. */
const nothing = <Names extends string>(names: Names) =>
  Object.fromEntries(names.split(" ").map((name) => [name, null])) as { readonly [Name in Words<Names>]: null };

export const session = (given: Pick<Session, "id" | "created"> & Partial<Session>): Session => ({
  ...nothing("after_expiration allow_promotion_codes allowed_payment_method_types billing_address_collection"),
  ...nothing("cancel_url client_reference_id client_secret consent consent_collection currency_conversion"),
  ...nothing("customer customer_account customer_details customer_email integration_identifier invoice"),
  ...nothing("invoice_creation locale origin_context payment_intent payment_link"),
  ...nothing("payment_method_configuration_details payment_method_options permissions recovered_from"),
  ...nothing("saved_payment_method_options setup_intent shipping_address_collection shipping_cost submit_type"),
  ...nothing("subscription success_url url wallet_options"),
  object: "checkout.session",
  adaptive_pricing: { enabled: false },
  amount_subtotal: 4900,
  amount_total: 4900,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  collected_information: { business_name: null, individual_name: null, shipping_details: null },
  currency: "usd",
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_creation: "always",
  discounts: [],
  expires_at: given.created + 86_400,
  livemode: false,
  managed_payments: { enabled: false },
  metadata: {},
  mode: "subscription",
  payment_method_collection: "always",
  payment_method_types: ["card"],
  payment_status: "unpaid",
  phone_number_collection: { enabled: false },
  shipping_options: [],
  status: "open",
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: "hosted_page",
  ...given,
});

export const subscription = (
  given: Pick<Subscription, "id" | "created" | "customer"> & Partial<Subscription>,
): Subscription => ({
  ...nothing("application application_fee_percent billing_cycle_anchor_config billing_thresholds cancel_at"),
  ...nothing("canceled_at customer_account days_until_due default_payment_method default_source description"),
  ...nothing("ended_at latest_invoice next_pending_invoice_item_invoice on_behalf_of pause_collection"),
  ...nothing("payment_settings pending_invoice_item_interval pending_setup_intent pending_update schedule"),
  ...nothing("test_clock transfer_data trial_end trial_settings trial_start"),
  object: "subscription",
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: given.created,
  billing_mode: { flexible: null, type: "classic" },
  billing_schedules: [],
  cancel_at_period_end: false,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: "charge_automatically",
  currency: "usd",
  default_tax_rates: [],
  discounts: [],
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
  livemode: false,
  managed_payments: { enabled: false },
  metadata: {},
  start_date: given.created,
  status: "active",
  ...given,
});

/** The price that is for sale in tests. */
export const PRICE_ID = "price_pro_monthly";

/** A recurring price of $49 a month unless told otherwise. */
export const price = (given: Pick<Price, "id"> & Partial<Price>): Price => ({
  ...nothing("custom_unit_amount lookup_key nickname tiers_mode transform_quantity unit_amount_decimal"),
  object: "price",
  active: true,
  billing_scheme: "per_unit",
  created: 1,
  currency: "usd",
  livemode: false,
  metadata: {},
  product: "prod_pro",
  recurring: { interval: "month", interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" },
  tax_behavior: "unspecified",
  type: "recurring",
  unit_amount: 4900,
  ...given,
});

export const item = (subscriptionId: string, created: number, sold: Price): Stripe.SubscriptionItem => ({
  ...nothing("billing_thresholds current_trial"),
  id: subscriptionId.replace("sub", "si"),
  object: "subscription_item",
  created,
  current_period_end: created + 30 * 86_400,
  current_period_start: created,
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
export const charge = (given: { id: string; created: number; customer: string | null }) =>
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
