// The reference: filters the endpoints by words of their paths, summaries and parameters.

const filter = document.getElementById("filter");
const entries = [...document.querySelectorAll(".toc li")].map((line) => {
  const section = document.getElementById(line.querySelector("a").hash.slice(1)).closest(".operation");
  const texts = [...section.querySelectorAll("h3, h3 + p, tbody th")].map(({ textContent }) => textContent);
  return { line, section, text: texts.join(" ").toLowerCase() };
});

filter.addEventListener("input", showMatches);
// A link to an endpoint that is filtered out.
addEventListener("hashchange", () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target === null || target.checkVisibility()) return;
  filter.value = "";
  showMatches();
  target.scrollIntoView();
});
// The browser may have kept what was typed.
if (filter.value !== "") showMatches();

function showMatches() {
  const words = filter.value.toLowerCase().split(/\s+/);
  for (const { line, section, text } of entries) {
    line.hidden = !words.every((word) => text.includes(word));
    section.hidden = line.hidden;
  }
  for (const group of document.querySelectorAll(".toc section, .group"))
    group.hidden = [...group.querySelectorAll("li, .operation")].every((one) => one.hidden);
  const found = entries.filter(({ line }) => !line.hidden).length;
  const all = `${entries.length} endpoints`;
  document.getElementById("left").textContent = found === entries.length ? all : `${found} of ${all}`;
}
