// Runs calls of the API with the key that the reader has signed in with, and shows what they answer.

/** More is left to the command. */
const MAX_SHOWN_CHARACTERS = 20_000;

for (const button of document.querySelectorAll("button[data-run]")) button.addEventListener("click", () => run(button));

async function run(button) {
  const status = button.nextElementSibling;
  const result = button.parentElement.nextElementSibling;
  button.disabled = true;
  status.textContent = "Waiting for the answer …";
  try {
    const response = await fetch(button.dataset.run, { headers: { "X-Toteboard-Session": "use" }, cache: "no-store" });
    const text = shownText(await response.text());
    const isLong = text.length > MAX_SHOWN_CHARACTERS;
    result.textContent = text.slice(0, MAX_SHOWN_CHARACTERS);
    status.textContent = `${response.status} ${response.statusText}${isLong ? ", the beginning" : ""}`;
    result.hidden = false;
  } catch (error) {
    console.info(error);
    status.textContent = "The service cannot be reached. Try again.";
    result.hidden = true;
  }
  button.disabled = false;
}

/** JSON on several lines, anything else as it came. */
function shownText(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
