// Shows open markets of politics on a page that follows the stream. The key stays here: the page gets a ticket for its stream.
// TOTEBOARD_KEY=tb_live_… node follow-in-browser.mjs 8081

import { createServer } from "node:http";

const url = process.env.TOTEBOARD_URL ?? "http://127.0.0.1:8080";
const headers = { "X-API-Key": process.env.TOTEBOARD_KEY ?? "" };
const list = `${url}/api/v1/markets?status=open&category=politics&page_size=200`;

// What the page asks this program for. Give tickets only to people who may see the markets.
const answers = {
  "/ticket": () => fetch(`${url}/api/v1/stream/ticket`, { method: "POST", headers }),
  "/markets": (query) => fetch(`${list}&${query}`, { headers }),
};

const page = `<!doctype html><meta charset="utf-8"><title>Politics</title><p id="state"></p><ul id="markets"></ul>
<script type="module">
let markets = new Map();
let since = null;
const nameOf = ({ platform, id }) => platform + ":" + id;

function show(state) {
  document.querySelector("#state").textContent = state + ", " + markets.size + " markets";
  const line = ({ title, yes_price }) => Object.assign(document.createElement("li"), { textContent: yes_price + " " + title });
  document.querySelector("#markets").replaceChildren(...[...markets.values()].map(line));
}

async function readList() {
  const read = new Map();
  let cursor = "";
  do {
    const response = await fetch("/markets" + (cursor === "" ? "" : "?cursor=" + encodeURIComponent(cursor)));
    if (!response.ok) throw new Error("the list cannot be read: " + response.status);
    const { data, meta } = await response.json();
    for (const market of data) read.set(nameOf(market), market);
    cursor = meta.next_cursor;
  } while (cursor !== null);
  markets = read;
}

function apply(event) {
  const { type, data } = event;
  if (!["price", "status", "listed", "resolved"].includes(type)) return;
  const name = nameOf(event);
  const known = markets.get(name);
  // It has left the filter, lost its price, or is no longer open.
  if (data === null || data.yes_price === null || (data.status ?? "open") !== "open") markets.delete(name);
  else if (known !== undefined || data.title !== undefined) markets.set(name, { ...known, ...data });
}

async function follow() {
  // A stream that breaks comes back with its ticket. Once that is refused, a new one goes on where the last one was.
  const response = await fetch("/ticket", { method: "POST" });
  if (!response.ok) throw new Error("no ticket: " + response.status);
  const address = new URL((await response.json()).data.url);
  address.searchParams.set("category", "politics");
  address.searchParams.set("types", "price,status,listed,resolved");
  if (since !== null) address.searchParams.set("since", since);
  const source = new EventSource(address);
  const queue = [];
  let isReading = false;
  const readAgain = async () => {
    isReading = true;
    await readList();
    isReading = false;
    queue.splice(0).forEach(apply);
    show("Live");
  };
  const over = new Promise((resolve) => {
    source.onerror = () => (source.readyState === EventSource.CLOSED ? resolve() : show("Connection lost"));
    source.onopen = () => (since === null ? readAgain().catch(resolve) : show("Live"));
    source.addEventListener("reset", () => readAgain().catch(resolve));
    for (const type of ["price", "status", "listed", "resolved"]) {
      source.addEventListener(type, ({ data, lastEventId }) => {
        // What comes while the list is read is newer than the list.
        queue.push(JSON.parse(data));
        if (isReading) return;
        queue.splice(0).forEach(apply);
        since = lastEventId;
        show("Live");
      });
    }
  });
  await over;
  source.close();
}

while (true) {
  await follow().catch((error) => console.log(error.message));
  show("Connection lost");
  await new Promise((resolve) => setTimeout(resolve, 1000 + 1000 * Math.random()));
}
</script>`;

const server = createServer(async (request, response) => {
  const [path, query = ""] = request.url.split("?");
  try {
    const answer = await answers[path]?.(query);
    response.writeHead(answer?.status ?? 200, { "Content-Type": answer ? "application/json" : "text/html" });
    response.end(answer ? await answer.text() : page);
  } catch (error) {
    response.writeHead(502, { "Content-Type": "application/json" }).end(JSON.stringify({ message: error.message }));
  }
});
server.listen(Number(process.argv[2] ?? 8081), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
);
