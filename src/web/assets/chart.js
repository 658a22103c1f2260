// Draws the chart of a market with uPlot in place of the plain drawing that came with the page.

const HEIGHT = 280;
const NARROW = 480;

/** Bars stay in the lower part, behind the line. */
const BAR_ROOM = 4;

const compact = new Intl.NumberFormat("en-US", { notation: "compact" });

/** @type {{ chart: any, plot: HTMLElement }[]} */
let drawn = [];

draw();
document.addEventListener("refreshed", draw);
addEventListener("resize", () => {
  for (const { chart, plot } of drawn) chart.setSize({ width: plot.clientWidth, height: HEIGHT });
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

function draw() {
  for (const { chart } of drawn) chart.destroy();
  drawn = [...document.querySelectorAll("[data-chart]")].map((figure) => {
    const plot = figure.querySelector(".plot");
    const [times, prices, volumes] = JSON.parse(figure.dataset.chart);
    plot.replaceChildren();
    const options = optionsFor(plot);
    figure.dataset.axes = options.axes.map(({ label }) => label).join(", ");
    return { plot, chart: new uPlot(options, [times, volumes, prices], plot) };
  });
}

/** @param {HTMLElement} plot */
function optionsFor(plot) {
  const [line, quiet, grid, bars] = ["line", "text", "grid", "bars"].map((name) =>
    resolve(plot, `var(--chart-${name})`),
  );
  const isNarrow = plot.clientWidth < NARROW;
  const axis = {
    stroke: quiet,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1, size: 4 },
    font: "12px system-ui, sans-serif",
    labelFont: "12px system-ui, sans-serif",
    labelSize: 18,
    labelGap: 0,
  };
  const percents = (_, marks) => marks.map((mark) => `${mark}%`);
  const amounts = (_, marks) => marks.map((mark) => (mark === null ? "" : `$${compact.format(mark)}`));
  return {
    width: plot.clientWidth,
    height: HEIGHT,
    cursor: { drag: { x: false, y: false } },
    scales: { yes: { range: percentRange }, usd: { range: (_, __, most) => [0, Math.max(1, most ?? 0) * BAR_ROOM] } },
    axes: [
      { ...axis, label: "Local time", size: 40 },
      { ...axis, scale: "yes", label: "Chance of yes", size: 42, values: percents },
      {
        ...axis,
        scale: "usd",
        side: 1,
        label: "Volume",
        size: isNarrow ? 46 : 52,
        grid: { show: false },
        values: amounts,
      },
    ],
    // Painted in this order: the line after the bars, which would hide it.
    series: [
      { label: "Time", value: (_, at) => (at === null ? "–" : new Date(at * 1000).toLocaleString()) },
      {
        label: "Volume",
        scale: "usd",
        fill: bars,
        width: 0,
        paths: uPlot.paths.bars({ size: [0.8, 40] }),
        points: { show: false },
        value: (_, value) => (value === null ? "–" : `$${Math.round(value).toLocaleString()}`),
      },
      {
        label: "Yes",
        scale: "yes",
        stroke: line,
        width: 2,
        paths: uPlot.paths.stepped({ align: 1 }),
        points: { show: false },
        value: (_, value) => (value === null ? "–" : `${value.toFixed(1)}%`),
      },
    ],
  };
}

/**
 * A colour of the style sheet as a canvas understands it.
 * @param {HTMLElement} place
 * @param {string} color
 */
function resolve(place, color) {
  const probe = document.createElement("span");
  probe.style.color = color;
  place.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

/** Some room around the line, never beyond 0 and 100. */
function percentRange(_, low, high) {
  if (low === null || high === null) return [0, 100];
  const room = Math.max(2, (high - low) * 0.15);
  return [Math.max(0, Math.floor(low - room)), Math.min(100, Math.ceil(high + room))];
}
