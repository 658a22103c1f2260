import fastify, { LogController } from "fastify";
import { openCatalogue, openFile, type Parameters } from "./catalogue.ts";
import { addDuties, createRequestLog } from "./duties.ts";

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

const [file = "", mode] = process.argv.slice(2);
const db = openFile(file);
const catalogue = openCatalogue(db);
const hasDuties = mode === "duties";
const app = fastify(
  hasDuties
    ? { loggerInstance: createRequestLog(), logController: new LogController({ disableRequestLogging: true }) }
    : { logger: false },
);
if (hasDuties) await addDuties(app, db);
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
