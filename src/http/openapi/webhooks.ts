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
        "and 24 h, later where Retry-After asks for it. 410 disables the webhook, as five days of failure do.",
      tags: ["webhooks"],
      security: [],
      parameters: [
        header("webhook-id", "The message's id, the same on every try.", "msg_5f0c8a1e9b7d4c3fa2e61b8d70934c5e"),
        header("webhook-timestamp", "When this try was made, in seconds since 1970.", "1795147740"),
        header(
          "webhook-signature",
          "One signature, or two for a day after a rotation.",
          "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
        ),
      ],
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
            example: {
              type: "webhook.test",
              timestamp: "2026-11-20T04:09:00.000Z",
              data: { title: "Test", text: "This is a test message of Toteboard." },
            },
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
