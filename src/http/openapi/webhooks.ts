/** A message as it is sent, of an alert on a price. */
export const EXAMPLE_MESSAGE = {
  type: "market.price_crossed",
  timestamp: "2026-11-20T04:09:00.000Z",
  data: {
    alert_id: "0d9f6a52-8f0e-4c56-9a6e-2f6d1c0b7e11",
    alert_name: "Fed cut",
    title: "Fed cut: Fed decision in January? Cut 25 bps",
    text: "Yes is at 61%, at or above 60%.",
    url: "https://kalshi.com/markets/kxfed",
    fired_at: "2026-11-20T04:09:00.000Z",
    observed: 0.61,
    threshold: 0.6,
    unit: "price",
    baseline: null,
    baseline_unit: null,
    window_hours: null,
    market: {
      platform: "kalshi",
      id: "KXFED-27JAN-CUT",
      title: "Fed decision in January? Cut 25 bps",
      url: "https://kalshi.com/markets/kxfed",
      yes_price: 0.61,
      question_id: "3f9c2d51e07a44b1",
    },
  },
} as const;

/** The headers of a message, with an example of each. */
export const MESSAGE_HEADERS = [
  header("webhook-id", "The message's id, the same on every try.", "msg_5f0c8a1e9b7d4c3fa2e61b8d70934c5e"),
  header("webhook-timestamp", "When this try was made, in seconds since 1970.", "1795147740"),
  header(
    "webhook-signature",
    "`v1,` and the HMAC-SHA-256, in base64, of id, timestamp and body with points between; for a day after a rotation two, with a space between.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
] as const;

/** What is sent to a webhook, as OpenAPI describes it. */
export const SENT_MESSAGES = {
  message: {
    post: {
      operationId: "receiveMessage",
      summary: "A message to a target webhook",
      description:
        "Signed by Standard Webhooks 1.0 with the webhook's secret: verify it with a library of " +
        "https://www.standardwebhooks.com. It comes at least once, so ignore an id that you have had. Any status 2xx " +
        "within 15 seconds is success; otherwise it is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h " +
        "and 24 h, later where Retry-After asks for it. 410 disables the webhook, as five days of failure do. At most 100 " +
        "messages of alerts come in an hour; `alerts.held_back` then counts the others.",
      tags: ["webhooks"],
      security: [],
      parameters: MESSAGE_HEADERS,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: {
                type: { type: "string", description: "What it is about; `webhook.test` for a test." },
                timestamp: { type: "string", format: "date-time", description: "When it happened." },
                data: { type: "object", description: "What happened, by type. `title` and `text` say it in words." },
              },
              required: ["type", "timestamp", "data"],
            },
            example: EXAMPLE_MESSAGE,
          },
        },
      },
      responses: {
        "2XX": { description: "It was taken." },
        "4XX": { description: "It was not; 410 disables the webhook." },
      },
    },
  },
} as const;

function header(name: string, description: string, example: string) {
  return { name, in: "header", required: true, description, schema: { type: "string" }, example } as const;
}
