// Signing in by a link, and keys for the review of pairs: each presses a button or follows a link that names it. Everything
// works without this script.

const SESSION_MS = 12 * 3_600_000;

// For the link in the footer.
store("toteboard-operator-until", document.querySelector(".operator") === null ? 0 : Date.now() + SESSION_MS);

signInByLink();
// A link that is pasted over the address of this page loads nothing.
addEventListener("hashchange", signInByLink);

let isPressed = false;

addEventListener("pageshow", () => {
  isPressed = false;
});

addEventListener("keydown", (event) => {
  if (isTyped(event) || event.repeat || isPressed) return;
  const named = `[data-hotkey="${CSS.escape(event.key)}"]`;
  const pressed = document.querySelector(`${named}:target`) ?? document.querySelector(named);
  if (pressed === null) return;
  event.preventDefault();
  // The next key is for the next pair.
  isPressed = true;
  pressed.click();
});

/** Takes the token out of the address, where the history would keep it, and sends the form with it. */
function signInByLink() {
  const [, token] = /^#([\w-]{32})$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  history.replaceState(null, "", location.pathname + location.search);
  const field = document.querySelector("input#token");
  if (field === null) return;
  field.value = token;
  field.form.requestSubmit();
}
