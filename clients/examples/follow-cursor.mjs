// Reads all open markets, page by page. A free key gets 30 pages a minute; then this waits as long as it is told.
// TOTEBOARD_KEY=tb_live_… node follow-cursor.mjs

import { setTimeout } from "node:timers/promises";

const url = process.env.TOTEBOARD_URL ?? "http://127.0.0.1:8080";
const headers = { "X-API-Key": process.env.TOTEBOARD_KEY ?? "" };

// In the order of ids: in any other, a market that trades meanwhile may move to another page.
const markets = [];
let cursor = null;
do {
  const query = new URLSearchParams({ sort: "id", page_size: "200", ...(cursor !== null && { cursor }) });
  const response = await fetch(`${url}/api/v1/markets?${query}`, { headers });
  const body = await response.json();
  if (response.status === 429) {
    await setTimeout(1000 * Number(response.headers.get("retry-after")));
    continue;
  }
  if (!response.ok) throw new Error(`${response.status}: ${body.detail.message}`);
  markets.push(...body.data);
  cursor = body.meta.next_cursor;
} while (cursor !== null);

const counts = {};
for (const { platform } of markets) counts[platform] = (counts[platform] ?? 0) + 1;
for (const [platform, count] of Object.entries(counts)) console.log(`${platform}: ${count} open markets`);
