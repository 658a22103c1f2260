// Suggestions while typing, and the choice of colours. Everything works without this script.

const TYPING_MS = 150;
const SCHEME = "toteboard-scheme";
/** The choices of colours, each with its sign. */
const SCHEMES = { system: "◐", light: "☀", dark: "☾" };
/** The path prefix of the site. */
const SITE = new URL(document.querySelector(".brand").href).pathname.replace(/\/$/, "");

showScheme();
for (const button of document.querySelectorAll("[data-scheme]")) button.addEventListener("click", nextScheme);
addEventListener("storage", () => showScheme());

for (const field of document.querySelectorAll("input[data-suggest]")) suggestFor(field);
addOperatorLink();

// "/" goes to the search field.
document.addEventListener("keydown", (event) => {
  const field = document.querySelector("form[role=search] input[type=search]");
  if (event.key !== "/" || isTyped(event) || field === null) return;
  event.preventDefault();
  field.focus();
  field.select();
});

/** Whether a key is for a field or for the browser. */
function isTyped({ target, defaultPrevented, ctrlKey, metaKey, altKey }) {
  return defaultPrevented || ctrlKey || metaKey || altKey || Boolean(target.closest?.("input, textarea, select"));
}

/** Null, too, where no storage is allowed. */
function readStored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // No storage is allowed here: it holds for this page alone.
  }
}

function make(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

function parse(text) {
  return new DOMParser().parseFromString(text, "text/html");
}

function showScheme(asked = readStored(SCHEME)) {
  const chosen = Object.hasOwn(SCHEMES, asked) ? asked : "system";
  document.documentElement.dataset.colours = chosen;
  for (const button of document.querySelectorAll("[data-scheme]")) {
    button.textContent = SCHEMES[chosen];
    button.title = `Colours: ${chosen}`;
    button.ariaLabel = button.title;
  }
}

function nextScheme() {
  const names = Object.keys(SCHEMES);
  const next = names[(names.indexOf(document.documentElement.dataset.colours) + 1) % names.length];
  store(SCHEME, next);
  showScheme(next);
}

function suggestFor(field) {
  const list = make("div", { id: "suggestions", className: "suggestions", role: "listbox", hidden: true });
  list.ariaLabel = "Suggestions";
  field.after(list);
  field.setAttribute("aria-controls", list.id);
  Object.assign(field, { role: "combobox", ariaAutoComplete: "list", ariaExpanded: "false" });
  let timer = 0;
  let asked = "";
  let chosen = -1;

  const choose = (index) => {
    chosen = index;
    for (const [place, option] of [...list.children].entries()) option.ariaSelected = String(place === index);
    field.setAttribute("aria-activedescendant", list.children[index]?.id ?? "");
  };
  const show = (isShown) => {
    list.hidden = !isShown;
    field.ariaExpanded = String(isShown);
    choose(-1);
  };
  const ask = async () => {
    const text = field.value.trim();
    asked = text;
    if (text.length < 2) return show(false);
    try {
      const response = await fetch(`${field.dataset.suggest}?q=${encodeURIComponent(text)}`);
      if (!response.ok || asked !== text) return;
      list.replaceChildren(...parse(await response.text()).body.children);
      show(list.children.length > 0 && document.activeElement === field);
    } catch {
      // The form itself reports a lost connection.
      show(false);
    }
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, TYPING_MS);
  });
  field.addEventListener("keydown", (event) => {
    const { length } = list.children;
    if (list.hidden) return;
    if (event.key === "Escape") show(false);
    else if (event.key === "ArrowDown") choose((chosen + 1) % length);
    else if (event.key === "ArrowUp") choose((Math.max(chosen, 0) + length - 1) % length);
    else if (event.key === "Enter" && chosen >= 0) location.assign(list.children[chosen].href);
    else return;
    event.preventDefault();
  });
  // Wait for a click on a suggestion.
  field.addEventListener("blur", () => setTimeout(() => show(false), 200));
}

/** A browser that the operator's pages let in gets links to them; admin.js notes until when. */
function addOperatorLink() {
  if (Number(readStored("toteboard-operator-until")) <= Date.now()) return;
  for (const one of document.querySelectorAll("[data-operator]")) one.hidden = false;
  document.querySelector(".foot p").append(" ", make("a", { href: `${SITE}/admin`, textContent: "Operator" }));
}
