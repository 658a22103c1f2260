// Runs the examples of the reference with the key of this tab, sent in a header.

const MAX_SHOWN_CHARACTERS = 4000;

const hint = document.querySelector("[data-run-hint]");
if (hint !== null) hint.hidden = false;
for (const button of document.querySelectorAll("button[data-run]")) {
  button.hidden = false;
  button.addEventListener("click", () => run(button));
}

/** @param {HTMLButtonElement} button */
async function run(button) {
  const result = button.closest(".example").querySelector(".result");
  result.hidden = false;
  result.textContent = "…";
  const key = sessionStorage.getItem("toteboard-key");
  try {
    const response = await fetch(button.dataset.run, { headers: key === null ? {} : { "X-API-Key": key } });
    const text = await response.text();
    result.textContent = `${response.status} ${response.statusText}\n${pretty(text).slice(0, MAX_SHOWN_CHARACTERS)}`;
  } catch {
    result.textContent = "The service cannot be reached.";
  }
}

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
