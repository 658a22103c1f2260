import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { constants, setPriority } from "node:os";
import type { BenchPlatform, Catalogue } from "./catalogue.ts";
import { createdAtOf, openPage } from "./pages.ts";

/**
 * The platforms, in a process of their own: `upstream.ts MARKETS MADE_AT`. Each pass over an open listing finds all
 * prices changed; whatever else is asked for is empty.
 */
const [markets = 0, madeAt = 0] = process.argv.slice(2).map(Number);
const rounds = new Map<BenchPlatform, number>();
// In truth they are somewhere else and take no processor time from what is measured.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const LISTINGS: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
  "/kalshi/events": (query) => listed("kalshi", query.get("cursor"), query),
  "/kalshi/markets": () => ({ markets: [], cursor: "" }),
  "/gamma/events/keyset": (query) =>
    query.get("closed") === "true" || query.has("order") || query.has("end_date_min")
      ? { events: [] }
      : listed("polymarket", query.get("after_cursor"), query),
  "/gamma/markets/keyset": () => ({ markets: [] }),
  "/manifold/v0/search-markets": (query) => {
    if (query.get("filter") === "resolved") return [];
    const before = query.get("beforeTime");
    // What was created before that moment, newest first.
    const from = before === null ? null : Math.floor((createdAtOf(0, madeAt) - Number(before)) / 1000) + 1;
    return listed("manifold", from === null ? null : String(from), query);
  },
  "/manifold/v0/markets": () => [],
};

/** A first page begins the next round. */
function listed(platform: BenchPlatform, cursor: string | null, query: URLSearchParams): unknown {
  if (cursor === null) rounds.set(platform, (rounds.get(platform) ?? 0) + 1);
  const catalogue: Catalogue = { markets, madeAt, round: rounds.get(platform) ?? 1 };
  return openPage(platform, catalogue, Number(cursor ?? 0), Number(query.get("limit") ?? 100)).body;
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://upstream");
  const listing = LISTINGS[pathname];
  response.writeHead(listing === undefined ? 404 : 200, { "Content-Type": "application/json" });
  response.end(JSON.stringify(listing?.(searchParams) ?? { error: "not found" }));
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on("SIGTERM", () => process.exit());
