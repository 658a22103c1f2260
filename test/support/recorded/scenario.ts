import type { Asker, RecordedRequest } from "./answers.ts";

/** What changes something: a key's webhooks, alerts and secrets, in the order in which they are made and end. */

interface More {
  readonly body?: unknown;
  readonly keep?: Readonly<Record<string, string>>;
  readonly as?: Asker;
}

const ask = (method: string, path: string, { as = "enterprise", ...more }: More = {}): RecordedRequest => ({
  ...{ as, method, path: `/api/v1${path}` },
  ...more,
});

const HOOK = { target: "webhook", url: "https://example.org/hook?token=hidden", name: "Mine" };
const CROSSED = { type: "market.price_crossed", scope: { platform: "kalshi" }, above: 0.6 };
const RESOLVED = { type: "market.resolved", scope: { category: "politics" }, once: true };

/** Kinds of alerts whose past a preview tells. */
const PREVIEWED = [
  CROSSED,
  RESOLVED,
  { type: "market.price_moved", scope: { category: "crypto" }, points: 5, window_hours: 24 },
  { type: "market.resolved", scope: { platform: "polymarket" } },
  { type: "market.listed", scope: { query: "bitcoin" } },
  { type: "spread.opened", min_net_cents: 2, min_confidence: "medium" },
  { type: "source.stale", scope: { platform: "kalshi" }, minutes: 30 },
];

export const SCENARIO: readonly RecordedRequest[] = [
  ask("POST", "/keys?name=Ada&email=ada%40example.org", {
    as: "nobody",
    keep: { made_secret: "data.key", made_key: "data.id" },
  }),
  ask("POST", "/keys?name=Ada", { as: "nobody" }),
  ask("POST", "/keys?name=Ada&email=ada%40example.org&tier=pro", { as: "nobody" }),
  ask("GET", "/keys", { as: "free" }),
  ask("GET", "/keys"),
  ask("POST", "/stream/ticket", { keep: { ticket: "data.ticket" } }),
  ask("GET", "/webhooks", { as: "free" }),
  ask("POST", "/webhooks", { body: HOOK, keep: { webhook: "data.id", webhook_secret: "data.secret" } }),
  ask("POST", "/webhooks", { body: { target: "ntfy", url: "https://ntfy.sh/mine" }, keep: { ntfy: "data.id" } }),
  ask("POST", "/webhooks", { body: { target: "webhook", url: "http://127.0.0.1/hook" } }),
  ask("POST", "/webhooks", { body: { target: "telegram", token: "1:x" } }),
  ask("GET", "/webhooks"),
  ask("PATCH", "/webhooks/{webhook}", { body: { name: "Yours", enabled: false } }),
  ask("PATCH", "/webhooks/{webhook}", { body: { enabled: true } }),
  ask("POST", "/webhooks/{webhook}/test", { keep: { delivery: "data.id" } }),
  ask("GET", "/webhooks/{webhook}/deliveries"),
  ask("POST", "/webhooks/{webhook}/deliveries/{delivery}/replay", { keep: { replayed: "data.id" } }),
  ask("GET", "/webhooks/{webhook}/deliveries?page_size=1"),
  ask("GET", "/webhooks/{webhook}/deliveries?limit=1"),
  ask("POST", "/webhooks/{webhook}/rotate", { keep: { rotated_secret: "data.secret" } }),
  ask("GET", "/webhooks/none/deliveries"),
  ask("GET", "/alerts", { as: "nobody" }),
  ask("GET", "/alerts", { as: "free" }),
  ask("POST", "/alerts", { body: { ...CROSSED, name: "Wide" }, keep: { alert: "data.id" } }),
  ask("POST", "/alerts", { body: RESOLVED, keep: { closing: "data.id" } }),
  ask("POST", "/alerts", { body: { ...CROSSED, above: 2 } }),
  ask("POST", "/alerts", { body: { type: "market.price_crossed", scope: { market: "kalshi:none" }, above: 0.5 } }),
  ask("GET", "/alerts/{alert}"),
  ask("PATCH", "/alerts/{alert}", { body: { below: 0.2, cooldown_seconds: 600 } }),
  ask("GET", "/alerts"),
  ask("DELETE", "/alerts/{alert}"),
  ask("GET", "/alerts/{alert}"),
  ask("DELETE", "/webhooks/{ntfy}"),
  ask("DELETE", "/webhooks/{ntfy}"),
  ...PREVIEWED.flatMap((body) => [
    ask("POST", "/alerts/preview", { body }),
    ask("POST", "/alerts/preview", { body, as: "free" }),
  ]),
  ask("GET", "/usage", { as: "free" }),
  ask("POST", "/keys/none/rotate"),
  ask("DELETE", "/keys/none"),
  ask("POST", "/checkout", { as: "free" }),
  ask("POST", "/billing/portal", { as: "free" }),
];
