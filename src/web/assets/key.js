// Keeps a pasted key in this tab until the tab is closed. Never in an address.

const PLACE = "toteboard-key";

/** The key of this tab, for other scripts; undefined without one. Fires `toteboard-key` on the document when it changes. */
globalThis.tabKey = {
  find: () => sessionStorage.getItem(PLACE) ?? undefined,
  /** @param {string} text */
  keep(text) {
    if (text.trim() === "") sessionStorage.removeItem(PLACE);
    else sessionStorage.setItem(PLACE, text.trim());
    document.dispatchEvent(new Event(PLACE));
  },
};

const made = document.querySelector("[data-new-key]");
if (made !== null) tabKey.keep(made.textContent);

const key = tabKey.find();
for (const field of document.querySelectorAll("input[data-key]")) {
  if (key !== undefined) fill(field, key);
  field.form?.addEventListener("submit", () => {
    if (field.value.trim() !== "") tabKey.keep(field.value);
  });
}

// A field that is part of no form counts while one types.
for (const field of document.querySelectorAll("input[data-kept]")) {
  field.addEventListener("input", () => tabKey.keep(field.value));
  const forget = field.parentElement?.querySelector("[data-forget]");
  forget?.addEventListener("click", () => {
    field.value = "";
    tabKey.keep("");
    field.focus();
  });
}

// Commands to copy have the key in the place kept for it. A key that looks otherwise might need quotes.
if (key !== undefined && /^\w+$/.test(key)) {
  for (const code of document.querySelectorAll(".command > pre > code[id]")) {
    if (code.textContent.includes("YOUR_KEY")) code.textContent = code.textContent.replaceAll("YOUR_KEY", key);
  }
}

/**
 * @param {HTMLInputElement} field
 * @param {string} value
 */
function fill(field, value) {
  field.value = value;
  // Keep typed text, so that it can be corrected.
  if (field.getAttribute("aria-invalid") === "true" || "kept" in field.dataset) return;
  const part = field.closest(".again");
  // A known key need not be asked for.
  if (part !== null) part.hidden = true;
  const forget = document.createElement("button");
  forget.type = "button";
  forget.className = "plain";
  forget.textContent = "Forget this key";
  forget.addEventListener("click", () => {
    tabKey.keep("");
    field.value = "";
    forget.remove();
  });
  document.getElementById(`${field.id}-hint`)?.append(" ", forget);
}
