// Keeps the live part of a page up to date, counts ages, and shows the state of the page: live, updated every 30 s, paused
// or lost. A stream says when something has changed; the page then reads itself again. Without this script a page shows
// the time it was made.

/** A page reads itself this often even when nothing is said to have changed. */
const READ_EVERY_MS = 30_000;
/** Whether the page says that it soon has more to say, and in how many seconds. */
const againMs = () => Number(live.querySelector("[data-again]")?.dataset.again ?? READ_EVERY_MS / 1000) * 1000;
/** Changes that come soon after another wait for each other. */
const MIN_READ_MS = 2000;
/** Pages that hear of the same change do not all read at once. */
const SPREAD_MS = 300;
/** A page that was refused a stream asks for one again after this long. */
const ASK_AGAIN_MS = 180_000;
/** Slower answers count as failures. */
const ANSWER_MS = 10_000;
/** A stream that is silent for longer has lost its connection: its heartbeats come every 8 s. */
const SILENCE_MS = 15_000;
/** After a failure; doubled with each one that follows. */
const RETRY_MS = 1000;
const MAX_RETRY_MS = 10_000;
const TICK_MS = 1000;

const CHANGES = ["price", "status", "listed", "resolved", "match", "spread", "source", "reset"];
const LOST = "Connection lost";
const WORDS = {
  live: ["Live", "updated", "Pause"],
  reads: [`Updates every ${READ_EVERY_MS / 1000} s`, "updated", "Pause"],
  paused: ["Paused", "last update", "Resume"],
};

const live = document.querySelector("#live[data-live]");
const signal = document.querySelector("[data-signal]");
const loaded = moment();
let updated = loaded;
/** When the page was last known to be connected. */
let heard = loaded;
let isPaused = false;
let isReading = false;
/** Whether a read came due during a read. */
let isDue = false;
/** Why the last update failed; empty if it did not. */
let failure = "";
let failures = 0;
let timer = 0;
let timerAt = 0;

/** The stream, while there is one, and what it was opened for. */
let stream = null;
let followed = "";
let followedAt = loaded;
/** Whether anything came from it. */
let isHeard = false;
/** Whether the service answers but lets this page have no stream. */
let isRefused = false;
let lastSeq = 0;

tick();
setInterval(tick, TICK_MS);
if (live !== null && signal !== null) keepUp();

function keepUp() {
  signal.querySelector("button").addEventListener("click", press);
  addEventListener("online", read);
  addEventListener("offline", () => lose(LOST));
  addEventListener("pagehide", stop);
  addEventListener("pageshow", ({ persisted }) => persisted && read());
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : read()));
  // The browser may restore an old page from its cache.
  if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") read();
  else if (!document.hidden) {
    readIn(againMs());
    follow();
  }
}

function press() {
  if (stateOf() === "lost") return read();
  isPaused = !isPaused;
  if (isPaused) stop();
  else read();
  tick();
}

/** Ends the stream and all that waits. */
function stop() {
  clearTimeout(timer);
  timerAt = 0;
  stream?.close();
  stream = null;
}

/** Opens the stream of what the page shows, from where the page was made. */
function follow() {
  stream?.close();
  followed = live.dataset.live;
  followedAt = moment();
  const address = new URL(followed, location.href);
  const base = new URL(address.pathname.replace(/\/live$/, "/"), location.href).pathname;
  address.searchParams.set("since", live.dataset.seq);
  address.searchParams.set("page", `/${location.pathname.slice(base.length)}${location.search}`);
  const opened = new EventSource(address);
  stream = opened;
  isHeard = false;
  // The first heartbeat comes at once.
  opened.addEventListener("heartbeat", hear);
  for (const name of CHANGES) opened.addEventListener(name, noteChange);
  opened.addEventListener("error", () => {
    if (opened === stream) breakOff(Math.random() * RETRY_MS);
  });
}

/** Does without a stream. If the page cannot be read either, the connection is lost. */
function breakOff(readInMs) {
  stop();
  isRefused = !isHeard;
  readIn(readInMs);
}

function hear() {
  isHeard = true;
  isRefused = false;
  heard = moment();
  tick();
}

/** @param {MessageEvent} event */
function noteChange({ data }) {
  hear();
  lastSeq = Number(JSON.parse(data).seq);
  readIn(Math.max(0, MIN_READ_MS - since(updated)) + Math.random() * SPREAD_MS);
}

/** Reads the page in a while, or when it would be read anyway if that is sooner. */
function readIn(ms) {
  const at = performance.now() + ms;
  if (timerAt !== 0 && timerAt <= at) return;
  clearTimeout(timer);
  timerAt = at;
  timer = setTimeout(read, ms);
}

/** Reads the page again and shows what has changed. */
async function read() {
  clearTimeout(timer);
  timerAt = 0;
  if (isReading) isDue = true;
  if (isPaused || document.hidden || isReading) return;
  isReading = true;
  isDue = false;
  const stopping = new AbortController();
  const slow = setTimeout(() => stopping.abort(), ANSWER_MS);
  let problem = LOST;
  try {
    problem = await readAgain(stopping.signal);
  } catch {
    // No answer: the connection is lost.
  }
  clearTimeout(slow);
  isReading = false;
  if (problem === "") goOn();
  else lose(problem);
}

function goOn() {
  failure = "";
  failures = 0;
  heard = moment();
  tick();
  if (isPaused || document.hidden) return;
  // An answer from the cache of the service may be older than the change that was heard of.
  if (Number(live.dataset.seq) < lastSeq) readIn(RETRY_MS);
  else readIn(isDue ? MIN_READ_MS : againMs());
  const followedFor = since(followedAt);
  const isOther = followed !== live.dataset.live && followedFor > READ_EVERY_MS - RETRY_MS;
  if (stream === null ? !isRefused || followedFor > ASK_AGAIN_MS : isOther) follow();
}

/** @param {string} problem */
function lose(problem) {
  stop();
  failure = problem;
  isRefused = false;
  readIn(Math.min(RETRY_MS * 2 ** failures++, MAX_RETRY_MS));
  tick();
}

/**
 * Returns what went wrong, or an empty text.
 * @param {AbortSignal} stopping
 */
async function readAgain(stopping) {
  const response = await fetch(location.href, { signal: stopping, cache: "no-cache" });
  if (!response.ok) return `Updates fail (${response.status})`;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById("live");
  if (fresh === null) return "Updates fail";
  if (isPaused) return "";
  updated = moment();
  patchLive(live, fresh);
  if (fresh.dataset.live === undefined) end(page);
  else write(signal.querySelector("[data-part]"), page.querySelector("[data-part]").textContent);
  return "";
}

/**
 * Shows that all of the page is settled: nothing is left to read.
 * @param {Document} page
 */
function end(page) {
  isPaused = true;
  stop();
  delete live.dataset.signal;
  signal.replaceWith(page.querySelector(".signal"));
}

/** Two clocks: one stops while the machine sleeps, the other can be set back. */
function moment() {
  return { wall: Date.now(), steady: performance.now() };
}

/** @param {{ wall: number, steady: number }} then */
function since(then) {
  return Math.max(0, Date.now() - then.wall, performance.now() - then.steady);
}

function tick() {
  for (const time of document.querySelectorAll("time[data-age], time[data-due]")) {
    const passed = since(live?.contains(time) ? updated : loaded) / 1000;
    const { age, due } = time.dataset;
    if (age !== undefined) write(time, `${span(Number(age) + passed)} ago`);
    else write(time, Number(due) <= passed ? "now" : `in ${span(Number(due) - passed)}`);
  }
  if (live === null || !signal?.isConnected) return;
  if (stream !== null && since(heard) > SILENCE_MS) breakOff(0);
  showState();
}

/** The state of the page. */
function stateOf() {
  if (isPaused || document.hidden) return "paused";
  const mayBeSilent = isRefused ? READ_EVERY_MS + ANSWER_MS : SILENCE_MS;
  if (failure !== "" || since(heard) > mayBeSilent || since(updated) > READ_EVERY_MS + ANSWER_MS) return "lost";
  return isRefused ? "reads" : "live";
}

function showState() {
  const state = stateOf();
  const [word, verb, action] = WORDS[state] ?? [failure || LOST, "last update", "Try again"];
  signal.dataset.signal = state;
  live.dataset.signal = state;
  write(signal.querySelector("[role=status]"), word);
  write(signal.querySelector("[data-since]"), `, ${verb} ${span(since(updated) / 1000)} ago`);
  const button = signal.querySelector("button");
  button.hidden = false;
  write(button, action);
  const isCurrent = state === "live" || state === "reads";
  for (const sign of live.querySelectorAll("[data-sign]")) {
    write(sign, isCurrent ? sign.dataset.sign : `last known: ${sign.dataset.sign}`);
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
