// The cursor of charts: a line at the nearest time, whose values the legend shows. The page has the chart and all values.

const MOVES = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };

/** The chart with the cursor, and which of its points is shown. */
let current;

for (const type of ["pointerdown", "pointermove"]) document.addEventListener(type, point);
document.addEventListener("keydown", move);
// A page that updates itself has new values.
document.addEventListener("refreshed", () => {
  if (current?.figure.isConnected) show(current.figure, Math.min(current.index, pointsOf(current.figure).length - 1));
});

function point({ target, clientX }) {
  const plot = target instanceof Element ? target.closest(".plot") : null;
  if (plot === null) return hide();
  const figure = plot.closest("figure");
  const { left, width } = plot.querySelector("svg").getBoundingClientRect();
  const distances = pointsOf(figure).map(([share]) => Math.abs(left + width * share - clientX));
  show(figure, distances.indexOf(Math.min(...distances)));
}

function move(event) {
  const { target, key } = event;
  const step = MOVES[key];
  if (step === undefined || !target.matches(".plot") || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const figure = target.closest("figure");
  const { length } = pointsOf(figure);
  // The cursor comes in at the newest point.
  const from = current?.figure === figure ? current.index : length;
  show(figure, Math.min(Math.max(from + step, 0), length - 1));
  say(figure);
}

/** Tells screen readers what the legend shows now, which they do not notice by themselves. */
function say(figure) {
  const shown = [...figure.querySelectorAll(".legend li:has([data-value])")].map((item) => item.textContent.trim());
  const at = shown.pop();
  figure.querySelector("[aria-live]").textContent = `${at}: ${shown.join(", ")}`;
}

/** Each time of a chart: where it is, from 0 to 1, and the texts of the legend. */
function pointsOf(figure) {
  return figure.dataset.points.split("\n").map((line) => line.split("|"));
}

function show(figure, index) {
  if (current?.figure !== figure) hide();
  current = { figure, index };
  const [share, ...texts] = pointsOf(figure).at(index);
  figure.style.setProperty("--at", share);
  for (const [place, field] of figure.querySelectorAll("[data-value]").entries()) field.textContent = texts[place];
}

function hide() {
  if (current === undefined) return;
  current.figure.style.removeProperty("--at");
  for (const field of current.figure.querySelectorAll("[data-value]")) field.textContent = field.dataset.value;
  current = undefined;
}
