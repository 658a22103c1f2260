// Replaces the SVG chart of a market with one drawn by uPlot.

const HEIGHT = 280;
/** Columns stay in the lower part, behind the line. */
const BAR_ROOM = 4;

const compact = new Intl.NumberFormat("en-US", { notation: "compact" });

plots.keepDrawn("[data-chart]", (figure) => {
  const plot = figure.querySelector(".plot");
  const known = readFigures(figure);
  plot.replaceChildren();
  const options = optionsFor(plot, known);
  figure.dataset.axes = options.axes.map(({ label }) => label).join(", ");
  const chart = new uPlot(options, known.data, plot);
  const update = () => {
    const { isSingle } = known;
    Object.assign(known, readFigures(figure));
    chart.setData(known.data);
    return known.isSingle === isSingle;
  };
  return { charts: [chart], update };
});

/** @param {HTMLElement} figure */
function readFigures(figure) {
  const [times, prices, volumes, hours] = JSON.parse(figure.dataset.chart);
  const isSingle = prices.filter((price) => price !== null).length === 1;
  return { data: [times, volumes, prices], hours, isSingle };
}

/**
 * @param {HTMLElement} plot
 * @param {{ isSingle: boolean, hours: (number | null)[] }} known what is known beside the figures, kept up to date
 */
function optionsFor(plot, known) {
  const { isSingle } = known;
  const [line, bars] = ["line", "bars"].map((name) => plots.resolve(plot, `var(--chart-${name})`));
  const axis = plots.axisFor(plot);
  const amounts = (_, marks) => marks.map((mark) => (mark === null ? "" : `$${compact.format(mark)}`));
  return {
    width: plot.clientWidth,
    height: HEIGHT,
    cursor: { drag: { x: false, y: false } },
    scales: { yes: { range: percentRange }, usd: { range: (_, __, most) => [0, Math.max(1, most ?? 0) * BAR_ROOM] } },
    axes: [
      { ...axis, label: "Local time", size: 40 },
      { ...axis, scale: "yes", label: "Chance of yes", size: 42, values: plots.percents },
      {
        ...axis,
        scale: "usd",
        side: 1,
        label: "Volume per hour",
        size: plots.isNarrow(plot) ? 46 : 52,
        grid: { show: false },
        values: amounts,
      },
    ],
    hooks: { draw: isSingle ? [drawLevel] : [] },
    // Drawn in this order: columns first, so that they do not hide the line.
    series: [
      { label: "Time", value: (_, at) => (at === null ? "–" : new Date(at * 1000).toLocaleString()) },
      {
        label: "Volume",
        scale: "usd",
        fill: bars,
        width: 0,
        paths: columns,
        points: { show: false },
        value: (_, value, __, index) => (value === null ? "–" : volumeText(value, known.hours[index])),
      },
      {
        label: "Yes",
        scale: "yes",
        stroke: line,
        width: 2,
        paths: uPlot.paths.stepped({ align: 1 }),
        points: { show: isSingle, size: 9, fill: line },
        value: (_, value) => (value === null ? "–" : `${value.toFixed(1)}%`),
      },
    ],
  };
}

/**
 * A column for each interval, as wide as it is long: equal areas are equal volumes.
 * @param {any} chart
 */
function columns(chart, series, first, last) {
  const fill = new Path2D();
  const [times] = chart.data;
  const floor = chart.valToPos(0, "usd", true);
  for (let index = Math.max(1, first); index <= last; index++) {
    const value = chart.data[series][index];
    if (value === null) continue;
    const left = chart.valToPos(times[index - 1], "x", true);
    const top = chart.valToPos(value, "usd", true);
    fill.rect(left, top, chart.valToPos(times[index], "x", true) - left, floor - top);
  }
  return { fill, stroke: null, clip: null, band: null, gaps: null, flags: 0 };
}

/** @param {number | null} hours */
function volumeText(value, hours) {
  const amount = `$${Math.round(value).toLocaleString()} an hour`;
  return hours > 1 ? `${amount}, average of ${hours} h` : amount;
}

/**
 * A level line through the only price, which is easy to miss.
 * @param {any} chart
 */
function drawLevel(chart) {
  const [, , prices] = chart.data;
  const price = prices.find((one) => one !== null);
  const { ctx, bbox } = chart;
  const y = chart.valToPos(price, "yes", true);
  ctx.save();
  ctx.strokeStyle = chart.series[2].stroke(chart, 2);
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/** Some room around the line, within 0 and 100. */
function percentRange(_, low, high) {
  if (low === null || high === null) return [0, 100];
  const room = Math.max(2, (high - low) * 0.15);
  return [Math.max(0, Math.floor(low - room)), Math.min(100, Math.ceil(high + room))];
}
