// Buttons that copy the text of another element.
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    const status = button.nextElementSibling;
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
