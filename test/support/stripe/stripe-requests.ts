import type Stripe from "stripe";

/** A parameter as it is sent: a value, or more of them by name or number. */
export type Sent = string | { readonly [name: string]: Sent };

/** Reads a body of `a[b][0]=c` pairs. */
export function parseForm(text: string): { readonly [name: string]: Sent } {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.split(/\[|\]\[|\]/).filter((step) => step !== "");
    let place = root;
    for (const step of steps.slice(0, -1)) {
      place[step] ??= {};
      place = place[step] as Record<string, unknown>;
    }
    place[steps.at(-1) ?? ""] = value;
  }
  return root as { [name: string]: Sent };
}

/** What each request may say, in Stripe's names; the compiler refuses a name that Stripe does not document. */
const DOCUMENTED = {
  createSession: [
    "mode",
    "line_items",
    "client_reference_id",
    "metadata",
    "subscription_data",
    "success_url",
    "cancel_url",
    "customer_email",
    "expires_at",
  ] satisfies (keyof Stripe.Checkout.SessionCreateParams)[],
  lineItem: ["price", "quantity"] satisfies (keyof Stripe.Checkout.SessionCreateParams.LineItem)[],
  subscriptionData: ["metadata"] satisfies (keyof Stripe.Checkout.SessionCreateParams.SubscriptionData)[],
  retrieveSession: ["expand"] satisfies (keyof Stripe.Checkout.SessionRetrieveParams)[],
  expireSession: ["expand"] satisfies (keyof Stripe.Checkout.SessionExpireParams)[],
  listSubscriptions: [
    "customer",
    "price",
    "status",
    "limit",
    "starting_after",
  ] satisfies (keyof Stripe.SubscriptionListParams)[],
  listDisputes: ["limit", "starting_after", "expand"] satisfies (keyof Stripe.DisputeListParams)[],
  updateSubscription: ["metadata"] satisfies (keyof Stripe.SubscriptionUpdateParams)[],
  listWebhooks: ["limit", "starting_after"] satisfies (keyof Stripe.WebhookEndpointListParams)[],
  retrieveSubscription: ["expand"] satisfies (keyof Stripe.SubscriptionRetrieveParams)[],
  cancelSubscription: ["invoice_now", "prorate", "expand"] satisfies (keyof Stripe.SubscriptionCancelParams)[],
  createPortal: ["customer", "return_url"] satisfies (keyof Stripe.BillingPortal.SessionCreateParams)[],
} as const;

/** A parameter that Stripe would refuse; undefined when all are documented. */
export function findUndocumented(kind: keyof typeof DOCUMENTED, sent: Sent | undefined): string | undefined {
  const known: readonly string[] = DOCUMENTED[kind];
  return Object.keys(typeof sent === "object" ? sent : {}).find((name) => !known.includes(name));
}

/** What is wrong with a request for a session; undefined when Stripe would take it. */
export function findFault(sent: { readonly [name: string]: Sent }, prices: readonly string[]): string | undefined {
  const { mode, line_items, success_url, metadata, subscription_data, client_reference_id } = sent;
  const line = typeof line_items === "object" ? line_items[0] : undefined;
  const unknown =
    findUndocumented("createSession", sent) ??
    findUndocumented("lineItem", line) ??
    findUndocumented("subscriptionData", subscription_data);
  if (unknown !== undefined) return `Received unknown parameter: ${unknown}`;
  if (mode !== "subscription") return "You must provide mode";
  if (typeof line !== "object" || line.quantity !== "1") return "line_items must have one of something";
  if (typeof line.price !== "string" || !prices.includes(line.price)) return `No such price: '${line.price}'`;
  if (typeof success_url !== "string" || !URL.canParse(success_url)) return "Not a valid URL";
  if (typeof client_reference_id !== "string" || client_reference_id.length > 200) return "Invalid client_reference_id";
  if (metadata !== undefined && typeof metadata !== "object") return "Invalid metadata";
  return undefined;
}
