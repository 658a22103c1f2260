// What charts share: when they are drawn, how their axes look, and colours of the style sheet.

const NARROW = 480;

globalThis.plots = {
  /**
   * Draws all figures of a kind, again when the page or its colours change, and fits them to the window.
   * @param {string} selector
   * @param {(figure: HTMLElement, index: number) => any[]} drawFigure returns the uPlot charts of a figure
   */
  keepDrawn(selector, drawFigure) {
    let charts = [];
    const draw = () => {
      for (const chart of charts) chart.destroy();
      charts = [...document.querySelectorAll(selector)].flatMap(drawFigure);
    };
    draw();
    document.addEventListener("refreshed", draw);
    addEventListener("resize", () => {
      for (const chart of charts) chart.setSize({ width: chart.root.parentElement.clientWidth, height: chart.height });
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  },

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

  percents: (_, marks) => marks.map((mark) => `${mark}%`),

  /** @param {HTMLElement} plot */
  isNarrow: (plot) => plot.clientWidth < NARROW,

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
