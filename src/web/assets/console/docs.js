// The reference: filters the endpoints, marks the current one, reads tables of fields when they are opened.

const toc = document.querySelector(".toc");
const filter = document.getElementById("filter");
const lines = [...toc.querySelectorAll("li")].map((line) => {
  const link = line.querySelector("a");
  const section = document.getElementById(link.hash.slice(1)).closest(".operation");
  const names = [...section.querySelectorAll("tr[data-name]")].map((row) => row.dataset.name);
  const text = `${link.textContent} ${section.querySelector("h3 + p").textContent} ${names.join(" ")}`;
  return { line, link, section, text: text.toLowerCase() };
});

filter.addEventListener("input", showMatches);
filter.addEventListener("keydown", (event) => {
  const found = lines.filter(({ line }) => !line.hidden);
  if (event.key === "Escape") {
    filter.value = "";
    showMatches();
  } else if (event.key === "ArrowDown") found[0]?.link.focus();
  else if (event.key === "Enter") found[0]?.link.click();
  else return;
  event.preventDefault();
});
// A link to an endpoint that is filtered out.
addEventListener("hashchange", () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target === null || target.checkVisibility()) return;
  filter.value = "";
  showMatches();
  target.scrollIntoView();
});
// The browser may have kept what was typed.
if (filter.value !== "") showMatches();

function showMatches() {
  const words = filter.value.toLowerCase().split(/\s+/);
  for (const { line, section, text } of lines) {
    line.hidden = !words.every((word) => text.includes(word));
    section.hidden = line.hidden;
  }
  const isEmpty = (group, kind) => [...group.querySelectorAll(kind)].every((one) => one.hidden);
  for (const group of toc.querySelectorAll("section")) group.hidden = isEmpty(group, "li");
  for (const group of document.querySelectorAll(".group")) group.hidden = isEmpty(group, ".operation");
  const found = lines.filter(({ line }) => !line.hidden);
  // The page is shorter now. Where the field stays in view, its first match is shown.
  if (getComputedStyle(toc).position === "sticky") found[0]?.section.closest(".group").scrollIntoView();
  const all = `${lines.length} endpoints`;
  document.getElementById("left").textContent = filter.value.trim() === "" ? all : `${found.length} of ${all}`;
}

let isWaiting = false;
addEventListener("scroll", markSoon, { passive: true });
addEventListener("resize", markSoon, { passive: true });
markCurrent();

function markSoon() {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    markCurrent();
  });
}

/** The last endpoint whose beginning is in the upper third of the window or above it. */
function markCurrent() {
  const shown = lines.filter(({ line }) => !line.hidden);
  const current = shown.findLast(({ section }) => section.getBoundingClientRect().top < innerHeight / 3);
  for (const { link } of lines) {
    if (link === current?.link) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  }
  if (current === undefined || toc.contains(document.activeElement)) return;
  // Only the list is scrolled, never the page.
  const line = current.link.getBoundingClientRect();
  const list = toc.getBoundingClientRect();
  if (line.top < list.top + 80 || line.bottom > list.bottom) toc.scrollTop += line.top - list.top - list.height / 2;
}

for (const details of document.querySelectorAll("details[data-fields]")) {
  details.addEventListener("toggle", () => showFields(details));
}

/** @param {HTMLDetailsElement} details with a link to the page of the table, which stays where that cannot be read */
async function showFields(details) {
  if (!details.open || details.dataset.read !== undefined) return;
  details.dataset.read = "";
  try {
    const response = await fetch(details.dataset.fields);
    if (!response.ok) throw new Error(`${response.status}`);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    details.querySelector("p").replaceWith(page.getElementById("fields"));
  } catch (error) {
    console.info(error);
    delete details.dataset.read;
  }
}
