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
import { SETTLED } from "../store/runs.ts";
import type { Topic } from "../store/topics/topics.ts";
import { readCourses } from "./charts/courses.ts";
import { type ChartLine, linesSummary, smallLinesChart } from "./charts/lines-chart.ts";
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
  return toFramePage(deps, { title: subject.title, address, main }, theme);
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

/** `address` is that of the whole page. */
function toFramePage(
  { site, config }: EmbedDeps,
  { title, address, main }: { readonly title: string; readonly address: string; readonly main: Html },
  theme: Theme | undefined,
): Document {
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

/** A market, an event or a question as other sites show it. */
interface Subject {
  readonly title: string;
  /** Of its event; missing for an event itself. */
  readonly eventTitle?: string;
  /** Of its page below the site: `/markets/kalshi/KXFED`. */
  readonly path: string;
  /** How it ended: "resolved: yes"; undefined while it is open. */
  readonly ending: string | undefined;
  /** The price that stands for it; null for an event, which has one for each outcome. */
  readonly price: Micros | null;
  /** Of that price. */
  readonly age: ShownAge;
  /** Of that price in 24 hours; null where it is not known. */
  readonly change: Micros | null;
  /** A question's platforms or an event's likeliest outcomes, with a price each; one for a market. */
  readonly rows: readonly SubjectRow[];
  /** How many more outcomes an event has. */
  readonly moreRows: number;
  /** Prices over the last 7 days, up to the close where it is closed; a line for each row. Times are epoch seconds. */
  readonly course: { readonly times: readonly number[]; readonly lines: readonly ChartLine[] };
  /** When the oldest price that counts was read, in epoch milliseconds; of a closed one, when it last changed. */
  readonly readAt: number | null;
}

interface SubjectRow {
  readonly label: string;
  /** Set where each row is a platform. */
  readonly platform?: string | undefined;
  readonly price: Micros | null;
  readonly age: ShownAge;
  readonly change: Micros | null;
}

const MAX_OUTCOMES = 4;

/** Throws AppError market_not_found. */
async function readMarket(context: Context, platform: string, id: string): Promise<Subject> {
  const market = await getMarketDetail(context, platform, id);
  const { title, eventTitle, yesPrice: price, priceChange24h: change } = market;
  const row = { label: getPlatform(platform).name, platform, price, age: market, change };
  return {
    ...{ title, eventTitle, price, age: market, change, rows: [row], moreRows: 0 },
    path: `/markets/${platform}/${encodeURIComponent(id)}`,
    ending: endingOf(market),
    course: await readCourse(context, [market], [row]),
    readAt: readAtOf(market),
  };
}

/** Throws AppError question_not_found. A former id gives the question it is now. */
async function readQuestion(context: Context, askedId: string): Promise<Subject> {
  const now = context.clock.now();
  const { found: question } = await getQuestion(context, askedId);
  const members = oneOfEachPlatform(question.members);
  const rows = members.map((member) => ({
    label: getPlatform(member.platform).name,
    platform: member.platform,
    price: member.price,
    age: member,
    change: member.priceChange24h,
  }));
  const isOpen = question.status === "open";
  const result = resultOf(question);
  return {
    title: question.title,
    eventTitle: question.eventTitle,
    path: `/questions/${question.id}`,
    ending: isOpen ? undefined : result === undefined ? "closed" : `resolved: ${result}`,
    price: question.price,
    age: question,
    change: null,
    rows,
    moreRows: 0,
    course: await readCourse(context, members, rows),
    readAt: isOpen ? (question.ageMs === undefined ? null : now - question.ageMs) : question.updatedAt,
  };
}

/** The topic of an event, as the board has it. Throws AppError event_not_found. */
async function readEvent(context: Context, platform: string, id: string): Promise<Subject> {
  const topic = await context.store.topics.find(platform, id, context.clock.now());
  if (topic === undefined) throw new AppError("event_not_found", `${platform} has no event with this id`);
  const outcomes = topic.outcomes.slice(0, MAX_OUTCOMES);
  const markets = await Promise.all(
    outcomes.map(async (one) => ({
      ...(await getMarketDetail(context, one.platform, one.id)),
      isInverted: isLedByOpposite(one),
    })),
  );
  const rows = outcomes.map(({ name, price, isStale, priceChange24h }, index) => ({
    ...{ label: name, price, change: priceChange24h },
    age: { isStale, ageMs: markets[index]?.ageMs },
  }));
  const reads = markets.flatMap((market) => readAtOf(market) ?? []);
  return {
    title: topic.title,
    path: `/events/${platform}/${encodeURIComponent(id)}`,
    ending: topic.status === "open" ? undefined : "closed",
    ...{ price: null, age: SETTLED, change: null, rows },
    moreRows: topic.outcomes.length - rows.length,
    course: await readCourse(context, markets, rows),
    readAt: reads.length === 0 ? null : Math.min(...reads),
  };
}

const readAtOf = ({ status, readAt, updatedAt }: { status: string; readAt: number | null; updatedAt: number }) =>
  status === "open" ? readAt : updatedAt;

/** A line for each row, from the archive alone: no platform is asked for what it lacks. */
async function readCourse(
  context: Context,
  markets: Parameters<typeof readCourses>[1],
  rows: readonly SubjectRow[],
): Promise<Subject["course"]> {
  const { times, prices } = await readCourses(context, markets, "7d");
  return { times, lines: rows.map(({ label, platform }, index) => ({ label, platform, prices: prices[index] ?? [] })) };
}
