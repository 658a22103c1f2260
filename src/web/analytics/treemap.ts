import { estimateWidth } from "../embeds/text-width.ts";
import { type Html, html } from "../page/html.ts";
import { type Rectangle, squarify } from "./squarify.ts";

/** A tile: a link with the colour of its platform. */
export interface Tile {
  readonly platform: string;
  /** Above 0. */
  readonly area: number;
  readonly name: string;
  readonly figure: string;
  /** Its share of all, in words. */
  readonly share: string;
  readonly path: string;
}

export interface TreemapGroup {
  readonly name: string;
  /** That of all its tiles. */
  readonly area: number;
  /** The largest first. */
  readonly tiles: readonly Tile[];
}

/**
 * Two drawings; the page shows the one that suits its width. Widths are the smallest that each is drawn for. A head
 * takes its place at all widths, so it needs to fit from the step `maxHeadStep`.
 */
const LAYOUTS = [
  { className: "broad", width: 640, shape: 1.9, height: 420, maxHeadStep: 960 },
  { className: "tall", width: 300, shape: 1.1, height: 680, maxHeadStep: 300 },
] as const;
type Layout = (typeof LAYOUTS)[number];

/** Widths of the page, in pixels, from which further labels fit; analytics.css has them too. */
const STEPS = [300, 380, 480, 640, 800, 960, 1120];

const FONT_SIZE = 13;
const LINE = 16;
const MARGIN = 6;
const HEADER = 22;

/** Tiles in groups, with an area for each amount. Labels stand only where they fit. */
export const treemap = (groups: readonly TreemapGroup[], summary: string): Html =>
  html`<div class="treemap">${LAYOUTS.map((layout) => drawing(groups, layout, summary))}</div>`;

function drawing(groups: readonly TreemapGroup[], layout: Layout, summary: string): Html {
  const { className, width, shape, height } = layout;
  // Squares of the usual width, which is more than the smallest one.
  const scale = shape * width;
  const placed = squarify(groups, { x: 0, y: 0, width: scale, height });
  return html`<svg class="${className}" width="100%" height="${height}" role="group" aria-label="${summary}">${placed.map(
    (group) => drawGroup(group, { layout, scale }),
  )}</svg>`;
}

interface Scale {
  readonly layout: Layout;
  /** The width that rectangles are measured in. */
  readonly scale: number;
}

function drawGroup(group: TreemapGroup & Rectangle, scale: Scale): Html {
  const { name, tiles, x, y, width, height } = group;
  const step = findStep(name, group, scale);
  const headed = height >= HEADER + 2 * LINE && step !== undefined && step <= scale.layout.maxHeadStep;
  const header = headed ? HEADER : 0;
  const placed = squarify(tiles, { x, y: y + header, width, height: height - header });
  return html`<g>${headed && html`<text class="group${step > scale.layout.width && ` from-${step}`}" x="${toPercent(x, scale)}" dx="${MARGIN - 3}" y="${(y + 15).toFixed(1)}">${name}</text>`}${placed.map(
    (tile) => drawTile(tile, scale, { group: name, headed }),
  )}</g>`;
}

/** Its labels are the platform and the amount. Without a heading of its group above it, it has a title alone. */
function drawTile(tile: Tile & Rectangle, scale: Scale, { group, headed }: { group: string; headed: boolean }): Html {
  const { platform, name, figure, share, path, x, y, width, height } = tile;
  const text = `${group} on ${name}: ${figure}, ${share}`;
  return html`<a href="${path}" aria-label="${text}"><title>${text}</title><svg x="${toPercent(x, scale)}" y="${y.toFixed(1)}" width="${toPercent(width, scale)}" height="${height.toFixed(1)}"><rect class="p-${platform}" width="100%" height="100%"/>${headed && drawLabels(tile, scale)}</svg></a>`;
}

/** Each line needs those above it too. */
function drawLabels(tile: Tile & Rectangle, scale: Scale): readonly Html[] {
  const lines = [tile.name, tile.figure];
  const unfit = lines.findIndex((line) => findStep(line, tile, scale) === undefined);
  let from = 0;
  return lines
    .slice(0, unfit === -1 ? lines.length : unfit)
    .slice(0, Math.floor((tile.height - 4) / LINE))
    .map((line, index) => {
      from = Math.max(from, findStep(line, tile, scale) ?? 0);
      return html`<text${from > scale.layout.width && html` class="from-${from}"`} x="${MARGIN}" y="${LINE * (index + 1)}">${line}</text>`;
    });
}

/** The smallest width of the page at which a text fits into a rectangle; undefined if none. */
function findStep(text: string, { width }: Rectangle, { layout, scale }: Scale): number | undefined {
  const needed = ((estimateWidth(text, FONT_SIZE) + 2 * MARGIN) * scale) / width;
  return STEPS.find((step) => step >= layout.width && step >= needed);
}

const toPercent = (length: number, { scale }: Scale): string => `${((length / scale) * 100).toFixed(2)}%`;
