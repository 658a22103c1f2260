import fastify from "fastify";
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

const [file = "", totals] = process.argv.slice(2);
const catalogue = openCatalogue(file, totals === "kept");
const app = fastify({ logger: false });
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
