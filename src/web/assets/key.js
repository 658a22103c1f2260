// Keeps a pasted key in this tab until the tab is closed.

const PLACE = "toteboard-key";

const made = document.querySelector("[data-new-key]");
if (made !== null) sessionStorage.setItem(PLACE, made.textContent.trim());

const key = sessionStorage.getItem(PLACE);
for (const field of document.querySelectorAll("input[data-key]")) {
  if (key !== null) fill(field, key);
  field.form?.addEventListener("submit", () => {
    if (field.value.trim() !== "") sessionStorage.setItem(PLACE, field.value.trim());
  });
}

/**
 * @param {HTMLInputElement} field
 * @param {string} value
 */
function fill(field, value) {
  field.value = value;
  // Keep typed text, so that it can be corrected.
  if (field.getAttribute("aria-invalid") === "true") return;
  const part = field.closest(".again");
  // A known key need not be asked for.
  if (part !== null) part.hidden = true;
  const forget = document.createElement("button");
  forget.type = "button";
  forget.className = "plain";
  forget.textContent = "Forget this key";
  forget.addEventListener("click", () => {
    sessionStorage.removeItem(PLACE);
    field.value = "";
    forget.remove();
  });
  document.getElementById(`${field.id}-hint`)?.append(" ", forget);
}
