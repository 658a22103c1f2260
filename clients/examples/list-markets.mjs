// Lists the ten most traded open markets on politics with their prices.
// TOTEBOARD_KEY=tb_live_… node list-markets.mjs

const url = process.env.TOTEBOARD_URL ?? "http://127.0.0.1:8080";
const headers = { "X-API-Key": process.env.TOTEBOARD_KEY ?? "" };

const query = new URLSearchParams({ category: "politics", sort: "volume", page_size: "10" });
const response = await fetch(`${url}/api/v1/markets?${query}`, { headers });
const body = await response.json();
if (!response.ok) throw new Error(`${response.status}: ${body.detail?.message ?? body.message}`);

for (const { platform, title, yes_price, volume } of body.data) {
  console.log(`${(100 * yes_price).toFixed(1)} %  ${title} (${platform}, $${volume})`);
}
