// Remembers a key that was pasted, in this tab alone and until it is closed, so that it need not be pasted again.

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
  // What was typed is there to be corrected.
  if (field.getAttribute("aria-invalid") === "true") return;
  const part = field.closest(".again");
  // Nothing to be asked where the key is known.
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
