import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Stripe from "stripe";
import type { Clock } from "../../../src/clock.ts";
import { listen } from "../service/listen.ts";
import {
  account,
  charge,
  dispute,
  event,
  item,
  PRICE_ID,
  type Price,
  price,
  type Session,
  type Subscription,
  session,
  subscription,
  type WebhookEndpoint,
} from "./stripe-objects.ts";
import { parseForm } from "./stripe-requests.ts";
import { answer, fault } from "./stripe-routes.ts";

export const SECRET_KEY = "sk_test_0123456789";
export const WEBHOOK_SECRET = "whsec_0123456789";

/** How a request goes wrong: an error of Stripe's, no answer, or an answer that is lost after the request had its effect. */
export type Mishap = number | "silence" | "lost";

/** A stand-in for Stripe's API, and what happens on its own pages. */
export interface FakeStripe {
  readonly url: string;
  readonly sessions: ReadonlyMap<string, Session>;
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  /** "POST /v1/checkout/sessions" and so on, in order. */
  readonly asked: string[];
  /** Goes wrong with the next requests, one each. */
  readonly mishaps: Mishap[];
  /** What holds for every request until it is changed. */
  readonly conditions: Conditions;
  /** What can be bought; the price that is for sale in tests is among them. */
  readonly prices: Map<string, Price>;
  readonly webhooks: WebhookEndpoint[];
  readonly account: ReturnType<typeof account>;
  /** Pays a session; `processing` while the money is under way. Gives the event. */
  pay(sessionId: string, status?: "paid" | "processing"): FakeEvent;
  /** The money of a session under way has come, or has not. */
  resolve(sessionId: string, outcome: "succeeded" | "failed"): FakeEvent;
  expire(sessionId: string): FakeEvent;
  /** Moves a subscription to a status. */
  move(subscriptionId: string, status: Subscription["status"]): FakeEvent;
  /** Moves a subscription to another price. */
  reprice(subscriptionId: string, priceId: string): FakeEvent;
  /** Gives the latest payment of a subscription back: as much of it, in cents, or all. */
  refund(subscriptionId: string, amount?: number): FakeEvent;
  /** The payer of a subscription contests its latest payment. */
  dispute(subscriptionId: string): { readonly disputeId: string; readonly event: FakeEvent };
  decide(disputeId: string, status: Stripe.Dispute.Status): FakeEvent;
  /** Deletes the customer of a subscription, which ends it. */
  deleteCustomer(subscriptionId: string): FakeEvent;
  /** The event about a subscription as it is now. */
  tellOf(subscriptionId: string): FakeEvent;
  /** A session that something else sold. */
  sellElsewhere(given: Partial<Session>): { sessionId: string; event: FakeEvent };
}

export interface Conditions {
  /** True while no request is answered. */
  isSilent: boolean;
  /** True while the secret key is refused, as one that was rolled. */
  refusesKey: boolean;
}

export type FakeEvent = ReturnType<typeof event>;

/** The body of a delivery and the header that signs it. */
export function sign(told: object | string, now: number, secret: string = WEBHOOK_SECRET) {
  const body = typeof told === "string" ? told : JSON.stringify(told, null, 2);
  const timestamp = Math.floor(now / 1000);
  return { body, signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
}

/** Starts the stand-in; it is closed after the test, or after all when started at the top of a file. */
export async function startFakeStripe(clock: Clock): Promise<FakeStripe> {
  const state = openState(clock);
  const server = createServer((request, response) => void serve(state, request, response));
  return { url: `http://127.0.0.1:${await listen(server)}`, ...state.happenings(), ...state };
}

export type State = ReturnType<typeof openState>;

function openState(clock: Clock) {
  const sessions = new Map<string, Session>();
  const subscriptions = new Map<string, Subscription>();
  const answers = new Map<string, { readonly request: string; readonly status: number; readonly body: object }>();
  const asked: string[] = [];
  const mishaps: Mishap[] = [];
  const conditions: Conditions = { isSilent: false, refusesKey: false };
  const prices = new Map([[PRICE_ID, price({ id: PRICE_ID })]]);
  const webhooks: WebhookEndpoint[] = [];
  const charges = new Map<string, ReturnType<typeof charge>>();
  const disputes = new Map<string, ReturnType<typeof dispute>>();
  /** What the subscription of a session is to carry. */
  const carried = new Map<string, Record<string, string>>();
  let last = 0;
  const nextId = (prefix: string): string => `${prefix}_test_${String(++last).padStart(4, "0")}`;
  const seconds = (): number => Math.floor(clock.now() / 1000);
  const tell = (type: string, object: object): FakeEvent =>
    event({ id: nextId("evt"), type, created: seconds(), object });
  const getSession = (id: string): Session => {
    const found = sessions.get(id);
    if (found === undefined) throw new Error(`no session '${id}'`);
    return found;
  };
  const begin = (paid: Session, status: Subscription["status"]): void => {
    const [id, customer] = [nextId("sub"), nextId("cus")];
    const metadata = carried.get(paid.id) ?? {};
    subscriptions.set(id, subscription({ id, created: seconds(), customer, status, metadata }));
    Object.assign(paid, { status: "complete", url: null, subscription: id, customer });
  };
  const getSubscription = (id: string): Subscription => {
    const found = subscriptions.get(id);
    if (found === undefined) throw new Error(`no subscription '${id}'`);
    return found;
  };
  const chargeOf = (subscriptionId: string) => {
    const { customer } = getSubscription(subscriptionId);
    const made = charge({ id: nextId("ch"), created: seconds(), customer: String(customer) });
    charges.set(made.id, made);
    return made;
  };
  const moveTo = (id: string, status: Subscription["status"]): Subscription =>
    Object.assign(getSubscription(id), { status });
  const happenings = () => ({
    pay(sessionId: string, status: "paid" | "processing" = "paid") {
      const paid = getSession(sessionId);
      begin(paid, status === "paid" ? "active" : "incomplete");
      paid.payment_status = status === "paid" ? "paid" : "unpaid";
      return tell("checkout.session.completed", paid);
    },
    resolve(sessionId: string, outcome: "succeeded" | "failed") {
      const paid = getSession(sessionId);
      const hasCome = outcome === "succeeded";
      if (hasCome) paid.payment_status = "paid";
      moveTo(String(paid.subscription), hasCome ? "active" : "incomplete_expired");
      return tell(`checkout.session.async_payment_${outcome}`, paid);
    },
    expire(sessionId: string) {
      return tell("checkout.session.expired", Object.assign(getSession(sessionId), { status: "expired", url: null }));
    },
    move(id: string, status: Subscription["status"]) {
      const type = status === "canceled" ? "customer.subscription.deleted" : "customer.subscription.updated";
      return tell(type, moveTo(id, status));
    },
    reprice(id: string, priceId: string) {
      const found = getSubscription(id);
      const sold = prices.get(priceId) ?? price({ id: priceId });
      found.items.data = [item(id, found.created, sold)];
      return tell("customer.subscription.updated", found);
    },
    refund(id: string, amount = 4900) {
      const paid = chargeOf(id);
      Object.assign(paid, { amount_refunded: amount, refunded: amount === paid.amount });
      return tell("charge.refunded", paid);
    },
    dispute(id: string) {
      const [disputeId, paid] = [nextId("du"), chargeOf(id)];
      const opened = dispute({ id: disputeId, created: seconds(), charge: paid.id, status: "needs_response" });
      disputes.set(disputeId, opened);
      return { disputeId, event: tell("charge.dispute.created", opened) };
    },
    decide(disputeId: string, status: Stripe.Dispute.Status) {
      return tell("charge.dispute.closed", Object.assign(disputes.get(disputeId) ?? {}, { status }));
    },
    deleteCustomer(id: string) {
      const { customer } = moveTo(id, "canceled");
      return tell("customer.deleted", { id: customer, object: "customer" });
    },
    tellOf: (id: string) => tell("customer.subscription.updated", getSubscription(id)),
    sellElsewhere(given: Partial<Session>) {
      const id = nextId("cs");
      sessions.set(id, session({ id, created: seconds(), ...given }));
      return { sessionId: id, event: this.pay(id) };
    },
  });
  const isSold = (priceId: string): boolean =>
    [...subscriptions.values()].some(({ items }) => items.data.some(({ price }) => price.id === priceId));
  const known = { sessions, subscriptions, prices, webhooks, charges, disputes, account: account() };
  return { ...known, isSold, carried, answers, asked, mishaps, conditions, nextId, seconds, moveTo, happenings };
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://stripe.test");
  const call = `${request.method} ${pathname}`;
  state.asked.push(call);
  const mishap = state.mishaps.shift();
  if (mishap === "silence" || state.conditions.isSilent) return;
  if (typeof mishap === "number") return send(response, mishap, fault("api_error", "Something went wrong."));
  const sent = request.method === "GET" ? parseForm(searchParams.toString()) : parseForm(text);
  const { status, body } = answer(state, request, call, sent, text);
  if (mishap === "lost") return void request.socket.destroy();
  send(response, status, body);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json", "Request-Id": "req_test" });
  response.end(JSON.stringify(body));
}
