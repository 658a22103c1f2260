// Signing in by a link, and keys for the review of pairs: each presses a button or follows a link that names it. Everything
// works without this script.

const SESSION_MS = 12 * 3_600_000;

noteOperator(document.querySelector(".operator") !== null);

signInByLink();
// A link that is pasted over the address of this page loads nothing.
addEventListener("hashchange", signInByLink);

let isPressed = false;

addEventListener("pageshow", () => {
  isPressed = false;
});

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isPressed) return;
  if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
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

/** Notes for the link in the footer whether this browser is let in. */
function noteOperator(isLetIn) {
  try {
    if (isLetIn) localStorage.setItem("toteboard-operator-until", String(Date.now() + SESSION_MS));
    else localStorage.removeItem("toteboard-operator-until");
  } catch {
    // No storage is allowed here: the footer has no link.
  }
}
