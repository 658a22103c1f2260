// Draws the chart of a market with uPlot in place of the plain drawing that came with the page.

const HEIGHT = 280;
const NARROW = 480;

/** @type {{ chart: any, plot: HTMLElement, data: number[][] }[]} */
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
    const data = JSON.parse(figure.dataset.chart);
    plot.querySelector("svg")?.setAttribute("hidden", "");
    plot.classList.add("drawn");
    return { plot, data, chart: new uPlot(optionsFor(plot), data, plot) };
  });
}

/** @param {HTMLElement} plot */
function optionsFor(plot) {
  const style = getComputedStyle(plot);
  const color = (name) => style.getPropertyValue(name).trim();
  const [line, quiet, grid] = [color("--chart-line"), color("--chart-text"), color("--chart-grid")];
  const isNarrow = plot.clientWidth < NARROW;
  const axis = {
    stroke: quiet,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1 },
    font: "12px system-ui, sans-serif",
    labelFont: "12px system-ui, sans-serif",
  };
  return {
    width: plot.clientWidth,
    height: HEIGHT,
    cursor: { drag: { x: false, y: false } },
    legend: { live: true },
    scales: { yes: { range: percentRange }, usd: { range: (_, __, most) => [0, Math.max(1, most ?? 0) * 4] } },
    axes: [
      { ...axis, label: "Local time", labelSize: 18, size: 34 },
      {
        ...axis,
        scale: "yes",
        label: isNarrow ? undefined : "Chance of yes",
        labelSize: 18,
        size: isNarrow ? 40 : 46,
        values: (_, marks) => marks.map((mark) => `${mark}%`),
      },
      {
        ...axis,
        scale: "usd",
        side: 1,
        label: isNarrow ? undefined : "Volume",
        labelSize: 18,
        size: isNarrow ? 44 : 50,
        grid: { show: false },
        values: (_, marks) => marks.map(dollars),
      },
    ],
    series: [
      { label: "Time", value: (_, at) => (at === null ? "–" : new Date(at * 1000).toLocaleString()) },
      {
        label: "Yes",
        scale: "yes",
        stroke: line,
        width: 2,
        paths: uPlot.paths.stepped({ align: 1 }),
        points: { show: false },
        value: (_, value) => (value === null ? "–" : `${value.toFixed(1)}%`),
      },
      {
        label: "Volume",
        scale: "usd",
        stroke: quiet,
        fill: grid,
        width: 0,
        paths: uPlot.paths.bars({ size: [0.8, 40] }),
        points: { show: false },
        value: (_, value) => (value === null ? "–" : `$${value.toLocaleString()}`),
      },
    ],
  };
}

/** Some room around the line, never beyond 0 and 100. */
function percentRange(_, low, high) {
  if (low === null || high === null) return [0, 100];
  const room = Math.max(2, (high - low) * 0.15);
  return [Math.max(0, Math.floor(low - room)), Math.min(100, Math.ceil(high + room))];
}

const dollars = (value) =>
  value === null ? "" : `$${new Intl.NumberFormat("en-US", { notation: "compact" }).format(value)}`;
