// Runs calls of the API with the key of this tab, and shows what they answer.

/** More is left to the command. */
const MAX_SHOWN_CHARACTERS = 20_000;

for (const button of document.querySelectorAll("button[data-run]")) button.addEventListener("click", () => run(button));

/** @param {HTMLButtonElement} button */
async function run(button) {
  const status = button.nextElementSibling;
  const result = button.parentElement.nextElementSibling;
  button.disabled = true;
  status.textContent = "Waiting for the answer …";
  try {
    const response = await fetch(button.dataset.run, { headers: headersOf(tabKey()), cache: "no-store" });
    const text = shownText(await response.text());
    status.textContent = `${response.status} ${response.statusText}`;
    result.textContent = text.slice(0, MAX_SHOWN_CHARACTERS);
    if (text.length > MAX_SHOWN_CHARACTERS) status.textContent += ", the beginning";
    result.hidden = false;
  } catch (error) {
    console.info(error);
    status.textContent = "The service cannot be reached. Try again.";
    result.hidden = true;
  } finally {
    button.disabled = false;
  }
}

/** Other characters cannot be sent in a header; the service then says that a key is missing. */
function headersOf(key) {
  return /^[\x21-\x7e]+$/.test(key) ? { "X-API-Key": key } : {};
}

/** JSON on several lines, anything else as it came. */
function shownText(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
