// Changes the live part of a page into a newer one in place: what stays the same keeps its node, and so its focus,
// selection, scroll, hover and open details.

/** The newest page as it came, for a reader who asks for its order. */
let newest = null;
const sorter = document.querySelector("[data-sort]");

/**
 * Rows in view keep their places: what comes to the top meanwhile must not move what is about to be pressed.
 * @param {HTMLElement} live
 * @param {HTMLElement} fresh the same part of a newer page
 */
globalThis.patchLive = (live, fresh) => {
  for (const part of [live, fresh]) for (const row of part.querySelectorAll("[data-row]")) row.id = idOf(row);
  newest = fresh.cloneNode(true);
  for (const list of listsIn(live)) keepPlaces(list, fresh);
  change(live, fresh);
};

sorter?.addEventListener("click", () => {
  change(document.getElementById("live"), newest.cloneNode(true));
  // The button is gone with the focus.
  sorter.parentElement.querySelector("button").focus();
});

/**
 * @param {HTMLElement} live
 * @param {HTMLElement} fresh
 */
function change(live, fresh) {
  const before = textsIn(live);
  Idiomorph.morph(live, [...fresh.childNodes], { morphStyle: "innerHTML", callbacks: KEPT });
  for (const name of ["live", "seq"]) live.dataset[name] = fresh.dataset[name];
  markChanged(live, before);
  if (sorter !== null) sorter.hidden = ![...listsIn(live)].some(isOtherwiseOrdered);
  document.dispatchEvent(new Event("refreshed"));
}

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
 * Gives the newer list the rows of the shown one that are in view or above it, in their order. Those that are gone stay,
 * marked. The others follow in the newer order, unless they would move what is in view below the list.
 * @param {HTMLElement} list
 * @param {HTMLElement} fresh
 */
function keepPlaces(list, fresh) {
  const target = counterpartOf(list, fresh);
  if (target === undefined) return;
  const isEndInView = list.getBoundingClientRect().bottom <= innerHeight;
  const isKept = (row) =>
    isEndInView || row.getBoundingClientRect().top < innerHeight || row.contains(document.activeElement);
  const newer = blocksOf(target);
  const kept = new Map([...blocksOf(list)].filter(([, [row]]) => isKept(row)));
  const others = isEndInView ? [] : [...newer].filter(([id]) => !kept.has(id)).map(([, nodes]) => nodes);
  const places = [...kept].map(([id, nodes]) => newer.get(id) ?? nodes.map(toGone));
  const before = [...target.children].slice(0, [...target.children].findIndex(isRow));
  target.replaceChildren(...before, ...[...places, ...others].flat());
}

/**
 * The list of a newer page that has one of the rows.
 * @param {HTMLElement} list
 * @param {HTMLElement} fresh
 */
const counterpartOf = (list, fresh) =>
  [...list.children]
    .filter(isRow)
    .map(({ id }) => fresh.querySelector(`#${CSS.escape(id)}`)?.parentElement)
    .find((parent) => parent !== undefined);

/** @param {Element} child */
const isRow = (child) => child.matches("[data-row]");

/**
 * Each row by its id, with what follows it up to the next.
 * @param {HTMLElement} list
 */
function blocksOf(list) {
  const blocks = new Map();
  let block = [];
  for (const child of list.children) {
    if (isRow(child)) {
      block = [];
      blocks.set(child.id, block);
    }
    block.push(child);
  }
  return blocks;
}

/**
 * A row that is no longer in the list; its figures stand still.
 * @param {Element} row
 */
function toGone(row) {
  const copy = row.cloneNode(true);
  copy.classList.add("gone");
  copy.title = "No longer in this list";
  for (const time of copy.querySelectorAll("time")) for (const name of ["age", "due"]) delete time.dataset[name];
  return copy;
}

/** @param {HTMLElement} list */
function isOtherwiseOrdered(list) {
  const target = counterpartOf(list, newest);
  return target !== undefined && [...blocksOf(list).keys()].join() !== [...blocksOf(target).keys()].join();
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
