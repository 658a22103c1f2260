import { getMarketDetail } from "../api/detail.ts";
import { getQuestion, pathQuestionId } from "../api/question-id.ts";
import type { Context } from "../context.ts";
import { basePathOf } from "../context.ts";
import { getPlatform } from "../domain/platforms.ts";
import type { Micros } from "../domain/prices.ts";
import { oneOfEachPlatform } from "../domain/questions.ts";
import { AppError } from "../errors.ts";
import { pathEventId, pathMarketId, pathPlatform } from "../http/filters.ts";
import type { Headers } from "../http/headers.ts";
import { choice, optional } from "../http/parameters.ts";
import type { Query } from "../http/query.ts";
import type { Document, Route } from "../http/route.ts";
import type { Topic } from "../store/topics/topics.ts";
import { type ChartedMarket, readCourses } from "./charts/courses.ts";
import { linesSummary, smallLinesChart } from "./charts/lines-chart.ts";
import { endingOf } from "./markets/markets.ts";
import { assetPath } from "./page/assets.ts";
import { command } from "./page/command.ts";
import { change, counted, moment, priceText, type ShownAge, shortDay } from "./page/figures.ts";
import { textOf } from "./page/form.ts";
import { helpFor } from "./page/help.ts";
import { type Html, html } from "./page/html.ts";
import { type PageDeps, sentence } from "./page/layout.ts";
import { platformTag, titleParts } from "./page/links.ts";
import { createPublicPages } from "./page/public-page.ts";
import { resultOf } from "./questions/questions.ts";
import { isLedByOpposite } from "./topics.ts";

/** A page of another site may show several parts of this one, and all its readers may come through one proxy. */
const TIMES_THE_PAGES = 10;

const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const theme = optional(choice({ description: "Its colours; by default those of the reader.", values: THEMES }));

/** Parts of this site for pages of others: frames. */
export function embedPages(platforms: readonly string[]): readonly Route[] {
  const { page } = createPublicPages(TIMES_THE_PAGES);
  const refuse = toEmbedError;
  return [
    page({
      path: "/embed/questions/:question_id",
      parameters: { question_id: pathQuestionId, theme },
      refuse,
      render: async (context, { question_id, theme }) =>
        toEmbed(context, await readQuestion(context, question_id), theme),
    }),
    page({
      path: "/embed/events/:platform/:event_id",
      parameters: { platform: pathPlatform(platforms), event_id: pathEventId, theme },
      refuse,
      render: async (context, { platform, event_id, theme }) =>
        toEmbed(context, await readEvent(context, platform, event_id), theme),
    }),
    page({
      path: "/embed/:platform/:market_id",
      parameters: { platform: pathPlatform(platforms), market_id: pathMarketId, theme },
      refuse,
      render: async (context, { platform, market_id, theme }) =>
        toEmbed(context, await readMarket(context, platform, market_id), theme),
    }),
  ];
}

/**
 * The section of a market's or question's page with what to copy; of a topic with several outcomes also the frame with its
 * most traded event. `path` is that of the page, such as `/markets/kalshi/KXFED`.
 */
export function shareSection(
  { site }: Pick<PageDeps, "site">,
  { title, path }: { readonly title: string; readonly path: string },
  topic: Topic | undefined,
): Html {
  const frame = (name: string, page: string): string =>
    html`<iframe src="${site.origin()}${embedPath(page)}" width="480" height="220" title="${name}" loading="lazy" \
style="border:0;max-width:100%"></iframe>`.text;
  const event = topic?.events.find(({ marketCount }) => marketCount > 1);
  return html`<details class="rules share" id="embed"><summary>Embed</summary>
${copyable("embed-code", "On a web page", frame(title, path))}
${event && copyable("embed-outcomes", "All outcomes", frame(event.title, `/events/${event.platform}/${encodeURIComponent(event.id)}`))}
</details>`;
}

/** The path of the page for a frame: `/embed/kalshi/KXFED`, `/embed/events/kalshi/FED`, `/embed/questions/ID`. */
const embedPath = (path: string): string => `/embed${path.replace(/^\/markets/, "")}`;

const copyable = (id: string, name: string, code: string): Html => html`<p>${name}</p>
${command(id, code)}`;

/** Of what pages of other sites show: anyone may load and cache it for a minute, and no search engine lists it. */
const SHARED_HEADERS: Headers = {
  "Cache-Control": "public, max-age=60, stale-while-revalidate=300",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Robots-Tag": "noindex",
};

type EmbedDeps = Pick<Context, "site" | "config" | "store">;

/** The page for a frame: no script, and every link leaves the frame. Its line is of the archive: no platform is asked for more. */
async function toEmbed(context: Context, subject: Subject, theme: Theme | undefined): Promise<Document> {
  const { title, rows } = subject;
  const address = `${context.site.origin()}${subject.path}`;
  const markets = rows.map(({ market }) => market);
  const { times, prices } = await readCourses(context, markets, "7d");
  const lines = rows.map(({ label, platform }, index) => ({ label, platform, prices: prices[index] ?? [] }));
  const isDrawn = lines.some(({ prices }) => prices.filter((price) => price !== null).length > 1);
  const readAt = oldestOf(rows, context.clock.now());
  const main = html`<h1 dir="auto"><a href="${address}" target="_blank" rel="noopener">${titleParts(subject)}</a></h1>
<div class="figures${rows.some(({ platform }) => platform === undefined) && " outcomes"}"><div>${headline(subject)}${rowList(subject)}</div>
${
  isDrawn &&
  html`<figure>${smallLinesChart(lines, times, linesSummary(lines, "7 days"))}<figcaption>${endsOf(times)}</figcaption></figure>`
}</div>
<footer><span>${readAt === undefined ? "Not read yet" : html`As of ${moment(readAt)}`}</span> \
<a href="${address}" target="_blank" rel="noopener">Toteboard${context.store.isDemo && " demo"}</a></footer>`;
  return toFramePage(context, { title, address, main }, theme);
}

/** When the oldest price was read, in epoch milliseconds; of a closed market, when it last changed. */
function oldestOf(rows: readonly SubjectRow[], now: number): number | undefined {
  const reads = rows.flatMap(({ age: { ageMs }, market: { status, updatedAt } }) =>
    status === "closed" ? updatedAt : ageMs === undefined ? [] : now - ageMs,
  );
  return reads.length === 0 ? undefined : Math.min(...reads);
}

const endsOf = (times: readonly number[]): readonly Html[] =>
  [times[0], times.at(-1)].map((at = 0) => html`<span>${shortDay(at * 1000)}</span>`);

/** The same for an error of the frame at `path`, in the theme that `query` asks for. */
function toEmbedError(deps: EmbedDeps, error: AppError, path: string, query: Query): Document {
  const address = deps.site.origin();
  const main = html`<h1>Nothing to show</h1>
<p>${sentence(helpFor(error, path, query).message ?? error.message)}</p>
<footer><a href="${address}" target="_blank" rel="noopener">Toteboard</a></footer>`;
  const theme = THEMES.find((one) => one === textOf(query, "theme"));
  const document = toFramePage(deps, { title: "Nothing to show", address, main }, theme);
  const { "Cache-Control": _, ...headers } = document.headers ?? {};
  return { ...document, status: error.status, headers: { ...headers, ...error.headers } };
}

/** The price that stands for a market or question; an event has none. */
const headline = ({ head, ending, rows: [only, ...others] }: Subject): Html | false =>
  head !== undefined &&
  html`<p class="price"><strong>${priceOf(head)}</strong> <span>${ending ?? "chance of yes"}</span>${
    only !== undefined &&
    others.length === 0 &&
    html`<span class="today">${change(only.change)} <span>in 24 h</span></span>`
  }</p>`;

const priceOf = ({ price, age }: ShownPrice): Html | string => (price === null ? "–" : priceText(price, age));

function rowList({ rows, moreRows = 0 }: Subject): Html {
  const [only] = rows;
  if (rows.length === 1 && only?.platform !== undefined) return html`<p class="on">${platformTag(only.platform)}</p>`;
  return html`<ul>${rows.map(
    (row, index) =>
      html`<li class="${styleOf(row, index)}"><span class="name">${
        row.platform === undefined ? html`<bdi>${row.label}</bdi>` : platformTag(row.platform)
      }</span> <strong>${priceOf(row)}</strong> ${change(row.change)}</li>`,
  )}</ul>${moreRows > 0 && html`<p class="on">and ${counted(moreRows, "more outcome")}</p>`}`;
}

const styleOf = ({ platform }: SubjectRow, index: number): string =>
  platform === undefined ? `line-${index + 1}` : `p-${platform}`;

/** `address` is that of the whole page. */
function toFramePage(
  { site, config }: EmbedDeps,
  { title, address, main }: { readonly title: string; readonly address: string; readonly main: Html },
  theme: Theme | undefined,
): Document {
  const { text } = html`<!doctype html>
<html lang="en"${theme !== undefined && html` data-colours="${theme}"`}>
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

/** A market, an event or a question as other sites show it. */
interface Subject {
  readonly title: string;
  /** Of its event; missing for an event itself. */
  readonly eventTitle?: string;
  /** Of its page below the site: `/markets/kalshi/KXFED`. */
  readonly path: string;
  /** How it ended: "resolved: yes"; undefined while it is open. */
  readonly ending: string | undefined;
  /** Missing for an event, which has a price for each outcome. */
  readonly head?: ShownPrice;
  /** A question's platforms or an event's likeliest outcomes; one for a market. */
  readonly rows: readonly SubjectRow[];
  /** How many more outcomes an event has. */
  readonly moreRows?: number;
}

interface ShownPrice {
  readonly price: Micros | null;
  readonly age: ShownAge;
}

interface SubjectRow extends ShownPrice {
  readonly label: string;
  /** Set where each row is a platform. */
  readonly platform?: string;
  /** In 24 hours; null where it is not known. */
  readonly change: Micros | null;
  /** Its line is drawn. */
  readonly market: ChartedMarket;
}

/** Throws AppError market_not_found. */
async function readMarket(context: Context, platform: string, id: string): Promise<Subject> {
  const market = await getMarketDetail(context, platform, id);
  const row = toRow({ ...market, price: market.yesPrice });
  const path = `/markets/${platform}/${encodeURIComponent(id)}`;
  return { title: market.title, eventTitle: market.eventTitle, path, ending: endingOf(market), head: row, rows: [row] };
}

/** Throws AppError question_not_found. A former id gives the question it is now. */
async function readQuestion(context: Context, askedId: string): Promise<Subject> {
  const { found: question } = await getQuestion(context, askedId);
  const { id, title, eventTitle, price, status } = question;
  const result = resultOf(question);
  return {
    ...{ title, eventTitle, path: `/questions/${id}`, head: { price, age: question } },
    ending: status === "open" ? undefined : result === undefined ? "closed" : `resolved: ${result}`,
    rows: oneOfEachPlatform(question.members).map(toRow),
  };
}

/** What a platform says. */
const toRow = (
  market: ChartedMarket & ShownAge & Pick<ShownPrice, "price"> & { readonly priceChange24h: Micros | null },
): SubjectRow => {
  const { platform, price, priceChange24h } = market;
  return { label: getPlatform(platform).name, platform, price, age: market, change: priceChange24h, market };
};

const MAX_OUTCOMES = 4;

/** The topic of an event, as the board has it. Throws AppError event_not_found. */
async function readEvent(context: Context, platform: string, id: string): Promise<Subject> {
  const topic = await context.store.topics.find(platform, id, context.clock.now());
  if (topic === undefined) throw new AppError("event_not_found", `${platform} has no event with this id`);
  const rows = topic.outcomes.slice(0, MAX_OUTCOMES).map(async (outcome) => {
    const market = await getMarketDetail(context, outcome.platform, outcome.id);
    const { name: label, price, isStale, priceChange24h: change } = outcome;
    const age = { isStale, ageMs: market.ageMs };
    return { label, price, age, change, market: { ...market, isInverted: isLedByOpposite(outcome) } };
  });
  return {
    title: topic.title,
    path: `/events/${platform}/${encodeURIComponent(id)}`,
    ending: topic.status === "open" ? undefined : "closed",
    rows: await Promise.all(rows),
    moreRows: topic.outcomes.length - rows.length,
  };
}
