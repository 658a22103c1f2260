// Replaces the SVG chart of several lines, and that of the gap below it, with charts drawn by uPlot.

const noText = (_, marks) => marks.map(() => "");
const inCents = (_, marks) => marks.map((mark) => `${mark}¢`);

/** @param {number | null} value */
const textOf = (value, unit) => (value === null ? "–" : `${value.toFixed(1)}${unit}`);

plots.keepDrawn("[data-lines]", (figure, index) => {
  const figures = JSON.parse(figure.dataset.lines);
  const [plot, gapPlot] = figure.querySelectorAll(".plot");
  const heights = [plot, gapPlot].map((one) => one?.clientHeight);
  for (const one of figure.querySelectorAll(".plot")) one.replaceChildren();
  const shared = {
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, sync: { key: `lines-${index}` } },
  };
  const main = {
    ...shared,
    ...linesOptions(figure, plot, figures),
    height: heights[0],
    hooks: { setCursor: [showValues(figure, figures)] },
  };
  figure.dataset.axes = main.axes.flatMap(({ label }) => label ?? []).join(", ");
  const charts = [new uPlot(main, [figures.times, ...figures.lines], plot)];
  if (figures.gap !== undefined) {
    const below = { ...shared, ...gapOptions(gapPlot, figures), height: heights[1] };
    charts.push(new uPlot(below, [figures.times, figures.gap], gapPlot));
  }
  return { charts, update: () => update(figure, figures, charts) };
});

/**
 * Puts new figures into the charts; false where they have other lines.
 * @param {HTMLElement} figure
 * @param {any[]} charts
 */
function update(figure, figures, [main, below]) {
  const shape = shapeOf(figures);
  Object.assign(figures, { gap: undefined }, JSON.parse(figure.dataset.lines));
  if (shapeOf(figures) !== shape) return false;
  main.setData([figures.times, ...figures.lines]);
  below?.setData([figures.times, figures.gap]);
  return true;
}

/** What the options of the charts depend on. */
function shapeOf({ lines, gap }) {
  return JSON.stringify([lines.map(isSingle), gap === undefined]);
}

/** @param {(number | null)[]} prices */
function isSingle(prices) {
  return prices.filter((price) => price !== null).length === 1;
}

/**
 * Colours and dashes are those of the legend. The axis of time is below the last plot.
 * @param {HTMLElement} figure
 * @param {HTMLElement} plot
 */
function linesOptions(figure, plot, figures) {
  const { lines, gap } = figures;
  const axis = plots.axisFor(plot);
  const styles = [...figure.querySelectorAll(".legend .swatch path")].map((path) => getComputedStyle(path));
  const time = gap === undefined ? { ...axis, label: "Local time", size: 40 } : { ...axis, values: noText, size: 8 };
  return {
    width: plot.clientWidth,
    scales: { yes: { range: () => figures.range } },
    axes: [time, { ...axis, scale: "yes", label: "Chance of yes", size: 50, values: plots.percents }],
    series: [
      {},
      ...lines.map((prices, index) => {
        const { stroke, strokeDasharray } = styles[index];
        return {
          scale: "yes",
          stroke,
          dash: strokeDasharray === "none" ? undefined : strokeDasharray.split(", ").map(Number.parseFloat),
          width: 2,
          paths: uPlot.paths.stepped({ align: 1 }),
          points: { show: isSingle(prices), size: 9, fill: stroke },
        };
      }),
    ],
  };
}

/**
 * @param {HTMLElement} plot
 */
function gapOptions(plot, figures) {
  const axis = plots.axisFor(plot);
  return {
    width: plot.clientWidth,
    scales: { cents: { range: () => [0, Math.max(1, ...figures.gap) * 1.1] } },
    axes: [
      { ...axis, label: "Local time", size: 40 },
      { ...axis, scale: "cents", label: "Gap", size: 50, space: 24, values: inCents },
    ],
    series: [
      {},
      {
        scale: "cents",
        stroke: axis.stroke,
        fill: plots.resolve(plot, "var(--chart-bars)"),
        width: 1,
        paths: uPlot.paths.stepped({ align: 1 }),
        points: { show: false },
      },
    ],
  };
}

/**
 * Shows the values under the cursor in the legend, and the last known ones when it leaves.
 * @param {HTMLElement} figure
 */
function showValues(figure, figures) {
  const fieldsOf = () => [...figure.querySelectorAll("[data-value], [data-moment]")];
  let last = fieldsOf().map(({ textContent }) => textContent);
  let shown = last;
  return ({ cursor: { idx } }) => {
    const { times, lines, gap } = figures;
    const fields = fieldsOf();
    // The page has been updated: these are the last known ones now.
    if (fields.some(({ textContent }, index) => textContent !== shown[index])) {
      last = fields.map(({ textContent }) => textContent);
    }
    const isOutside = idx === null || idx === undefined;
    shown = isOutside
      ? last
      : [
          ...lines.map((prices) => textOf(prices[idx], "%")),
          ...(gap === undefined ? [] : [textOf(gap[idx], "¢")]),
          new Date(times[idx] * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
        ];
    for (const [index, field] of fields.entries()) field.textContent = shown[index];
  };
}
