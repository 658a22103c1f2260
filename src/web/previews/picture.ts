import { getPlatform } from "../../domain/platforms.ts";
import { smallLines } from "../charts/index.ts";
import type { Subject } from "../embeds/index.ts";
import { type Html, html, percent, stamp } from "../page/index.ts";
import type { FontFamily } from "./fonts.ts";
import { clamp, toShown, toSpans, wrap } from "./lettering.ts";

/** A picture as SVG, and the fonts it needs. */
export interface Drawing {
  readonly svg: string;
  readonly families: readonly FontFamily[];
}

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 64;
const INNER = WIDTH - 2 * MARGIN;
/** The column of figures; the chart has the rest. */
const FIGURES = 500;
const CHART = { x: MARGIN + FIGURES + 48, y: 290, width: INNER - FIGURES - 48, height: 232 } as const;

const COLOUR = {
  ground: "#fcfcfb",
  text: "#1d2226",
  quiet: "#59636b",
  line: "#d9dde0",
  brand: "#1f5f8b",
  up: "#136c3a",
  down: "#a3261c",
};
const PLATFORM_COLOURS: Readonly<Record<string, string>> = {
  polymarket: "#2450c8",
  kalshi: "#0a7a5a",
  manifold: "#6d3fc4",
  predictit: "#a8500b",
  limitless: "#7a6a00",
};
const LINE_COLOURS = ["#1f3bb0", "#7a1e00", "#1a9a7e", "#b84fd8"];

interface Lettering {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly isBold?: boolean;
  readonly fill?: string;
  readonly anchor?: "start" | "end";
}

/** The picture that link previews show of a subject. `host` is that of the site. */
export function drawPicture(subject: Subject, { host, isDemo }: { host: string; isDemo: boolean }): Drawing {
  const families = new Set<FontFamily>(["Inter"]);
  const letter: Letter = (text, { x, y, size, isBold = false, fill = COLOUR.text, anchor = "start" }) =>
    html`<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}"${isBold && html` font-weight="700"`} xml:space="preserve">${toSpans(text, families)}</text>`;
  const { text: svg } =
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOUR.ground}"/><rect width="${WIDTH}" height="10" fill="${COLOUR.brand}"/>
${titleOf(subject, letter)}
${figuresOf(subject, letter)}
${chartOf(subject, letter)}
${footOf(subject, letter, isDemo ? `${host} · demo, no real money` : host)}
</svg>`;
  return { svg, families: [...families] };
}

type Letter = (text: string, lettering: Lettering) => Html;

const TITLE_SIZE = 54;

function titleOf({ title }: Subject, letter: Letter): readonly Html[] {
  const lines = wrap(toShown(title), { width: INNER, fontSize: TITLE_SIZE, maxLines: 3 });
  return lines.map((line, index) => letter(line, { x: MARGIN, y: 96 + index * 62, size: TITLE_SIZE, isBold: true }));
}

/** The price in large, then a row for each platform or outcome. */
function figuresOf(subject: Subject, letter: Letter): readonly Html[] {
  const { price, rows, ending, change, moreRows } = subject;
  const isSingle = rows.length === 1 && rows[0]?.platform !== undefined;
  const hasHeadline = price !== null || isSingle;
  const size = isSingle ? 150 : 96;
  const top = isSingle ? 430 : 370;
  const headline = hasHeadline
    ? [
        letter(price === null ? "–" : percent(price), { x: MARGIN - 4, y: top, size, isBold: true }),
        letter(ending ?? "chance of yes", { x: MARGIN, y: top + 40, size: 28, fill: COLOUR.quiet }),
      ]
    : [];
  if (isSingle) return [...headline, changeOf(change, { x: MARGIN, y: top + 84, size: 28 }, letter)];
  const from = hasHeadline ? top + 90 : 322;
  const step = hasHeadline ? Math.min(46, 132 / Math.max(1, rows.length)) : 52;
  const drawn = rows.map((row, index) =>
    rowOf(row, { index, y: from + index * step, size: step < 40 ? 26 : 30 }, letter),
  );
  const more =
    moreRows > 0
      ? [letter(`and ${moreRows} more`, { x: MARGIN + 30, y: from + rows.length * step, size: 24, fill: COLOUR.quiet })]
      : [];
  return [...headline, ...drawn, ...more];
}

function rowOf(
  { label, platform, price }: Subject["rows"][number],
  { index, y, size }: { index: number; y: number; size: number },
  letter: Letter,
): Html {
  const name = clamp(toShown(label), { width: FIGURES - 170, fontSize: size });
  return html`<rect x="${MARGIN}" y="${y - 18}" width="16" height="16" rx="3" fill="${colourOf(platform, index)}"/>
${letter(name, { x: MARGIN + 30, y, size })}${letter(price === null ? "–" : percent(price), { x: MARGIN + FIGURES, y, size, isBold: true, anchor: "end" })}`;
}

function changeOf(change: number | null, place: Lettering, letter: Letter): Html {
  const points = ((change ?? 0) / 10_000).toFixed(1);
  if (change === null) return html``;
  if (Math.abs(change) < 500) return letter("unchanged in 24 hours", { ...place, fill: COLOUR.quiet });
  const text = `${change > 0 ? "▲" : "▼"} ${points.replace("-", "")} points in 24 hours`;
  return letter(text, { ...place, fill: change > 0 ? COLOUR.up : COLOUR.down });
}

function chartOf({ course: { lines } }: Subject, letter: Letter): Html | false {
  if (lines.every(({ prices }) => prices.every((price) => price === null))) return false;
  const { x, y, width, height } = CHART;
  const {
    range: [low, high],
    paths,
  } = smallLines(lines, { width, height });
  const drawn = paths.map((path, index) => html`<g stroke="${colourOf(lines[index]?.platform, index)}">${path}</g>`);
  return html`<path d="M${x} ${y}h${width}M${x} ${y + height}h${width}" stroke="${COLOUR.line}" stroke-width="2"/>
<g transform="translate(${x} ${y})" fill="none" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">${drawn}</g>
${letter(percent(high), { x, y: y - 10, size: 22, fill: COLOUR.quiet })}${letter(percent(low), { x, y: y + height + 28, size: 22, fill: COLOUR.quiet })}${letter("7 days", { x: x + width, y: y + height + 28, size: 22, fill: COLOUR.quiet, anchor: "end" })}`;
}

function footOf({ platforms, readAt }: Subject, letter: Letter, host: string): readonly Html[] {
  const names = platforms.map((platform) => getPlatform(platform).name).join(" · ");
  const age = readAt === null ? "" : ` · as of ${stamp(readAt)} UTC`;
  const y = HEIGHT - 28;
  return [
    html`<rect x="${MARGIN}" y="${y - 21}" width="26" height="26" rx="5" fill="${COLOUR.brand}"/><path d="M${MARGIN + 6.5} ${y - 13}h13m-6.5 0v11.5" stroke="#fff" stroke-width="3.2" stroke-linecap="round" fill="none"/>`,
    letter("Toteboard", { x: MARGIN + 38, y, size: 26, isBold: true }),
    letter(clamp(host, { width: 360, fontSize: 22 }), { x: MARGIN + 190, y, size: 22, fill: COLOUR.quiet }),
    letter(`${names}${age}`, { x: WIDTH - MARGIN, y, size: 22, fill: COLOUR.quiet, anchor: "end" }),
  ];
}

const colourOf = (platform: string | undefined, index: number): string =>
  (platform === undefined ? LINE_COLOURS[index % LINE_COLOURS.length] : PLATFORM_COLOURS[platform]) ?? COLOUR.quiet;
