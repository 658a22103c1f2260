// Prints prices of politics as they change, and goes on where it was after a break. Ends after so many, if a number is given.
// TOTEBOARD_KEY=tb_live_… node follow-stream.mjs 100

import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";

const url = process.env.TOTEBOARD_URL ?? "http://127.0.0.1:8080";
const headers = { "X-API-Key": process.env.TOTEBOARD_KEY ?? "", Accept: "application/x-ndjson" };
let left = Number(process.argv[2] ?? Infinity);
let seq;

while (left > 0) {
  const query = new URLSearchParams({ category: "politics", types: "price,resolved", ...(seq && { since: seq }) });
  const response = await fetch(`${url}/api/v1/stream?${query}`, { headers });
  if (!response.ok) {
    const { detail, message } = await response.json();
    throw new Error(`${response.status}: ${detail?.message ?? message}`);
  }
  try {
    for await (const line of createInterface({ input: Readable.fromWeb(response.body) })) {
      const event = JSON.parse(line);
      seq = event.seq ?? seq;
      // Changes that were missed are in these lists. This program only shows what is new.
      if (event.type === "reset") console.log(`read again: ${event.snapshots.join(" ")}`);
      if (event.type !== "price" && event.type !== "resolved") continue;
      console.log(
        `${event.platform}:${event.id} ${event.data.yes_price}${event.data.outcome ? ` resolved ${event.data.outcome}` : ""}`,
      );
      left -= 1;
      if (left === 0) process.exit();
    }
  } catch (error) {
    console.error(`the connection broke: ${error.message}`);
  }
  await setTimeout(2000);
}
