// Reads the page again every few seconds while it is seen, shows what has changed in place, and counts ages. Without this
// script a page shows the time it was made.

const READ_EVERY_MS = 5000;
/** Each failure in a row doubles the time to the next reading up to this. */
const MAX_WAIT_MS = 60_000;
const ANSWER_MS = 10_000;
/** A page that was not read for so long says so in another colour, and calls nothing live. */
const OLD_MS = 30_000;

const live = document.querySelector("#live[data-live]");
/** Whether all prices are present ones. */
const priceSign = document.querySelector(".sign");
const loaded = moment();
/** When what is shown was made, and when it was last known to be so. */
let shown = loaded;
let read = loaded;
let etag = 'W/""';
/** When the order of the rows last changed. */
let ordered = loaded;
let isReading = false;
let failures = 0;
let timer = 0;

tick();
setInterval(tick, 1000);
if (live !== null) {
  document.addEventListener("visibilitychange", readAgain);
  addEventListener("online", readAgain);
  addEventListener("pageshow", ({ persisted }) => persisted && readAgain());
  // The browser may restore an old page from its cache.
  if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") readAgain();
  else timer = setTimeout(readAgain, READ_EVERY_MS);
}

async function readAgain() {
  clearTimeout(timer);
  if (document.hidden || isReading || live.dataset.live === undefined) return;
  isReading = true;
  try {
    await readNewer();
    failures = 0;
  } catch {
    // The page says how old it is.
    failures++;
  }
  isReading = false;
  tick();
  timer = setTimeout(readAgain, Math.min(READ_EVERY_MS * 2 ** failures, MAX_WAIT_MS));
}

async function readNewer() {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(location.href, { headers: { "If-None-Match": etag }, cache: "no-store", signal });
  if (response.status === 200) {
    showNewer(parse(await response.text()));
    etag = response.headers.get("ETag") ?? etag;
  } else if (response.status !== 304) throw new Error(response.statusText);
  read = moment();
}

function showNewer(page) {
  const fresh = page.getElementById("live");
  if (fresh === null) throw new Error("it is another page");
  const before = new Map([...live.querySelectorAll("[data-key]")].map((cell) => [cell.dataset.key, priceOf(cell)]));
  const waiting = keepOrder(fresh);
  for (const part of [live, fresh]) for (const row of part.querySelectorAll("[data-row]")) row.id = idOf(row);
  Idiomorph.morph(live, [...fresh.childNodes], { morphStyle: "innerHTML", callbacks: KEPT });
  shown = moment();
  for (const cell of live.querySelectorAll("[data-key]")) {
    const text = before.get(cell.dataset.key);
    cell.classList.toggle("changed", text !== undefined && text !== priceOf(cell));
  }
  if (fresh.dataset.live === undefined) delete live.dataset.live;
  const newerSign = page.querySelector(".sign");
  if (priceSign !== null && newerSign !== null) priceSign.innerHTML = newerSign.innerHTML;
  // Its words depend on what is settled.
  document.querySelector(".signal").replaceWith(page.querySelector(".signal"));
  if (waiting > 0) offerNewer(waiting);
  document.dispatchEvent(new Event("refreshed"));
}

/** Rows stay where they are for a minute, and while somebody points at them or is among them. */
const ORDER_MS = 60_000;

/** Puts newer rows in the order that is shown, unless that may change now. Gives how many wait for it. */
function keepOrder(fresh) {
  const [shownRows, newerRows] = [live, fresh].map((part) => part.querySelector("[data-steady] > tbody"));
  if (!shownRows || !newerRows) return 0;
  if (since(ordered) >= ORDER_MS && !shownRows.matches(":hover, :focus-within")) {
    // Rows that are put in anew move nothing that is seen.
    shownRows.replaceChildren();
    ordered = moment();
    return 0;
  }
  const newer = new Map([...newerRows.rows].map((row) => [row.dataset.row, row]));
  const kept = [...shownRows.rows].map((row) => newer.get(row.dataset.row) ?? row.cloneNode(true));
  const waiting = [...newer.values()].filter((row) => !kept.includes(row)).length;
  newerRows.replaceChildren(...kept);
  return waiting;
}

function offerNewer(count) {
  const button = make("button", { type: "button", className: "plain", textContent: `${count} new` });
  button.addEventListener("click", () => {
    ordered = { wall: -Infinity, steady: -Infinity };
    etag = 'W/""';
    button.blur();
    readAgain();
  });
  document.querySelector(".signal").append(" · ", button);
}

/** Its age is no change. */
function priceOf(cell) {
  return cell.firstChild?.textContent;
}

/** What the reader has changed, which the newer page does not know. */
const KEPT = {
  // Of watch.js.
  beforeNodeRemoved: (node) => node.nodeType !== Node.ELEMENT_NODE || !node.matches(".star"),
  beforeAttributeUpdated: (name) => name !== "open",
  beforeNodeMorphed: (node) => node.nodeType !== Node.ELEMENT_NODE || !node.matches("input, select, textarea"),
};

/** A row keeps its nodes, and so the focus in it, wherever it goes. It may be in several lists, each in its own section. */
function idOf(row) {
  const section = row.closest("section")?.getAttribute("aria-labelledby") ?? "";
  return `row-${section}-${row.dataset.row}`;
}

/** Two clocks: one stops while the machine sleeps, the other can be set back. */
function moment() {
  return { wall: Date.now(), steady: performance.now() };
}

function since(then) {
  return Math.max(0, Date.now() - then.wall, performance.now() - then.steady);
}

function tick() {
  for (const time of document.querySelectorAll("time[data-age], time[data-due]")) {
    const passed = since(live?.contains(time) || priceSign?.contains(time) ? shown : loaded) / 1000;
    const { age, due, after = " ago" } = time.dataset;
    if (age !== undefined) write(time, `${span(Number(age) + passed)}${after}`);
    else write(time, Number(due) <= passed ? "now" : `in ${span(Number(due) - passed)}`);
  }
  const isOld = since(read) > OLD_MS;
  for (const sign of document.querySelectorAll(".sign [data-sign], #live[data-live] [data-sign]"))
    write(sign, isOld ? `last known: ${sign.dataset.sign}` : sign.dataset.sign);
  priceSign?.classList.toggle("old", isOld);
  const made = document.querySelector("[data-made]");
  if (made === null || live?.dataset.live === undefined) return;
  write(made, `Updated ${span(since(read) / 1000)} ago`);
  made.parentElement.classList.toggle("old", isOld);
}

/** Keeps equal text, so that what is selected stays so. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Same format as `span` of the service. */
function span(seconds) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 59.5) return `${Math.round(seconds)}\u00A0s`;
  if (minutes < 60) return `${minutes}\u00A0min`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)}\u00A0h`;
  return `${Math.round(minutes / 1440).toLocaleString("en-US")}\u00A0d`;
}
