// The shortest client with @hey-api/openapi-ts:
//   npx @hey-api/openapi-ts -i http://127.0.0.1:8080/openapi.json -o hey-api

import { client } from "./hey-api/client.gen";
import type { ListMarketsEnvelope, ListMarketsResponse, StreamEvent } from "./hey-api/index";
import { getMarketHistory, listMarkets } from "./hey-api/index";

client.setConfig({ baseUrl: "http://127.0.0.1:8080", headers: { "X-API-Key": "tb_live_…" } });
const { data, error } = await listMarkets({ query: { page_size: 1 } });
if (data === undefined) throw new Error(JSON.stringify(error));
for (const { title, platform, id } of data.data) {
  const history = await getMarketHistory({ path: { platform, market_id: id }, query: { interval: "1h" } });
  const prices = history.data?.data;
  if (prices?.interval !== "raw") console.log(title, prices?.candles.length);
}

/** What an event says; its type tells which members it has. */
export function describe(event: StreamEvent): string {
  if (event.type === "price") return `${event.id} ${event.data.yes_price}`;
  return event.type === "end" ? event.reason : event.type;
}

/** The answer of an operation has one type. */
export const toEnvelope = (response: ListMarketsResponse): ListMarketsEnvelope => response;
