// The shortest client with openapi-fetch. Its types are made as for client.ts.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.ts";

const { TOTEBOARD_URL = "http://127.0.0.1:8080", TOTEBOARD_KEY = "" } = process.env;
const client = createClient<paths>({ baseUrl: TOTEBOARD_URL, headers: { "X-API-Key": TOTEBOARD_KEY } });
const answer = await client.GET("/api/v1/markets", { params: { query: { page_size: 1 } } });
if (answer.error !== undefined) throw new Error(JSON.stringify(answer.error));
for (const { title, yes_price } of answer.data.data) console.log(title, yes_price.toFixed(2));

/** What an event says; its type tells which members it has. */
export function describe(event: components["schemas"]["StreamEvent"]): string {
  if (event.type === "price") return `${event.id} ${event.data.yes_price}`;
  return event.type === "end" ? event.reason : event.type;
}
