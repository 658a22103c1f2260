// Shows the copy buttons, which need a script.
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
      // Not allowed here: select the text, so that it can be copied by hand.
      getSelection().selectAllChildren(source);
      status.textContent = "Selected. Copy it with Ctrl+C or ⌘C.";
    }
  });
}
