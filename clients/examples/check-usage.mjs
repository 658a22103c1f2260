// Checks that a pro key is charged for what it asks but not for asking about itself, and that /usage and the RateLimit header agree.
// TOTEBOARD_KEY=tb_live_… node check-usage.mjs

const url = process.env.TOTEBOARD_URL ?? "http://127.0.0.1:8080";

async function get(path) {
  const response = await fetch(`${url}${path}`, { headers: { "X-API-Key": process.env.TOTEBOARD_KEY ?? "" } });
  const body = await response.json();
  if (!response.ok) throw new Error(`${response.status}: ${body.detail?.message ?? body.message}`);
  return { headers: response.headers, data: body.data };
}

const before = await get("/api/v1/usage");
for (let page = 1; page <= 3; page++) await get(`/api/v1/markets?page_size=1&page=${page}`);
const after = await get("/api/v1/usage");

// /usage does not count. A count that passes midnight UTC begins again.
const counted = after.data.day.used - before.data.day.used;
console.log(`${counted} requests counted, 3 made`);

// The header names the limit that is nearest, such as: "minute";r=297;t=41
const [, limit, remaining] = /^"(\w+)";r=(\d+)/.exec(after.headers.get("ratelimit"));
console.log(`RateLimit: ${remaining} left of the ${limit}; /usage: ${after.data[limit].remaining}`);

const isRight = counted === 3 && Number(remaining) === after.data[limit].remaining;
process.exitCode = isRight ? 0 : 1;
