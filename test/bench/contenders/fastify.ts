import fastify from "fastify";
import { LRUCache } from "lru-cache";
import { openCatalogue, type Parameters } from "./catalogue.ts";

const market = {
  type: "object",
  properties: {
    id: { type: "string" },
    title: { type: "string" },
    platform: { type: "string" },
    yes_price: { type: "number" },
    no_price: { type: "number" },
    volume: { type: "number" },
    volume_24h: { type: "number" },
    status: { type: "string" },
    url: { type: "string" },
    last_updated: { type: "string" },
    event_id: { type: "string" },
    category: { type: "string" },
    close_time: { type: ["string", "null"] },
    play_money: { type: "boolean" },
  },
};
const envelope = (data: object) => ({
  response: {
    200: {
      type: "object",
      properties: {
        data,
        timestamp: { type: "string" },
        meta: {
          type: "object",
          properties: {
            page: { type: "integer" },
            total: { type: "integer" },
            page_size: { type: "integer" },
            total_pages: { type: "integer" },
          },
        },
      },
    },
  },
});

/** What it keeps: nothing, totals ("kept"), or totals and whole answers ("cached"). */
const [file = "", mode] = process.argv.slice(2);
const catalogue = openCatalogue(file, mode !== undefined);
const app = fastify({ logger: false });
if (mode === "cached") cacheAnswers();
app.get<{ Querystring: Parameters }>(
  "/api/v1/markets",
  { schema: envelope({ type: "array", items: market }) },
  async (request) => catalogue.listMarkets(request.query),
);
app.get<{ Querystring: Parameters }>(
  "/api/v1/search",
  { schema: envelope({ type: "object", properties: { markets: { type: "array", items: market } } }) },
  async (request) => catalogue.search(request.query),
);
process.stdout.write(`listening on ${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
process.on("SIGTERM", () => process.exit());

/** Gives the same URL the same bytes for 10 s, the longest that the service itself keeps an answer. */
function cacheAnswers(): void {
  const answers = new LRUCache<string, string>({ max: 10_000, ttl: 10_000 });
  app.addHook("onRequest", (request, reply, next) => {
    const answer = answers.get(request.url);
    if (answer === undefined) next();
    else reply.type("application/json; charset=utf-8").send(answer);
  });
  app.addHook("onSend", (request, reply, answer, next) => {
    const isNew = reply.statusCode === 200 && !answers.has(request.url);
    if (isNew && typeof answer === "string") answers.set(request.url, answer);
    next(null, answer);
  });
}
