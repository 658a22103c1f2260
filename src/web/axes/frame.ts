import { type Html, html } from "../page/html.ts";

/** Files that a page with such a chart needs. */
export const AXES_ASSETS = ["figures.css"];

/** In pixels; the width is that of the page. */
const HEIGHT = 220;
const HEAD = 8;
const FOOT = 20;
const SCALE_WIDTH = 52;

/** Texts this near to an end, in percent of the width, stay inside of it. */
const MIN_INSET = 6;

/** A text below the drawing. */
export interface PlaceMark {
  /** From the left. */
  readonly percent: number;
  readonly text: string;
}

interface FramedPlot {
  /** What the chart shows, in a sentence. */
  readonly summary: string;
  /** Shapes: x in percent, y in pixels by `toY`. */
  readonly shapes: Html | readonly (Html | false)[];
  readonly below: readonly PlaceMark[];
}

export interface Frame {
  /** Of the whole drawing, in pixels. */
  readonly height: number;
  /** Where a value is, in pixels from the top. */
  toY(value: number): number;
  draw(plot: FramedPlot): Html;
}

/** The frame of a chart with these values at its scale, the lowest first, and their texts. */
export function createFrame(marks: readonly number[], textOf: (mark: number) => string): Frame {
  const [low, high] = [marks[0] ?? 0, marks.at(-1) ?? 1];
  const toY = (value: number): number => HEAD + HEIGHT - ((value - low) / (high - low)) * HEIGHT;
  const height = HEAD + HEIGHT + FOOT;
  return {
    height,
    toY,
    draw: ({ summary, shapes, below }) => html`<div class="framed">
<svg class="scale" width="${SCALE_WIDTH}" height="${height}" aria-hidden="true">\
${marks.map((mark) => html`<text x="${SCALE_WIDTH - 6}" y="${(toY(mark) + 4).toFixed(1)}">${textOf(mark)}</text>`)}</svg>
<svg class="field" width="100%" height="${height}" role="img" aria-label="${summary}">${marks.map(
      (mark) => html`<line class="grid" x1="0" x2="100%" y1="${toY(mark).toFixed(1)}" y2="${toY(mark).toFixed(1)}"/>`,
    )}${shapes}${below.map(drawBelow)}</svg>
</div>`,
  };
}

const drawBelow = ({ percent, text }: PlaceMark): Html =>
  html`<text x="${percent.toFixed(2)}%" y="${HEAD + HEIGHT + FOOT - 4}" text-anchor="${anchorOf(percent)}">${text}</text>`;

function anchorOf(percent: number): string {
  if (percent < MIN_INSET) return "start";
  return percent > 100 - MIN_INSET ? "end" : "middle";
}
