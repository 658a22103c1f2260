// Keeps a pasted key in this tab until the tab is closed, and puts it into commands to copy. Never in an address.

const PLACE = "toteboard-key";

/** The key of this tab, for other scripts; empty without one. */
globalThis.tabKey = () => {
  try {
    return sessionStorage.getItem(PLACE) ?? "";
  } catch {
    // No storage is allowed here: a key is pasted each time.
    return "";
  }
};

const made = document.querySelector("[data-new-key]");
if (made !== null) keep(made.textContent);
showInCommands();

for (const field of document.querySelectorAll("input[data-key]")) {
  field.value = tabKey();
  const again = field.closest(".again");
  // A known key need not be asked for, unless it is to be corrected.
  if (again !== null) again.hidden = field.value !== "" && field.getAttribute("aria-invalid") !== "true";
  const remember = () => keep(field.value);
  if (field.form === null) field.addEventListener("input", remember);
  else field.form.addEventListener("submit", remember);
  field.nextElementSibling.addEventListener("click", () => {
    field.value = "";
    keep("");
    field.focus();
  });
}

/** @param {string} text */
function keep(text) {
  try {
    if (text.trim() === "") sessionStorage.removeItem(PLACE);
    else sessionStorage.setItem(PLACE, text.trim());
  } catch {
    // No storage is allowed here.
  }
  showInCommands();
}

/** A key that looks otherwise might need quotes. */
function showInCommands() {
  const key = /^\w+$/.test(tabKey()) ? tabKey() : "YOUR_KEY";
  for (const place of document.querySelectorAll("[data-own-key]")) place.textContent = key;
}
