// A star beside each title of a question or a market, kept in this browser. Without this script there is none.

const WATCHED = "toteboard-watchlist";
/** As many as the page of the watchlist takes. */
const MAX_WATCHED = 100;

addStars();
document.addEventListener("refreshed", addStars);
addEventListener("storage", addStars);
openWatchlist();

function addStars() {
  const watched = readWatched();
  for (const title of document.querySelectorAll("th[scope=row] a.title, h1.title")) {
    const name = title.dataset.watch ?? nameOf(title.href ?? location.href);
    // Behind the line below the title: the first stop of a row is its title.
    const line = title.parentElement.querySelector(".sub");
    if (!name || line === null) continue;
    const star = line.querySelector("button.star") ?? addStar(line);
    star.dataset.watch = name;
    star.ariaPressed = String(watched.includes(name));
    star.ariaLabel = `Watch ${title.textContent}`;
  }
}

function addStar(line) {
  const star = make("button", { type: "button", className: "star" });
  star.addEventListener("click", () => toggle(star.dataset.watch));
  line.append(star);
  return star;
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

function toggle(name) {
  const watched = readWatched();
  const kept = watched.filter((one) => one !== name);
  if (kept.length === watched.length) kept.unshift(name);
  store(WATCHED, JSON.stringify(kept.slice(0, MAX_WATCHED)));
  addStars();
}

function readWatched() {
  try {
    const stored = JSON.parse(readStored(WATCHED));
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
