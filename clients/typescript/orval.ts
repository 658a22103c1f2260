// The shortest client with orval, whose input is openapi.json, output orval-api.ts and client fetch.
import { listMarkets, type StreamEvent } from "./orval-api";

const answer = await listMarkets({ page_size: 1 }, { headers: { "X-API-Key": "tb_live_…" } });
if (answer.status !== 200) throw new Error(`${answer.status}`);
for (const { title, yes_price } of answer.data.data) console.log(title, yes_price.toFixed(2));

/** What an event says; its type tells which members it has. */
export function describe(event: StreamEvent): string {
  if (event.type === "price") return `${event.id} ${event.data.yes_price}`;
  return event.type === "end" ? event.reason : event.type;
}
