import type { IncomingMessage } from "node:http";
import { SECRET_KEY, type State } from "./stripe.ts";
import { portal, type Session, session } from "./stripe-objects.ts";
import { findFault, findUndocumented, type Sent } from "./stripe-requests.ts";

interface Answered {
  readonly status: number;
  readonly body: object;
}

/** Says the same again to the same request under the same idempotency key, and refuses another request under it. */
export function answer(
  state: State,
  request: IncomingMessage,
  call: string,
  sent: { readonly [name: string]: Sent },
  text: string,
): Answered {
  if (state.conditions.refusesKey || request.headers.authorization !== `Bearer ${SECRET_KEY}`) {
    return { status: 401, body: fault("invalid_request_error", "Invalid API Key provided") };
  }
  const key = request.headers["idempotency-key"]?.toString();
  const before = key === undefined ? undefined : state.answers.get(key);
  if (before !== undefined && before.request !== call + text) {
    return { status: 400, body: fault("idempotency_error", "Keys for idempotent requests can only be used once") };
  }
  const answered = before ?? route(state, call, sent);
  if (key !== undefined)
    state.answers.set(key, { ...answered, body: structuredClone(answered.body), request: call + text });
  return answered;
}

function route(state: State, call: string, sent: { readonly [name: string]: Sent }): Answered {
  const [, id = ""] = /^[A-Z]+ \/v1\/(?:checkout\/sessions|subscriptions|prices|charges)\/([^/]+)/.exec(call) ?? [];
  switch (call.replace(id === "" ? "\0" : id, "ID")) {
    case "POST /v1/checkout/sessions":
      return createSession(state, sent);
    case "GET /v1/checkout/sessions/ID":
      return checked("retrieveSession", sent) ?? expanded(state, id, sent);
    case "POST /v1/checkout/sessions/ID/expire":
      return checked("expireSession", sent) ?? expireSession(state, id);
    case "GET /v1/disputes":
      return checked("listDisputes", sent) ?? listDisputes(state, sent);
    case "GET /v1/account":
      return { status: 200, body: state.account };
    case "GET /v1/prices/ID":
      return found(state.prices.get(id), id);
    case "GET /v1/charges/ID":
      return found(state.charges.get(id), id);
    case "GET /v1/webhook_endpoints":
      return checked("listWebhooks", sent) ?? listed("/v1/webhook_endpoints", state.webhooks, sent);
    case "GET /v1/subscriptions":
      return checked("listSubscriptions", sent) ?? listSubscriptions(state, sent);
    case "POST /v1/subscriptions/ID":
      return checked("updateSubscription", sent) ?? updateSubscription(state, id, sent);
    case "GET /v1/subscriptions/ID":
      return checked("retrieveSubscription", sent) ?? found(state.subscriptions.get(id), id);
    case "DELETE /v1/subscriptions/ID":
      return checked("cancelSubscription", sent) ?? cancelSubscription(state, id);
    case "POST /v1/billing_portal/sessions":
      return checked("createPortal", sent) ?? createPortal(state, sent);
    default:
      return { status: 404, body: fault("invalid_request_error", `Unrecognized request URL (${call})`) };
  }
}

function createSession(state: State, sent: { readonly [name: string]: Sent }): Answered {
  const wrong = findFault(sent, [...state.prices.keys()]);
  if (wrong !== undefined) return { status: 400, body: fault("invalid_request_error", wrong) };
  const id = state.nextId("cs");
  const { client_reference_id, metadata, success_url, cancel_url } = sent;
  const given = { client_reference_id, metadata, success_url, cancel_url } as Partial<Session>;
  const made = session({ id, created: state.seconds(), ...given, url: `https://checkout.stripe.test/c/pay/${id}` });
  state.sessions.set(id, made);
  const { subscription_data: data } = sent;
  state.carried.set(id, (typeof data === "object" ? data.metadata : {}) as Record<string, string>);
  return { status: 200, body: made };
}

function expanded(state: State, id: string, { expand }: { readonly [name: string]: Sent }): Answered {
  const one = state.sessions.get(id);
  const whole = state.subscriptions.get(String(one?.subscription));
  const wanted = typeof expand === "object" && Object.values(expand).includes("subscription");
  return found(one && (wanted && whole !== undefined ? { ...one, subscription: whole } : one), id);
}

function expireSession(state: State, id: string): Answered {
  const one = state.sessions.get(id);
  if (one !== undefined && one.status !== "open") {
    return { status: 400, body: fault("invalid_request_error", `Only sessions with status open can be expired`) };
  }
  return found(one && Object.assign(one, { status: "expired", url: null }), id);
}

function cancelSubscription(state: State, id: string): Answered {
  const one = state.subscriptions.get(id);
  return found(one === undefined || one.status === "canceled" ? undefined : state.moveTo(id, "canceled"), id);
}

/** As Stripe gives them: the newest first, without those that ended unless all are asked for. */
function listSubscriptions(state: State, sent: { readonly [name: string]: Sent }): Answered {
  const { customer, price, status } = sent;
  if (typeof price === "string" && !state.prices.has(price) && !state.isSold(price)) return found(undefined, price);
  const wanted = [...state.subscriptions.values()]
    .reverse()
    .filter((one) => status === "all" || one.status !== "canceled")
    .filter((one) => customer === undefined || one.customer === customer)
    .filter(({ items }) => price === undefined || items.data.some((item) => item.price.id === price));
  return listed("/v1/subscriptions", wanted, sent);
}

function listed<T extends { readonly id: string }>(
  url: string,
  all: readonly T[],
  { limit, starting_after }: { readonly [name: string]: Sent },
): Answered {
  const from = all.findIndex(({ id }) => id === starting_after) + 1;
  const data = all.slice(from, from + Number(limit ?? 10));
  return { status: 200, body: { object: "list", url, data, has_more: from + data.length < all.length } };
}

function listDisputes(state: State, sent: { readonly [name: string]: Sent }): Answered {
  const all = [...state.disputes.values()].reverse();
  const expanded = all.map((one) => ({ ...one, charge: state.charges.get(String(one.charge)) ?? one.charge }));
  return listed("/v1/disputes", typeof sent.expand === "object" ? expanded : all, sent);
}

function updateSubscription(state: State, id: string, { metadata }: { readonly [name: string]: Sent }): Answered {
  const one = state.subscriptions.get(id);
  if (one !== undefined) Object.assign(one.metadata, metadata);
  return found(one, id);
}

function createPortal(state: State, { customer, return_url }: { readonly [name: string]: Sent }): Answered {
  const isKnown = [...state.subscriptions.values()].some((one) => one.customer === customer);
  if (!isKnown) return found(undefined, String(customer));
  const id = state.nextId("bps");
  const url = `https://billing.stripe.test/p/session/${id}?back=${encodeURIComponent(String(return_url))}`;
  const about = { customer: String(customer), return_url: String(return_url) };
  return { status: 200, body: portal({ id, created: state.seconds(), url, ...about }) };
}

function checked(kind: Parameters<typeof findUndocumented>[0], sent: Sent): Answered | undefined {
  const unknown = findUndocumented(kind, sent);
  if (unknown === undefined) return undefined;
  return { status: 400, body: fault("invalid_request_error", `Received unknown parameter: ${unknown}`) };
}

const found = (object: object | undefined, id: string): Answered =>
  object === undefined
    ? { status: 404, body: fault("invalid_request_error", `No such object: '${id}'`, "resource_missing") }
    : { status: 200, body: object };

export const fault = (type: string, message: string, code?: string) => ({ error: { type, message, code } });
