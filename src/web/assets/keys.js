// Single keys: "/" to search, j and k along the rows of lists, "?" to say so. They act outside of fields only and can be
// turned off. A page may use keys itself: those that it handles are left alone.

/** Where the reader's choice is kept. */
const STORED = "toteboard.keys";

const KEYS = [
  ["/", "Search"],
  ["j", "Next row of a list"],
  ["k", "Previous row of a list"],
  ["Enter", "Open the row"],
  ["?", "Show these keys"],
];

const ACTIONS = { "/": search, j: () => step(1), k: () => step(-1), "?": explain };

let dialog;

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!Object.hasOwn(ACTIONS, key) || isOff() || dialog?.open) return;
  if (target instanceof Element && target.closest("input, textarea, select, [contenteditable], [role=listbox]")) return;
  if (ACTIONS[key]()) event.preventDefault();
});

for (const button of document.querySelectorAll("[data-keys]")) {
  button.hidden = false;
  button.addEventListener("click", explain);
}

function search() {
  const field = document.querySelector(".search input, form[role=search] input[type=search]");
  if (field === null) return false;
  field.focus();
  field.select();
  return true;
}

/**
 * Focuses the link of the next row, from the first one in view.
 * @param {1 | -1} direction
 */
function step(direction) {
  const links = [...document.querySelectorAll("main [data-row]")]
    .map((row) => row.querySelector("th a[href], h2 a[href], h3 a[href], a[href]"))
    .filter((link) => link?.checkVisibility());
  if (links.length === 0) return false;
  const row = document.activeElement?.closest("[data-row]");
  const from = links.findIndex((link) => row?.contains(link));
  const inView = links.findIndex((link) => link.getBoundingClientRect().top >= 0);
  const next = from === -1 ? links[Math.max(0, inView)] : links[from + direction];
  next?.focus({ focusVisible: true, preventScroll: true });
  next?.closest("[data-row]").scrollIntoView({ block: "nearest" });
  return true;
}

function explain() {
  dialog ??= makeDialog();
  dialog.showModal();
  return true;
}

function makeDialog() {
  const made = document.createElement("dialog");
  made.className = "keys";
  made.setAttribute("aria-labelledby", "keys-title");
  made.innerHTML = `<h2 id="keys-title">Keyboard</h2>
<dl>${KEYS.map(([key, meaning]) => `<div><dt><kbd>${key}</kbd></dt><dd>${meaning}</dd></div>`).join("")}</dl>
<label><input type="checkbox"> Use these keys</label>
<form method="dialog"><button class="main">Close</button></form>`;
  const choice = made.querySelector("input");
  choice.checked = !isOff();
  choice.addEventListener("change", () => keep(choice.checked ? "on" : "off"));
  document.body.append(made);
  return made;
}

function isOff() {
  try {
    return localStorage.getItem(STORED) === "off";
  } catch {
    // A browser may forbid storage: then the keys are on.
    return false;
  }
}

/** @param {"on" | "off"} state */
function keep(state) {
  try {
    localStorage.setItem(STORED, state);
  } catch {
    // A browser may forbid storage: then the choice cannot be kept.
  }
}
