// A client whose types come from the API's own description: lists with filters and pages, details, history, errors,
// limits, and the stream of changes. With Node 22.18 or later:
//   npx openapi-typescript http://127.0.0.1:8080/openapi.json -o api.ts && npm install openapi-fetch
//   TOTEBOARD_KEY=tb_live_… node client.ts

import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.ts";

type Schemas = components["schemas"];
type MarketQuery = NonNullable<paths["/api/v1/markets"]["get"]["parameters"]["query"]>;
type StreamQuery = NonNullable<paths["/api/v1/stream"]["get"]["parameters"]["query"]>;
type Failure = Schemas["Error"] | Schemas["InternalError"] | Schemas["LimitError"] | Schemas["ValidationError"];

/** What the service refused: `code` is for programs, the message says what to do next. */
export class ToteboardError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, failure: object | undefined) {
    const said = failure === undefined ? {} : ((failure as { detail?: object }).detail ?? failure);
    const { error = "unknown", message = "no reason given" } = said as { error?: string; message?: string };
    super(message);
    this.status = status;
    this.code = error;
  }
}

/** A limit of the minute is waited for. One of the day or month is an error. */
const MAX_WAIT_SECONDS = 60;

async function patientFetch(request: Request): Promise<Response> {
  for (;;) {
    const response = await fetch(request.clone());
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    if (response.status !== 429 || !(seconds <= MAX_WAIT_SECONDS)) return response;
    await response.body?.cancel();
    await setTimeout(1000 * seconds);
  }
}

export type Toteboard = ReturnType<typeof openToteboard>;

/** Every method rejects with ToteboardError where the service refuses. */
export function openToteboard(baseUrl: string, key: string) {
  const client = createClient<paths>({
    baseUrl,
    headers: { "X-API-Key": key },
    fetch: patientFetch,
  });

  /** The answer's body, typed by its path. */
  function bodyOf<T>({ data, error, response }: { data?: T; error?: Failure | object; response: Response }): T {
    if (data === undefined) throw new ToteboardError(response.status, error);
    return data;
  }

  return {
    /** All markets that pass the filters, page by page. */
    async *markets(filter: Omit<MarketQuery, "cursor" | "page"> = {}): AsyncGenerator<Schemas["Market"]> {
      let cursor: string | null = null;
      do {
        const query: MarketQuery = { page_size: 200, ...filter, ...(cursor === null ? {} : { cursor }) };
        const page = bodyOf(await client.GET("/api/v1/markets", { params: { query } }));
        yield* page.data;
        cursor = page.meta.next_cursor;
      } while (cursor !== null);
    },

    async market(platform: Schemas["Platform"], id: string): Promise<Schemas["MarketDetail"]> {
      const path = { platform, market_id: id };
      return bodyOf(await client.GET("/api/v1/markets/{platform}/{market_id}/detail", { params: { path } })).data;
    },

    async history(platform: Schemas["Platform"], id: string, hours: number): Promise<Schemas["PriceHistory"]> {
      const params = { path: { platform, market_id: id }, query: { hours, interval: "1h" as const } };
      return bodyOf(await client.GET("/api/v1/markets/{platform}/{market_id}/history", { params })).data;
    },

    /** Changes as they happen. To go on after a break, pass the last `seq` as `since`. */
    async *changes(filter: StreamQuery = {}): AsyncGenerator<Schemas["StreamEvent"]> {
      const headers = { Accept: "application/x-ndjson" };
      const answer = await client.GET("/api/v1/stream", { params: { query: filter }, headers, parseAs: "stream" });
      const body = bodyOf<ReadableStream<Uint8Array> | null>(answer);
      const decoder = new TextDecoder();
      let rest = "";
      for await (const bytes of body ?? []) {
        const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line !== "") yield JSON.parse(line) as Schemas["StreamEvent"];
      }
    },
  };
}

async function main(): Promise<void> {
  const { TOTEBOARD_URL = "http://127.0.0.1:8080", TOTEBOARD_KEY = "" } = process.env;
  const toteboard = openToteboard(TOTEBOARD_URL, TOTEBOARD_KEY);
  const markets: Schemas["Market"][] = [];
  for await (const market of toteboard.markets({ platform: ["predictit"], sort: "price" })) markets.push(market);
  const [first] = markets;
  if (first === undefined) throw new Error("there are no markets");
  const { description } = await toteboard.market(first.platform, first.id);
  const history = await toteboard.history(first.platform, first.id, 48);
  const candles = history.interval === "raw" ? [] : history.candles;
  console.log(`${markets.length} markets, first: ${first.title} ${first.yes_price}`);
  console.log(`${candles.length} hours of history, ${description === null ? "no" : "with a"} description`);
  await toteboard.market("kalshi", "NOWHERE").catch((error: ToteboardError) => {
    console.log(`${error.status} ${error.code}: ${error.message}`);
  });
  const since = process.argv[2];
  if (since === undefined) return;
  for await (const event of toteboard.changes({ since: Number(since), types: ["listed"] })) {
    if (event.type !== "listed") continue;
    console.log(`${event.type} ${event.platform}:${event.id}${event.data.title === "" ? ", untitled" : ""}`);
    break;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
