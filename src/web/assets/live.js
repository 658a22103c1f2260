// Updates the live part of a page, counts ages, and shows its state: live, paused or lost.
// Without this script a page shows the time it was made.

const REFRESH_MS = 30_000;
const TICK_MS = 1000;
/** Slower answers count as failures. */
const ANSWER_MS = 10_000;

const WORDS = { live: ["Live", "updated"], paused: ["Paused", "last update"] };

const live = document.querySelector("#live[data-live]");
const signal = document.querySelector("[data-signal]");
const loaded = moment();
let updated = loaded;
let isAsking = false;
/** Why the last update failed; empty if it did not. */
let failure = "";

tick();
setInterval(tick, TICK_MS);
if (live !== null && signal !== null) keepUp();

function keepUp() {
  setInterval(refresh, REFRESH_MS);
  for (const name of ["online", "offline", "pageshow"]) addEventListener(name, refreshIfOld);
  document.addEventListener("visibilitychange", refreshIfOld);
  signal.querySelector("button").addEventListener("click", () => {
    for (const open of live.querySelectorAll("details[open]")) open.open = false;
    refresh();
  });
  // The browser may restore an old page from its cache.
  if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") refresh();
}

/** @param {Event} event */
function refreshIfOld({ type }) {
  if (type.endsWith("line") || sinceUpdate() > REFRESH_MS) refresh();
}

/** Two clocks: one stops while the machine sleeps, the other can be set back. */
function moment() {
  return { wall: Date.now(), steady: performance.now() };
}

/** @param {{ wall: number, steady: number }} then */
function since(then) {
  return Math.max(0, Date.now() - then.wall, performance.now() - then.steady);
}

function sinceUpdate() {
  return since(updated);
}

/** Never replaces what the user is working in. */
function isBusy() {
  return live.contains(document.activeElement) || live.querySelector("details[open]") !== null;
}

/** Fetches the page again and replaces what changed. */
async function refresh() {
  if (document.hidden || isAsking) return;
  isAsking = true;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), ANSWER_MS);
  try {
    failure = await readAgain(stop.signal);
  } catch {
    failure = "Connection lost";
  } finally {
    clearTimeout(timer);
    isAsking = false;
    tick();
  }
}

/**
 * Returns what went wrong, or an empty text.
 * @param {AbortSignal} stop
 */
async function readAgain(stop) {
  const response = await fetch(location.href, { signal: stop });
  if (!response.ok) return `Updates fail (${response.status})`;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("live");
  if (fresh === null) return "Updates fail";
  if (isBusy()) return "";
  updated = moment();
  show(fresh);
  return "";
}

/** @param {Element} fresh */
function show(fresh) {
  if (fresh.innerHTML === live.dataset.shown) return;
  live.dataset.shown = fresh.innerHTML;
  const before = pricesIn(live);
  live.replaceChildren(...fresh.childNodes);
  for (const cell of live.querySelectorAll("[data-key]")) {
    const known = before.get(cell.dataset.key);
    if (known !== undefined && known !== cell.textContent) cell.classList.add("changed");
  }
  document.dispatchEvent(new Event("refreshed"));
}

/** @param {Element} part */
const pricesIn = (part) =>
  new Map([...part.querySelectorAll("[data-key]")].map((cell) => [cell.dataset.key, cell.textContent]));

function tick() {
  for (const time of document.querySelectorAll("time[data-age], time[data-due]")) {
    const passed = since(live?.contains(time) ? updated : loaded) / 1000;
    const { age, due } = time.dataset;
    if (age !== undefined) write(time, `${span(Number(age) + passed)} ago`);
    else write(time, Number(due) <= passed ? "now" : `in ${span(Number(due) - passed)}`);
  }
  if (live !== null && signal !== null) showState();
}

/** Shows the state of the page. */
function stateOf() {
  if (failure !== "") return "lost";
  return isBusy() || sinceUpdate() > REFRESH_MS + ANSWER_MS ? "paused" : "live";
}

function showState() {
  const state = stateOf();
  const [word, verb] = WORDS[state] ?? [failure, "last update"];
  signal.dataset.signal = state;
  live.dataset.signal = state;
  write(signal.querySelector("[role=status]"), word);
  write(signal.querySelector("[data-since]"), `, ${verb} ${span(sinceUpdate() / 1000)} ago`);
  signal.querySelector("button").hidden = state === "live";
  for (const sign of live.querySelectorAll("[data-sign]")) {
    write(sign, state === "live" ? sign.dataset.sign : `last known: ${sign.dataset.sign}`);
  }
}

/**
 * Keeps equal text, so that screen readers do not repeat it.
 * @param {Element} element
 * @param {string} text
 */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Same format as `span` of the service.
 * @param {number} seconds
 */
function span(seconds) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h`;
  return `${Math.round(minutes / 1440).toLocaleString("en-US")} d`;
}
