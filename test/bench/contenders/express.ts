import type { AddressInfo } from "node:net";
import express from "express";
import { openCatalogue, type Parameters } from "./catalogue.ts";

const [file = "", totals] = process.argv.slice(2);
const catalogue = openCatalogue(file, totals === "kept");
const app = express();
app.disable("x-powered-by");
app.get("/api/v1/markets", (request, response) => {
  response.json(catalogue.listMarkets(request.query as Parameters));
});
app.get("/api/v1/search", (request, response) => {
  response.json(catalogue.search(request.query as Parameters));
});
const server = app.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on("SIGTERM", () => process.exit());
