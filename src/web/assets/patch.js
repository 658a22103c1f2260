// Changes the live part of a page into a newer one in place: what stays the same keeps its node, and so its focus,
// selection, scroll, hover and open details.

/**
 * Rows keep their places while the reader is in their list: then only their cells change.
 * @param {HTMLElement} live
 * @param {HTMLElement} fresh the same part of a newer page
 */
globalThis.patchLive = (live, fresh) => {
  for (const part of [live, fresh]) for (const row of part.querySelectorAll("[data-row]")) row.id = idOf(row);
  for (const list of listsIn(live)) if (list.matches(":hover, :focus-within")) keepRows(list, fresh);
  const before = textsIn(live);
  Idiomorph.morph(live, [...fresh.childNodes], { morphStyle: "innerHTML", callbacks: KEPT });
  for (const name of ["live", "seq"]) live.dataset[name] = fresh.dataset[name];
  markChanged(live, before);
  document.dispatchEvent(new Event("refreshed"));
};

/** What the reader or a script has changed, which the newer page does not know. */
const KEPT = {
  beforeAttributeUpdated: (name) => name !== "open" && name !== "data-axes",
  beforeNodeMorphed: (node, newer) => {
    if (node.nodeType !== Node.ELEMENT_NODE || node.querySelector(":scope > .uplot") === null) return true;
    // A plot is drawn by a script, which gets the new figures from its figure.
    const label = newer.getAttribute("aria-label");
    if (label !== null) node.setAttribute("aria-label", label);
    return false;
  },
};

/**
 * A row may be in several lists; each is in a section of its own.
 * @param {HTMLElement} row
 */
function idOf(row) {
  const section = row.closest("section")?.getAttribute("aria-labelledby") ?? "";
  return `row-${section}-${row.dataset.row}`;
}

/** @param {HTMLElement} part */
const listsIn = (part) => new Set([...part.querySelectorAll("[data-row]")].map((row) => row.parentElement));

/**
 * Gives the newer list the rows of the shown one, in its order. A row that is gone stays until the reader leaves.
 * @param {HTMLElement} list
 * @param {HTMLElement} fresh
 */
function keepRows(list, fresh) {
  const rows = [...list.children];
  const newer = rows.map((row) => fresh.querySelector(`[id="${CSS.escape(row.id)}"]`));
  const target = newer.find((row) => row !== null)?.parentElement;
  target?.replaceChildren(...rows.map((row, index) => newer[index] ?? row.cloneNode(true)));
}

/** @param {HTMLElement} part */
const textsIn = (part) =>
  new Map([...part.querySelectorAll("[data-key]")].map((cell) => [cell.dataset.key, cell.textContent]));

/**
 * @param {HTMLElement} live
 * @param {Map<string, string>} before
 */
function markChanged(live, before) {
  const changed = [...live.querySelectorAll("[data-key]")].filter(({ dataset, textContent }) => {
    const known = before.get(dataset.key);
    return known !== undefined && known !== textContent;
  });
  for (const cell of changed) cell.classList.remove("changed");
  // Without a layout in between, a mark that is there already would not begin again.
  void live.offsetWidth;
  for (const cell of changed) cell.classList.add("changed");
}
