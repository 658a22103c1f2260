// Reads all open markets, page by page. A free key gets 30 pages a minute; then this waits as long as it is told.
// TOTEBOARD_KEY=tb_live_… node follow-cursor.mjs

import { setTimeout } from "node:timers/promises";

const url = process.env.TOTEBOARD_URL ?? "http://127.0.0.1:8080";
const headers = { "X-API-Key": process.env.TOTEBOARD_KEY ?? "" };

// By id, because a market that trades meanwhile may move to a later page and come twice.
const markets = new Map();
let cursor = null;
do {
  const query = new URLSearchParams({ page_size: "200", ...(cursor !== null && { cursor }) });
  const response = await fetch(`${url}/api/v1/markets?${query}`, { headers });
  const body = await response.json();
  if (response.status === 429) {
    await setTimeout(1000 * Number(response.headers.get("retry-after")));
    continue;
  }
  if (!response.ok) throw new Error(`${response.status}: ${body.detail.message}`);
  for (const market of body.data) markets.set(`${market.platform}:${market.id}`, market);
  cursor = body.meta.next_cursor;
} while (cursor !== null);

const counts = {};
for (const { platform } of markets.values()) counts[platform] = (counts[platform] ?? 0) + 1;
for (const [platform, count] of Object.entries(counts)) console.log(`${platform}: ${count} open markets`);
