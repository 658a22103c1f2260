import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import Stripe from "stripe";
import type { Clock } from "../../src/clock.ts";
import { event, PRICE_ID, portal, type Session, type Subscription, session, subscription } from "./stripe-objects.ts";
import { findFault, findUndocumented, parseForm, type Sent } from "./stripe-requests.ts";

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
  /** Pays a session; `processing` while the money is under way. Gives the event. */
  pay(sessionId: string, status?: "paid" | "processing"): FakeEvent;
  /** The money of a session under way has come, or has not. */
  resolve(sessionId: string, outcome: "succeeded" | "failed"): FakeEvent;
  expire(sessionId: string): FakeEvent;
  /** Moves a subscription to a status. */
  move(subscriptionId: string, status: Subscription["status"]): FakeEvent;
  /** A session that something else sold. */
  sellElsewhere(given: Partial<Session>): { sessionId: string; event: FakeEvent };
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
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...state.happenings(), ...state };
}

type State = ReturnType<typeof openState>;

function openState(clock: Clock) {
  const sessions = new Map<string, Session>();
  const subscriptions = new Map<string, Subscription>();
  const answers = new Map<string, { readonly request: string; readonly status: number; readonly body: object }>();
  const asked: string[] = [];
  const mishaps: Mishap[] = [];
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
    const metadata = { toteboard_key_id: paid.client_reference_id ?? "" };
    subscriptions.set(id, subscription({ id, created: seconds(), customer, status, metadata }));
    Object.assign(paid, { status: "complete", url: null, subscription: id, customer });
  };
  const moveTo = (id: string, status: Subscription["status"]): Subscription => {
    const found = subscriptions.get(id);
    if (found === undefined) throw new Error(`no subscription '${id}'`);
    return Object.assign(found, { status });
  };
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
    sellElsewhere(given: Partial<Session>) {
      const id = nextId("cs");
      sessions.set(id, session({ id, created: seconds(), ...given }));
      return { sessionId: id, event: this.pay(id) };
    },
  });
  return { sessions, subscriptions, answers, asked, mishaps, nextId, seconds, moveTo, happenings };
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://stripe.test");
  const call = `${request.method} ${pathname}`;
  state.asked.push(call);
  const mishap = state.mishaps.shift();
  if (mishap === "silence") return;
  if (typeof mishap === "number") return send(response, mishap, fault("api_error", "Something went wrong."));
  const sent = request.method === "GET" ? parseForm(searchParams.toString()) : parseForm(text);
  const { status, body } = answer(state, request, call, sent, text);
  if (mishap === "lost") return void request.socket.destroy();
  send(response, status, body);
}

interface Answered {
  readonly status: number;
  readonly body: object;
}

/** Says the same again to the same request under the same idempotency key, and refuses another request under it. */
function answer(
  state: State,
  request: IncomingMessage,
  call: string,
  sent: { readonly [name: string]: Sent },
  text: string,
): Answered {
  if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) {
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
  const [, id = ""] = /^[A-Z]+ \/v1\/(?:checkout\/sessions|subscriptions)\/([^/]+)/.exec(call) ?? [];
  switch (call.replace(id === "" ? "\0" : id, "ID")) {
    case "POST /v1/checkout/sessions":
      return createSession(state, sent);
    case "GET /v1/checkout/sessions/ID":
      return checked("retrieveSession", sent) ?? expanded(state, id, sent);
    case "POST /v1/checkout/sessions/ID/expire":
      return checked("expireSession", sent) ?? expireSession(state, id);
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
  const wrong = findFault(sent, [PRICE_ID]);
  if (wrong !== undefined) return { status: 400, body: fault("invalid_request_error", wrong) };
  const id = state.nextId("cs");
  const { client_reference_id, metadata, success_url, cancel_url } = sent;
  const given = { client_reference_id, metadata, success_url, cancel_url } as Partial<Session>;
  const made = session({ id, created: state.seconds(), ...given, url: `https://checkout.stripe.test/c/pay/${id}` });
  state.sessions.set(id, made);
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

function createPortal(state: State, { customer, return_url }: { readonly [name: string]: Sent }): Answered {
  const isKnown = [...state.subscriptions.values()].some((one) => one.customer === customer);
  if (!isKnown) return found(undefined, String(customer));
  const id = state.nextId("bps");
  const url = `https://billing.stripe.test/p/session/${id}`;
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

const fault = (type: string, message: string, code?: string) => ({ error: { type, message, code } });

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json", "Request-Id": "req_test" });
  response.end(JSON.stringify(body));
}
