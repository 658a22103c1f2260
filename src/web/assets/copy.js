// Shows the buttons that copy a text, which need a script; everything else works without one.
for (const button of document.querySelectorAll("button[data-copy]")) {
  const { copy } = button.dataset;
  const source = document.getElementById(copy);
  const status = document.querySelector(`[data-copied="${copy}"]`);
  if (source === null || status === null) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent);
      status.textContent = "Copied";
    } catch {
      // Not allowed here: selected, it can be copied by hand.
      getSelection().selectAllChildren(source);
      status.textContent = "Selected: copy it with Ctrl+C or ⌘C";
    }
  });
}
