import { shortDay } from "../page/figures.ts";
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
interface PlaceMark {
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

/** Round amounts from 0 up to at least `highest`, which is above 0; 3 to 6 of them, or with more steps as many. */
export function marksUpTo(highest: number, maxSteps = 5): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(highest / 4));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => highest / size <= maxSteps) ?? power;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Seconds from one mark to the next. */
const STEPS = [HOUR / 4, HOUR, 3 * HOUR, 6 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 90 * DAY, 365 * DAY];
/** More do not fit on a phone. */
const MAX_MARKS = 5;

/** Full hours or days (UTC) between two times in epoch seconds, at most five. */
export function timeMarks(from: number, to: number): readonly PlaceMark[] {
  const step = STEPS.find((seconds) => (to - from) / seconds <= MAX_MARKS) ?? to - from;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step)
    .map((at) => ({ percent: ((at - from) / (to - from)) * 100, text: step < DAY ? timeOf(at) : shortDay(at * 1000) }))
    .slice(0, MAX_MARKS);
}

/** "18:00"; at midnight the day. */
const timeOf = (at: number): string =>
  at % DAY === 0 ? shortDay(at * 1000) : new Date(at * 1000).toISOString().slice(11, 16);
