import { getPlatform, isRealMoney } from "../../domain/platforms.ts";
import { smallLines } from "../charts/small-lines.ts";
import type { Subject } from "../embeds/subject.ts";
import { estimateWidth } from "../embeds/text-width.ts";
import { changeText, percent, stamp } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
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
const FIGURES = 520;
const CHART_X = MARGIN + FIGURES + 48;
const CHART_WIDTH = INNER - FIGURES - 48;
/** Where the foot begins. */
const BOTTOM = 560;

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
  const lines = wrap(toShown(subject.title), { width: INNER, fontSize: TITLE_SIZE, maxLines: 3 });
  const top = 150 + (lines.length - 1) * 62;
  const { text: svg } =
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOUR.ground}"/><rect width="${WIDTH}" height="10" fill="${COLOUR.brand}"/>
${lines.map((line, index) => letter(line, { x: MARGIN, y: 96 + index * 62, size: TITLE_SIZE, isBold: true }))}
${figuresOf(subject, top, letter)}
${chartOf(subject, top, letter)}
${footOf(subject, letter, isDemo ? `${host}, demo` : host)}
</svg>`;
  return { svg, families: [...families] };
}

type Letter = (text: string, lettering: Lettering) => Html;

const TITLE_SIZE = 54;
const hasCourse = ({ course: { lines } }: Subject): boolean =>
  lines.some(({ prices }) => prices.some((price) => price !== null));

/** How wide regular letters are beside bold ones, which widths are estimated for. */
const REGULAR = 0.92;

/** The price in large, then a row for each platform or outcome, between `top` and the foot. */
function figuresOf(subject: Subject, top: number, letter: Letter): readonly Html[] {
  const { price, rows, ending, change } = subject;
  if (price === null && rows.length !== 1) return listOf(subject, { from: top, to: BOTTOM }, letter);
  const isSingle = rows.length === 1;
  const size = isSingle ? 150 : 96;
  const y = isSingle ? (top + BOTTOM) / 2 + 20 : top + 84;
  const headline = [
    letter(price === null ? "–" : percent(price), { x: MARGIN - 4, y, size, isBold: true }),
    letter(ending ?? (price === null ? "no price yet" : "chance of yes"), {
      x: MARGIN,
      y: y + 42,
      size: 28,
      fill: COLOUR.quiet,
    }),
  ];
  return isSingle
    ? [...headline, changeOf(change, { x: MARGIN, y: y + 86, size: 28 }, letter)]
    : [...headline, ...listOf(subject, { from: y + 60, to: BOTTOM }, letter)];
}

function listOf(subject: Subject, { from, to }: { from: number; to: number }, letter: Letter): readonly Html[] {
  const { rows, moreRows } = subject;
  const hasLines = hasCourse(subject);
  const width = hasLines ? FIGURES : INNER;
  const step = Math.min(60, (to - from) / (rows.length + (moreRows > 0 ? 1 : 0)));
  const size = Math.min(hasLines ? 32 : 28, Math.round(step * 0.72));
  const drawn = rows.map((row, index) => {
    // A colour is that of a platform or of a line.
    const colour = hasLines || row.platform !== undefined ? colourOf(row.platform, index) : undefined;
    return rowOf(row, { y: from + (index + 0.75) * step, size, width, colour }, letter);
  });
  if (moreRows === 0) return drawn;
  const y = from + (rows.length + 0.75) * step;
  return [...drawn, letter(`and ${moreRows} more`, { x: MARGIN + 30, y, size: 24, fill: COLOUR.quiet })];
}

function rowOf(
  { label, platform, price }: Subject["rows"][number],
  { y, size, width, colour }: { y: number; size: number; width: number; colour: string | undefined },
  letter: Letter,
): Html {
  const shownPrice = price === null ? "–" : percent(price);
  const isPlay = platform !== undefined && !isRealMoney(platform);
  const name = clamp(toShown(isPlay ? `${label} (play money)` : label), {
    width: width - 46 - estimateWidth(shownPrice, size),
    fontSize: size * REGULAR,
  });
  const x = colour === undefined ? MARGIN : MARGIN + 30;
  return html`${colour !== undefined && html`<rect x="${MARGIN}" y="${y - 0.33 * size - 8}" width="16" height="16" rx="3" fill="${colour}"/>`}
${letter(name, { x, y, size })}${letter(shownPrice, { x: MARGIN + width, y, size, isBold: true, anchor: "end" })}`;
}

function changeOf(change: number | null, place: Lettering, letter: Letter): Html {
  if (change === null) return html``;
  if (Math.abs(change) < 500) return letter("unchanged in 24 hours", { ...place, fill: COLOUR.quiet });
  const text = `${changeText(change)} in 24 hours`;
  return letter(text, { ...place, fill: change > 0 ? COLOUR.up : COLOUR.down });
}

function chartOf(subject: Subject, top: number, letter: Letter): Html | false {
  if (!hasCourse(subject)) return false;
  const { lines } = subject.course;
  const [x, y, width, height] = [CHART_X, top + 24, CHART_WIDTH, BOTTOM - top - 66];
  const {
    range: [low, high],
    paths,
  } = smallLines(lines, { width, height });
  const drawn = paths.map((path, index) => html`<g stroke="${colourOf(lines[index]?.platform, index)}">${path}</g>`);
  return html`<path d="M${x} ${y}h${width}M${x} ${y + height}h${width}" stroke="${COLOUR.line}" stroke-width="2"/>
<g transform="translate(${x} ${y})" fill="none" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">${drawn}</g>
${letter(percent(high), { x, y: y - 10, size: 22, fill: COLOUR.quiet })}${letter(percent(low), { x, y: y + height + 28, size: 22, fill: COLOUR.quiet })}${letter("7 days", { x: x + width, y: y + height + 28, size: 22, fill: COLOUR.quiet, anchor: "end" })}`;
}

function footOf({ platforms: [first, ...others], readAt }: Subject, letter: Letter, host: string): readonly Html[] {
  // The platforms of a question have a row each.
  const name = first === undefined || others.length > 0 ? [] : [getPlatform(first).name];
  const age = readAt === null ? [] : [`as of ${stamp(readAt)} UTC`];
  const y = HEIGHT - 28;
  return [
    html`<rect x="${MARGIN}" y="${y - 21}" width="26" height="26" rx="5" fill="${COLOUR.brand}"/><path d="M${MARGIN + 6.5} ${y - 13}h13m-6.5 0v11.5" stroke="#fff" stroke-width="3.2" stroke-linecap="round" fill="none"/>`,
    letter("Toteboard", { x: MARGIN + 38, y, size: 26, isBold: true }),
    letter(clamp(host, { width: name.length + age.length === 0 ? 800 : 420, fontSize: 22 }), {
      x: MARGIN + 190,
      y,
      size: 22,
      fill: COLOUR.quiet,
    }),
    letter([...name, ...age].join(" · "), { x: WIDTH - MARGIN, y, size: 22, fill: COLOUR.quiet, anchor: "end" }),
  ];
}

const colourOf = (platform: string | undefined, index: number): string =>
  (platform === undefined ? LINE_COLOURS[index % LINE_COLOURS.length] : PLATFORM_COLOURS[platform]) ?? COLOUR.quiet;
