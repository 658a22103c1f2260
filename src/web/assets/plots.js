// What charts share: when they are drawn, how their axes look, and colours of the style sheet.

const NARROW = 480;

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
