// Suggestions while typing, and the choice of colours. Everything works without this script.

const TYPING_MS = 150;
const SCHEME = "toteboard-scheme";
/** The choices of colours, each with its sign. */
const SCHEMES = { system: "◐", light: "☀", dark: "☾" };

showScheme();
for (const button of document.querySelectorAll("[data-scheme]")) button.addEventListener("click", nextScheme);
addEventListener("storage", () => showScheme());

for (const field of document.querySelectorAll("input[data-suggest]")) suggestFor(field);

// "/" goes to the search field, except while one types.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
  const field = document.querySelector("form[role=search] input[type=search]");
  if (field === null) return;
  event.preventDefault();
  field.focus();
  field.select();
});

function readScheme() {
  try {
    const stored = localStorage.getItem(SCHEME);
    return Object.hasOwn(SCHEMES, stored) ? stored : "system";
  } catch {
    // No storage is allowed here.
    return "system";
  }
}

function showScheme(chosen = readScheme()) {
  document.documentElement.dataset.colours = chosen;
  for (const button of document.querySelectorAll("[data-scheme]")) {
    button.textContent = SCHEMES[chosen];
    button.title = `Colours: ${chosen}`;
    button.setAttribute("aria-label", button.title);
  }
}

function nextScheme() {
  const names = Object.keys(SCHEMES);
  const next = names[(names.indexOf(document.documentElement.dataset.colours) + 1) % names.length];
  try {
    localStorage.setItem(SCHEME, next);
  } catch {
    // It holds for this page alone.
  }
  showScheme(next);
}

/** @param {HTMLInputElement} field */
function suggestFor(field) {
  const list = document.createElement("div");
  list.id = "suggestions";
  list.className = "suggestions";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  list.hidden = true;
  field.after(list);
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-controls", list.id);
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-expanded", "false");
  let timer = 0;
  let asked = "";
  let chosen = -1;

  const show = (isShown) => {
    list.hidden = !isShown;
    field.setAttribute("aria-expanded", String(isShown));
    if (!isShown) choose(-1);
  };
  const choose = (index) => {
    chosen = index;
    for (const [place, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", String(place === index));
    }
    const option = list.children[index];
    if (option === undefined) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", option.id);
  };
  const ask = async () => {
    const text = field.value.trim();
    asked = text;
    if (text.length < 2) return show(false);
    try {
      const response = await fetch(`${field.dataset.suggest}?q=${encodeURIComponent(text)}`);
      if (!response.ok || asked !== text) return;
      list.replaceChildren(...parse(await response.text()).body.children);
      choose(-1);
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
    if (list.hidden || length === 0) return;
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

/** @param {string} text */
function parse(text) {
  return new DOMParser().parseFromString(text, "text/html");
}

addOperatorLink();

/** A browser that the operator's pages let in gets links to them; admin.js notes until when. */
function addOperatorLink() {
  const footer = document.querySelector(".foot p");
  if (footer === null || readOperatorUntil() <= Date.now()) return;
  for (const one of document.querySelectorAll("[data-operator]")) one.hidden = false;
  const path = `${new URL(document.querySelector(".brand").href).pathname.replace(/\/$/, "")}/admin`;
  if (footer.querySelector(`a[href="${path}"]`) !== null) return;
  const link = document.createElement("a");
  link.href = path;
  link.textContent = "Operator";
  footer.append(" ", link);
}

function readOperatorUntil() {
  try {
    return Number(localStorage.getItem("toteboard-operator-until"));
  } catch {
    // No storage is allowed here.
    return 0;
  }
}
