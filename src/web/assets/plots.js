// What charts share: when they are drawn, how their axes look, zoom, keys, and colours of the style sheet.

const DAY_SECONDS = 86_400;
/** Texts of the axis of time need about this much room. */
const TIME_SPACE = 64;
const END_SHARE = 0.02;
/** Keys that move the cursor of a chart, and by how many of its times. */
const MOVES = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };
/** Keys that change what a chart shows, and how much of it stays. */
const ZOOMS = { "+": 0.5, "=": 0.5, "-": 2, Escape: Infinity };
/** A zoomed chart shows this many of its times at least. */
const MIN_TIMES = 3;
const HELP = "Arrow keys read values, plus and minus zoom, Escape shows all.";

globalThis.plots = {
  /**
   * Draws all figures of a kind, again when the colours change, and fits them to the window. New figures of a page that
   * updates itself go into the charts that are there, which keep what is under the pointer.
   * @param {string} selector
   * @param {(figure: HTMLElement, index: number) => { charts: any[], update: () => boolean }} drawFigure returns the
   *   uPlot charts of a figure, and what gives them new figures: false where they must be drawn anew
   */
  keepDrawn(selector, drawFigure) {
    const drawn = new Map();
    const chartsOf = () => [...drawn.values()].flatMap(({ charts }) => charts);
    const draw = (isKept) => {
      const figures = [...document.querySelectorAll(selector)];
      for (const [figure, { charts }] of drawn) {
        if (figures.includes(figure) && isKept(figure)) continue;
        for (const chart of charts) chart.destroy();
        drawn.delete(figure);
      }
      for (const [index, figure] of figures.entries()) {
        if (!drawn.has(figure)) drawn.set(figure, drawFigure(figure, index));
      }
    };
    draw(() => true);
    document.addEventListener("refreshed", () => draw((figure) => drawn.get(figure).update()));
    addEventListener("resize", () => {
      for (const chart of chartsOf())
        chart.setSize({ width: chart.root.parentElement.clientWidth, height: chart.height });
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => draw(() => false));
  },

  /**
   * Lets the reader zoom the charts of a figure by a drag or two fingers, back by a button or a double click, and move
   * their cursor by keys or one finger. Give the cursor of each chart `plots.drag`.
   * @param {any[]} charts the first is the one that keys move
   * @param {{ view: number[], windowOf: () => [number, number], textAt: (index: number) => string }} known what is shown,
   *   kept up to date here, and the whole window, both in epoch seconds; the values at one of the times
   * @returns what shows new figures: call it after setData(figures, false)
   */
  explore(charts, { view, windowOf, textAt }) {
    const [main] = charts;
    const plot = main.root.parentElement;
    const [back, said] = [document.createElement("button"), document.createElement("p")];
    /** What is shown of the window; null is all of it. */
    let part = null;
    const show = (next) => {
      part = next;
      back.hidden = next === null;
      const [min, max] = Object.assign(view, next ?? windowOf());
      plot.dataset.shown = `${min} ${max}`;
      for (const chart of charts) chart.setScale("x", { min, max });
    };
    Object.assign(back, { type: "button", className: "back", textContent: "Show all", hidden: true });
    Object.assign(said, { className: "hide", ariaLive: "polite" });
    plot.append(back, said);
    back.onclick = () => {
      show(null);
      plot.focus();
    };
    for (const chart of charts) {
      chart.over.addEventListener("dblclick", () => show(null));
      chart.hooks.setSelect = [() => select(chart, show)];
      touch(chart, (start, span) => show(within(chart, start, span, windowOf())));
    }
    const act = {
      zoom: (share) => show(zoomed(main, share, windowOf())),
      move(step) {
        const index = moved(main, step);
        main.setCursor({ left: main.valToPos(main.data[0][index], "x"), top: main.over.clientHeight / 2 }, true, true);
        said.textContent = textAt(index);
      },
      leave: () => main.setCursor({ left: -10, top: -10 }, true, true),
    };
    listen(plot, act);
    show(null);
    return () => show(part);
  },

  /** A drag selects times. `explore` shows them alone. */
  drag: { x: true, y: false, setScale: false, dist: 8 },

  /**
   * Options of every axis in a plot.
   * @param {HTMLElement} plot
   */
  axisFor(plot) {
    const grid = plots.resolve(plot, "var(--chart-grid)");
    return {
      stroke: plots.resolve(plot, "var(--chart-text)"),
      grid: { stroke: grid, width: 1 },
      ticks: { stroke: grid, width: 1, size: 4 },
      font: "12px system-ui, sans-serif",
      labelFont: "12px system-ui, sans-serif",
      labelSize: 18,
      labelGap: 0,
    };
  },

  /**
   * The axis of time, in UTC as all times of the page.
   * @param {HTMLElement} plot
   */
  timeAxisFor(plot) {
    const values = ({ scales: { x } }, marks, __, ___, step) =>
      marks.map((at) => (isNearEnd(at, x) ? "" : timeText(at, step)));
    return { ...plots.axisFor(plot), size: 24, gap: 3, space: TIME_SPACE, values };
  },

  /** Gives times to charts in UTC. */
  tzDate: (at) => uPlot.tzDate(new Date(at * 1000), "Etc/UTC"),

  /**
   * A moment as everywhere on the page: "20 Nov 2026, 04:09".
   * @param {number} at epoch seconds
   */
  stamp: (at) =>
    new Date(at * 1000).toLocaleString("en-GB", {
      timeZone: "UTC",
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
    }),

  percents: (_, marks) => marks.map((mark) => `${mark}%`),

  /**
   * A colour of the style sheet in a form that a canvas accepts.
   * @param {HTMLElement} place
   * @param {string} color
   */
  resolve(place, color) {
    const probe = document.createElement("span");
    probe.style.color = color;
    place.append(probe);
    const resolved = getComputedStyle(probe).color;
    probe.remove();
    return resolved;
  },
};

/**
 * "14:00", or "21 Nov" for a whole day. Drawings without a script have the same.
 * @param {number} at epoch seconds
 * @param {number} step seconds between two marks
 */
function timeText(at, step) {
  const [day, time] = plots.stamp(at).split(", ");
  if (step < DAY_SECONDS && at % DAY_SECONDS !== 0) return time;
  const [date, month, year] = day.split(" ");
  return step > 30 * DAY_SECONDS ? `${month} ${year}` : `${date} ${month}`;
}

/** Texts nearer to an end of the axis would be cut. */
function isNearEnd(at, { min, max }) {
  return Math.min(at - min, max - at) < (max - min) * END_SHARE;
}

/**
 * Shows the times that were dragged over.
 * @param {any} chart
 * @param {(part: [number, number]) => void} show
 */
function select(chart, show) {
  const { left, width } = chart.select;
  if (width === 0) return;
  const part = [chart.posToVal(left, "x"), chart.posToVal(left + width, "x")];
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (countTimes(chart, part) >= MIN_TIMES) show(part);
}

/** @param {any} chart */
function countTimes({ data: [times] }, [min, max]) {
  return times.filter((at) => at >= min && at <= max).length;
}

/**
 * What to show around the cursor, or where there is none around the middle.
 * @param {any} chart
 */
function zoomed(chart, share, window) {
  const { min, max } = chart.scales.x;
  const span = (max - min) * share;
  const middle = chart.data[0][chart.cursor.idx] ?? (min + max) / 2;
  return within(chart, middle - span / 2, span, window);
}

/**
 * The part of the window to show; null is all. It stays as it is where the new one has too few times.
 * @param {any} chart
 */
function within(chart, start, span, [from, to]) {
  if (span >= to - from) return null;
  const { min, max } = chart.scales.x;
  const first = Math.min(Math.max(from, start), to - span);
  const part = [first, first + span];
  return countTimes(chart, part) >= MIN_TIMES ? part : [min, max];
}

/**
 * One finger moves the cursor, and still scrolls the page. The times under two fingers stay under them.
 * @param {any} chart
 * @param {(start: number, span: number) => void} show
 */
function touch(chart, show) {
  const { over } = chart;
  let held = [];
  const follow = (event) => {
    const { left, width } = over.getBoundingClientRect();
    const fingers = [...event.targetTouches].map(({ clientX }) => clientX - left).sort((a, b) => a - b);
    const [first, second] = fingers;
    if (second === undefined) return chart.setCursor({ left: first, top: 1 }, true, true);
    event.preventDefault();
    if (event.type === "touchstart" || fingers.length !== held.length)
      held = fingers.map((at) => chart.posToVal(at, "x"));
    const perPixel = (held[1] - held[0]) / Math.max(second - first, 1);
    show(held[0] - first * perPixel, width * perPixel);
  };
  for (const type of ["touchstart", "touchmove"]) over.addEventListener(type, follow, { passive: false });
}

/**
 * The index of the time that a key leads to, within what is shown. Without a cursor it begins at the newest.
 * @param {any} chart
 */
function moved(chart, step) {
  const [times] = chart.data;
  const { min, max } = chart.scales.x;
  const first = times.findIndex((at) => at >= min);
  const last = times.findLastIndex((at) => at <= max);
  const { idx } = chart.cursor;
  const next = idx === null || idx === undefined ? (step === -Infinity ? first : last) : idx + step;
  return Math.min(Math.max(next, first), last);
}

/**
 * Makes a plot one stop of the keyboard.
 * @param {HTMLElement} plot
 */
function listen(plot, { zoom, move, leave }) {
  plot.tabIndex = 0;
  plot.setAttribute("role", "application");
  plot.setAttribute("aria-roledescription", "chart");
  plot.setAttribute("aria-description", HELP);
  plot.onblur = leave;
  plot.onkeydown = (event) => {
    const { key, target } = event;
    if (target !== plot || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key in MOVES) move(MOVES[key]);
    else if (key in ZOOMS) zoom(ZOOMS[key]);
    else return;
    event.preventDefault();
  };
}
