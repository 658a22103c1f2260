import { pathQuestionId } from "../../api/question-id.ts";
import { basePathOf, type Context } from "../../context.ts";
import type { AppError } from "../../errors.ts";
import { pathEventId, pathMarketId, pathPlatform } from "../../http/filters.ts";
import type { Headers } from "../../http/headers.ts";
import { choice, optional } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import type { Document, Route } from "../../http/route.ts";
import { linesSummary, smallLinesChart } from "../charts/lines-chart.ts";
import { assetPath } from "../page/assets.ts";
import { change, counted, moment, priceText, shortDay } from "../page/figures.ts";
import { textOf } from "../page/form.ts";
import { helpFor } from "../page/help.ts";
import { type Html, html } from "../page/html.ts";
import { sentence } from "../page/layout.ts";
import { platformTag } from "../page/links.ts";
import { createPublicPages } from "../page/public-page.ts";
import { titleParts } from "../page/titles.ts";
import { readEvent, readMarket, readQuestion, type Subject, type SubjectRow } from "./subject.ts";

/** A page of another site may show several parts of this one, and all its readers may come through one proxy. */
const TIMES_THE_PAGES = 10;

/** Parts of this site for pages of others: frames. */
export function embedPages(platforms: readonly string[]): readonly Route[] {
  const pages = createPublicPages(TIMES_THE_PAGES);
  return framePages(pages, platforms);
}

type Pages = ReturnType<typeof createPublicPages>;

const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const theme = optional(choice({ description: "Its colours; by default those of the reader.", values: THEMES }));

function framePages({ page }: Pages, platforms: readonly string[]): readonly Route[] {
  const refuse = toEmbedError;
  return [
    page({
      path: "/embed/questions/:question_id",
      summary: "A question in a frame: its price on every platform",
      parameters: { question_id: pathQuestionId, theme },
      refuse,
      render: async (context, { question_id, theme }) =>
        toEmbed(context, await readQuestion(context, question_id), theme),
    }),
    page({
      path: "/embed/events/:platform/:event_id",
      summary: "An event in a frame: its likeliest outcomes",
      parameters: { platform: pathPlatform(platforms), event_id: pathEventId, theme },
      refuse,
      render: async (context, { platform, event_id, theme }) =>
        toEmbed(context, await readEvent(context, platform, event_id), theme),
    }),
    page({
      path: "/embed/:platform/:market_id",
      summary: "A market in a frame: its price and its course",
      parameters: { platform: pathPlatform(platforms), market_id: pathMarketId, theme },
      refuse,
      render: async (context, { platform, market_id, theme }) =>
        toEmbed(context, await readMarket(context, platform, market_id), theme),
    }),
  ];
}

/** Of what pages of other sites show: anyone may load and cache it for a minute, and no search engine lists it. */
const SHARED_HEADERS: Headers = {
  "Cache-Control": "public, max-age=60, stale-while-revalidate=300",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Robots-Tag": "noindex",
};

type EmbedDeps = Pick<Context, "site" | "config" | "store">;

/** The page for a frame: no script, and every link leaves the frame. */
function toEmbed(deps: EmbedDeps, subject: Subject, theme: Theme | undefined): Document {
  const address = `${deps.site.origin()}${subject.path}`;
  const { times, lines } = subject.course;
  const isDrawn = lines.some(({ prices }) => prices.filter((price) => price !== null).length > 1);
  const main = html`<h1 dir="auto"><a href="${address}" target="_blank" rel="noopener">${titleParts(subject)}</a></h1>
<div class="figures${isOutcomes(subject) && " outcomes"}"><div>${headline(subject)}${rowList(subject)}</div>
${
  isDrawn &&
  html`<figure>${smallLinesChart(lines, times, linesSummary(lines, "7 days"))}<figcaption>${endsOf(times)}</figcaption></figure>`
}</div>
<footer><span>${subject.readAt === null ? "Not read yet" : html`As of ${moment(subject.readAt)}`}</span> \
<a href="${address}" target="_blank" rel="noopener">Toteboard${deps.store.isDemo && " demo"}</a></footer>`;
  return toFramePage(deps, { title: subject.title, address, main, theme });
}

const endsOf = (times: readonly number[]): readonly Html[] =>
  [times[0], times.at(-1)].map((at = 0) => html`<span>${shortDay(at * 1000)}</span>`);

/** The same for an error of the frame at `path`, in the theme that `query` asks for. */
function toEmbedError(deps: EmbedDeps, error: AppError, path: string, query: Query): Document {
  const address = deps.site.origin();
  const main = html`<h1>Nothing to show</h1>
<p>${sentence(helpFor(error, path, query).message ?? error.message)}</p>
<footer><a href="${address}" target="_blank" rel="noopener">Toteboard</a></footer>`;
  const document = toFramePage(deps, {
    title: "Nothing to show",
    address,
    main,
    theme: THEMES.find((one) => one === textOf(query, "theme")),
  });
  const { "Cache-Control": _, ...headers } = document.headers ?? {};
  return { ...document, status: error.status, headers: { ...headers, ...error.headers } };
}

/** The price that stands for a market or question; an event has none. */
const headline = ({ price, age, change: moved, ending, rows }: Subject): Html | false =>
  (price !== null || rows.length < 2) &&
  html`<p class="price"><strong>${price === null ? "–" : priceText(price, age)}</strong> <span>${ending ?? "chance of yes"}</span>${
    rows.length === 1 && html`<span class="today">${change(moved)} <span>in 24 h</span></span>`
  }</p>`;

function rowList({ rows, moreRows }: Subject): Html {
  const [only] = rows;
  if (rows.length === 1 && only?.platform !== undefined) return html`<p class="on">${platformTag(only.platform)}</p>`;
  return html`<ul>${rows.map(
    (row, index) =>
      html`<li class="${styleOf(row, index)}"><span class="name">${
        row.platform === undefined ? html`<bdi>${row.label}</bdi>` : platformTag(row.platform)
      }</span> <strong>${row.price === null ? "–" : priceText(row.price, row.age)}</strong> ${change(row.change)}</li>`,
  )}</ul>${moreRows > 0 && html`<p class="on">and ${counted(moreRows, "more outcome")}</p>`}`;
}

const isOutcomes = ({ rows }: Subject): boolean => rows.some(({ platform }) => platform === undefined);

const styleOf = ({ platform }: SubjectRow, index: number): string =>
  platform === undefined ? `line-${index + 1}` : `p-${platform}`;

interface EmbedPage {
  readonly title: string;
  /** Of the whole page. */
  readonly address: string;
  readonly main: Html;
  readonly theme: Theme | undefined;
}

function toFramePage({ site, config }: EmbedDeps, { title, address, main, theme }: EmbedPage): Document {
  const { text } = html`<!doctype html>
<html lang="en"${theme !== undefined && html` class="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? "light dark"}">
<title>${title} – Toteboard</title>
<link rel="canonical" href="${address}">
<link rel="icon" href="${assetPath(basePathOf(site), "icon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath(basePathOf(site), "embed.css")}">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
  const headers: Headers = { ...SHARED_HEADERS, "Content-Security-Policy": policyOf(config.embedOrigins) };
  return { text, type: "text/html; charset=utf-8", headers };
}

/** No script, nothing from elsewhere, and frames on the sites that the operator lets. */
const policyOf = (origins: readonly string[]): string =>
  `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors ${origins.join(" ")}`;
