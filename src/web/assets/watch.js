// A star beside each title of a question or a market, kept in this browser. Without this script there is none.

const WATCHED = "toteboard-watchlist";
const SITE = new URL(document.querySelector(".brand").href).pathname.replace(/\/$/, "");
/** As many as the page of the watchlist takes. */
const MAX_WATCHED = 100;

addStars();
document.addEventListener("refreshed", addStars);
addEventListener("storage", addStars);
openWatchlist();

function addStars() {
  const watched = readWatched();
  for (const link of document.querySelectorAll("th[scope=row] a.title")) addStar(link, link.href, watched);
  const heading = document.querySelector("h1.title");
  if (heading !== null) addStar(heading, location.href, watched);
}

/**
 * @param {Element} title
 * @param {string} href
 * @param {string[]} watched
 */
function addStar(title, href, watched) {
  const name = title.dataset.watch ?? nameOf(href);
  if (!name) return;
  // Behind the line below the title: the first stop of a row is its title.
  const line = title.parentElement.querySelector(".sub");
  if (line === null) return;
  let star = line.querySelector("button.star");
  if (star === null) {
    star = document.createElement("button");
    star.type = "button";
    star.className = "star";
    star.addEventListener("click", ({ currentTarget }) => toggle(currentTarget.dataset.watch));
    line.append(star);
  }
  const isWatched = watched.includes(name);
  star.dataset.watch = name;
  star.setAttribute("aria-pressed", String(isWatched));
  star.setAttribute("aria-label", `Watch ${title.textContent}`);
}

/** The name of a market or a question by the address of its page. */
function nameOf(href) {
  const path = new URL(href).pathname.slice(SITE.length);
  const [, platform, id] = /^\/markets\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  if (platform === undefined) return /^\/questions\/([0-9a-f]{16})$/.exec(path)?.[1];
  // The address of the watchlist separates names by commas.
  const name = `${platform}:${decodeURIComponent(id)}`;
  return name.includes(",") ? undefined : name;
}

/** @param {string} name */
function toggle(name) {
  const watched = readWatched();
  const kept = watched.filter((one) => one !== name);
  if (kept.length === watched.length) kept.unshift(name);
  try {
    localStorage.setItem(WATCHED, JSON.stringify(kept.slice(0, MAX_WATCHED)));
  } catch {
    // No storage is allowed here.
  }
  addStars();
}

/** @returns {string[]} */
function readWatched() {
  try {
    const stored = JSON.parse(localStorage.getItem(WATCHED) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** The page of the watchlist without names shows those of this browser. */
function openWatchlist() {
  const watched = readWatched();
  if (document.querySelector("[data-watchlist]") === null || watched.length === 0) return;
  location.replace(`${location.pathname}?${new URLSearchParams({ ids: watched.join(",") })}`);
}
