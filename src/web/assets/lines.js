// Replaces the SVG chart of prices, and that of the volume below it, with charts drawn by uPlot.

/** Between two bars, of their width and in pixels: the smaller counts. */
const GAP_SHARE = 0.14;
const GAP = 3;
const BODY_SHARE = 0.64;
const MARK_RADIUS = 8;
/** Numbers of moments nearer to each other are joined, in pixels. */
const MIN_APART = 26;
/** Above and below the lines in points, and beyond 0 and 100 as a part of the axis. */
const MIN_ROOM = 5;
const BELOW_SHARE = 0.03;
const ABOVE_SHARE = 0.09;

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 });
const inMoney = (sign) => (_, marks) =>
  marks.map((mark) => `${sign}${mark > 0 && mark < 1 ? mark.toFixed(2) : compact.format(mark)}`);

/** @param {number | null} value in percents; the same text as on the page */
function textOf(value) {
  if (value > 0 && value < 0.1) return "under 0.1%";
  if (value > 99.9 && value < 100) return "over 99.9%";
  return value === null ? "–" : `${value.toFixed(1)}%`;
}

plots.keepDrawn("[data-lines]", (figure, index) => {
  const figures = JSON.parse(figure.dataset.lines);
  const places = [...figure.querySelectorAll(".plot")];
  const sizes = places.map(({ clientWidth, clientHeight }) => ({ width: clientWidth, height: clientHeight }));
  for (const place of places) place.replaceChildren();
  const shared = {
    legend: { show: false },
    cursor: {
      drag: { ...plots.drag },
      y: false,
      points: { size: 7 },
      sync: { key: `lines-${index}`, scales: ["x", null] },
    },
    tzDate: plots.tzDate,
    padding: [8, 12, 0, 0],
  };
  const [place, below] = places;
  const view = [...figures.window];
  const main = { ...shared, ...pricesOptions(figure, place, { figures, view }), ...sizes[0] };
  const charts = [new uPlot(main, pricesOf(figures), place)];
  if (below !== undefined) {
    charts.push(new uPlot({ ...shared, ...lowerOptions(below, figures), ...sizes[1] }, lowerOf(figures), below));
  }
  figure.dataset.axes = [...figure.querySelectorAll(".axis")].map(({ textContent }) => textContent).join(", ");
  const showValues = legendOf(figure, figures);
  charts[0].hooks.setCursor = [showValues];
  const textAt = (at) => spoken(figure, figures, at);
  const refresh = plots.explore(charts, { view, windowOf: () => figures.window, textAt });
  return { charts, update: () => update(figure, figures, { charts, refresh, showValues }) };
});

/**
 * Puts new figures into the charts; false where they have other lines.
 * @param {HTMLElement} figure
 */
function update(figure, figures, { charts: [main, below], refresh, showValues }) {
  const shape = shapeOf(figures);
  const newer = JSON.parse(figure.dataset.lines);
  const isSame = shapeOf(newer) === shape && (below === undefined) === (lowerOf(newer) === undefined);
  if (!isSame) return false;
  for (const name of Object.keys(figures)) delete figures[name];
  Object.assign(figures, newer);
  main.setData(pricesOf(figures), false);
  below?.setData(lowerOf(figures), false);
  refresh();
  showValues(main, true);
  return true;
}

/** What the options of the charts depend on. */
function shapeOf({ lines, candles, volume }) {
  return JSON.stringify([lines?.map(isSingle), candles === undefined, volume?.seconds]);
}

/** @param {(number | null)[]} prices */
function isSingle(prices) {
  return prices.filter((price) => price !== null).length === 1;
}

/** The data of the upper chart: of candles the closing prices, which the cursor follows. */
function pricesOf({ times, lines, candles }) {
  return [times, ...(lines ?? [candles.prices.map(([, , , close]) => close)])];
}

/** The data of the lower chart; undefined without one. A bar stands at its middle. */
function lowerOf({ volume }) {
  return volume && [volume.bars.map(([from, to]) => (from + to) / 2), volume.bars.map(([, , traded]) => traded)];
}

/**
 * Colours and dashes are those of the legend.
 * @param {HTMLElement} figure
 * @param {HTMLElement} plot
 */
function pricesOptions(figure, plot, { figures, view }) {
  const styles = [...figure.querySelectorAll(".legend .swatch path")].map((path) => getComputedStyle(path));
  const yes = { ...plots.axisFor(plot), scale: "yes", size: 52, space: 36, values: plots.percents };
  return {
    scales: { x: { range: (_, min, max) => [min, max] }, yes: { range: () => priceRange(view, figures) } },
    axes: [plots.timeAxisFor(plot), yes],
    hooks: { draw: [(chart) => drawMoments(chart, plot, figures, true)] },
    series: [
      {},
      ...styles.map(({ stroke, strokeDasharray }, index) => ({
        scale: "yes",
        stroke,
        dash: strokeDasharray === "none" ? undefined : strokeDasharray.split(", ").map(Number.parseFloat),
        width: 2,
        ...(figures.candles === undefined
          ? { paths: uPlot.paths.stepped({ align: 1 }), points: pointsOf(figures.lines[index], stroke) }
          : { dash: undefined, width: 1.5, fill: stroke, paths: candlePaths(figures), points: { show: false } }),
      })),
    ],
  };
}

/** The only price of a line is a point. */
function pointsOf(prices, stroke) {
  return { show: isSingle(prices), size: 9, fill: stroke };
}

/**
 * @param {HTMLElement} plot
 */
function lowerOptions(plot, figures) {
  const axis = plots.axisFor(plot);
  const range = (_, __, most) => [0, Math.max(1, most ?? 0) * 1.05];
  const fill = plots.resolve(plot, "var(--chart-bars)");
  return {
    scales: { x: { range: (_, min, max) => [min, max] }, amount: { range } },
    axes: [
      plots.timeAxisFor(plot),
      { ...axis, scale: "amount", size: 52, space: 24, values: inMoney(figures.volume.sign) },
    ],
    hooks: { draw: [(chart) => drawMoments(chart, plot, figures, false)] },
    series: [{}, { scale: "amount", fill, points: { show: false }, width: 0, paths: barPaths(figures) }],
  };
}

/** Bars as wide as their time, but for a little room between them. */
function barPaths(figures) {
  return (chart) => {
    const fill = new Path2D();
    const floor = chart.valToPos(0, "amount", true);
    for (const [from, to, dollars] of figures.volume.bars) {
      const [left, right] = [from, to].map((at) => chart.valToPos(at, "x", true));
      const gap = Math.min((right - left) * GAP_SHARE, GAP * devicePixelRatio);
      const top = chart.valToPos(dollars, "amount", true);
      fill.rect(left, top, right - left - gap, floor - top);
    }
    return { fill, stroke: null, clip: null, band: null, gaps: null, flags: 0 };
  };
}

/** Candles: hollow where the price rose or stayed, filled where it fell. */
function candlePaths(figures) {
  return (chart) => {
    const [stroke, fill] = [new Path2D(), new Path2D()];
    const { seconds, starts, prices } = figures.candles;
    for (const [index, candle] of prices.entries()) {
      const x = chart.valToPos(figures.times[index], "x", true);
      // The first and the last candle may have less time.
      const end = chart.valToPos(Math.min(starts[index] + seconds, figures.window[1]), "x", true);
      const width = 2 * (end - x) * BODY_SHARE;
      const [open, high, low, close] = candle.map((price) => chart.valToPos(price, "yes", true));
      const [top, bottom] = [Math.min(open, close), Math.max(open, close)];
      stroke.moveTo(x, high);
      stroke.lineTo(x, top);
      stroke.moveTo(x, bottom);
      stroke.lineTo(x, low);
      stroke.rect(x - width / 2, top, width, bottom - top);
      if (close > open) fill.rect(x - width / 2, top, width, bottom - top);
    }
    return { stroke, fill, clip: null, band: null, gaps: null, flags: 0 };
  };
}

/**
 * Vertical lines where something happened, with the number of their line in the list.
 * @param {any} chart
 * @param {HTMLElement} plot
 */
function drawMoments(chart, plot, { moments = [] }, hasNumbers) {
  const { ctx, bbox, scales } = chart;
  const scale = devicePixelRatio;
  const [ink, ground] = ["var(--chart-text)", "var(--raised)"].map((color) => plots.resolve(plot, color));
  const shown = moments.flatMap((at, index) =>
    at < scales.x.min || at > scales.x.max ? [] : [{ x: chart.valToPos(at, "x", true), number: index + 1 }],
  );
  ctx.save();
  Object.assign(ctx, { strokeStyle: ink, lineWidth: scale, textAlign: "center", textBaseline: "middle" });
  ctx.font = `${11 * scale}px system-ui, sans-serif`;
  ctx.setLineDash([3 * scale, 3 * scale]);
  for (const { x } of shown) {
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  const radius = MARK_RADIUS * scale;
  const y = bbox.top + radius + scale;
  for (const { x, text } of hasNumbers ? joinMarks(shown, MIN_APART * scale) : []) {
    const width = Math.max(2 * radius, ctx.measureText(text).width + radius);
    ctx.fillStyle = ink;
    ctx.beginPath();
    ctx.roundRect(x - width / 2, y - radius, width, 2 * radius, radius);
    ctx.fill();
    ctx.fillStyle = ground;
    ctx.fillText(text, x, y);
  }
  ctx.restore();
}

/** One mark for numbers that would cover each other: "1–2", halfway between them. Drawings without a script have the same. */
function joinMarks(shown, apart) {
  const groups = [];
  for (const mark of shown) {
    const group = groups.at(-1);
    if (group !== undefined && mark.x - group.at(-1).x < apart) group.push(mark);
    else groups.push([mark]);
  }
  return groups.map((group) => {
    const [first, last] = [group[0], group.at(-1)];
    const text = first === last ? `${first.number}` : `${first.number}–${last.number}`;
    return { x: (first.x + last.x) / 2, text };
  });
}

/** Whole percents around what is shown, within 0 and 100 but for a little room there. Drawings without a script have the same. */
function priceRange([min, max], { times, lines, candles }) {
  const shown = (at, next) => (next ?? at) >= min && at <= max;
  const known = times.flatMap((at, index) => {
    if (!shown(at, times[index + 1])) return [];
    return (lines?.map((prices) => prices[index]) ?? candles.prices[index]).filter((price) => price !== null);
  });
  if (known.length === 0) return [0, 100];
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const room = Math.max(MIN_ROOM, (highest - lowest) * 0.1);
  const low = Math.max(0, Math.floor(lowest - room));
  const high = Math.min(100, Math.ceil(highest + room));
  const length = high - low;
  return [low === 0 ? -length * BELOW_SHARE : low, high === 100 ? 100 + length * ABOVE_SHARE : high];
}

/** In the order of the legend. */
function valuesAt({ times, lines, candles, volume }, index) {
  const at = candles?.starts[index] ?? times[index];
  const prices = lines?.map((one) => textOf(one[index])) ?? [candleText(candles.prices[index])];
  if (volume !== undefined) prices.push(volumeText(volume, times[index]));
  return [...prices, plots.stamp(at)];
}

/** @param {number[]} prices */
function candleText(prices) {
  const [open, high, low, close] = prices.map((price) => price.toFixed(1));
  return `${close}% (open ${open}, high ${high}, low ${low})`;
}

/** What was traded in the bar that a time is in. */
function volumeText({ seconds, sign, bars }, at) {
  const bar = bars.findLast(([from]) => from <= at);
  if (bar === undefined || at > bar[1]) return "–";
  const [from, to, traded, isWhole] = bar;
  const amount = `${sign}${compact.format(Math.round(traded))}`;
  if (isWhole) return amount;
  return `${amount} ${to - from < seconds ? "so far" : "in part"}`;
}

/**
 * What a screen reader says of one of the times.
 * @param {HTMLElement} figure
 */
function spoken(figure, figures, index) {
  const values = valuesAt(figures, index);
  const names = [...figure.querySelectorAll(".legend li")].map((item) => item.firstChild.textContent.trim());
  const labels = [...figure.querySelectorAll(".legend [data-value]")].map(({ previousSibling }, place) =>
    (previousSibling?.textContent ?? names[place]).trim(),
  );
  return `${values.at(-1)}: ${labels.map((label, place) => `${label} ${values[place]}`).join(", ")}`;
}

/**
 * Shows the values under the cursor in the legend, and the last known ones when it leaves: those that the page has when
 * it is new.
 * @param {HTMLElement} figure
 */
function legendOf(figure, figures) {
  const fieldsOf = () => [...figure.querySelectorAll("[data-value], [data-moment]")];
  let last = fieldsOf().map(({ textContent }) => textContent);
  return ({ cursor: { idx } }, isNew = false) => {
    const fields = fieldsOf();
    if (isNew) last = fields.map(({ textContent }) => textContent);
    const isOutside = idx === null || idx === undefined;
    const shown = isOutside ? last : valuesAt(figures, idx);
    for (const [index, field] of fields.entries()) field.textContent = shown[index];
  };
}
