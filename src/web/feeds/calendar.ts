import { marketFilters, toMarketQuery } from "../../api/markets.ts";
import type { Context } from "../../context.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { oneOfEachPlatform } from "../../domain/questions.ts";
import { anyStatus } from "../../http/filters.ts";
import { optional, withDefault } from "../../http/parameters.ts";
import { withQuery } from "../../http/query.ts";
import type { Route } from "../../http/route.ts";
import type { BoardSubject } from "../../store/board/board.ts";
import { VERSION } from "../../version.ts";
import { type Html, html } from "../page/html.ts";
import { type PageDeps, pathTo } from "../page/layout.ts";
import { marketPath, questionPath } from "../page/links.ts";
import type { PublicPages } from "../page/public-page.ts";
import { resultOf } from "../questions/question-table.ts";
import { readWatched, watchedIds } from "../watchlist/watched.ts";
import { toPageUrl, toPlainText } from "./entries.ts";

/** Markets of a calendar at most, those that close first. */
const MAX_MARKETS = 1000;

/** When markets close, as iCalendar (RFC 5545), by the filters of the list of markets or for a watchlist. */
export function calendarPages({ page }: PublicPages, platforms: readonly string[]): readonly Route[] {
  const { sort: _sort, order: _order, ...filters } = marketFilters(platforms);
  return [
    page({
      path: "/calendar.ics",
      summary: "When questions and markets close, as a calendar",
      parameters: { ...filters, ids: optional(watchedIds(platforms)), status: withDefault(anyStatus, "open") },
      async render(context, { ids, ...input }) {
        const query = toMarketQuery({ ...input, sort: "closing" }, context.clock.now());
        const subjects =
          ids === undefined ? await listSubjects(context, query) : await listWatchedSubjects(context, ids);
        const entries = subjects.flatMap((subject) => toEntry(context, subject) ?? []);
        return {
          text: toIcalendar(ids === undefined ? "Closings" : "Watchlist", entries),
          type: "text/calendar; charset=utf-8",
          headers: { "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" },
        };
      },
    }),
  ];
}

/** A link to the calendar of what a page shows; undefined parameters are left out. */
export const calendarAnchor = (deps: PageDeps, query: Readonly<Record<string, string | undefined>>): Html =>
  html`<a href="${pathTo(deps, withQuery("/calendar.ics", query))}" title="When these close, for calendars">Calendar</a>`;

/** Markets of one question are one subject. */
async function listSubjects(
  context: Context,
  query: ReturnType<typeof toMarketQuery>,
): Promise<readonly BoardSubject[]> {
  const { store, clock } = context;
  const now = clock.now();
  const { markets } = await store.markets.list(query, { page: 1, size: MAX_MARKETS });
  const questions = store.questions.ofMarkets(markets, now);
  const subjects = markets.map((market): [string, BoardSubject] => {
    const question = questions.get(`${market.platform}:${market.id}`);
    return question === undefined ? [`${market.platform}:${market.id}`, { market }] : [question.id, { question }];
  });
  return [...new Map(subjects).values()];
}

async function listWatchedSubjects(
  context: Context,
  ids: Parameters<typeof readWatched>[1],
): Promise<readonly BoardSubject[]> {
  const { questions, markets } = await readWatched(context, ids);
  const members = new Set(questions.flatMap(({ members }) => members.map(({ marketKey }) => marketKey)));
  return [
    ...questions.map((question) => ({ question })),
    ...markets.filter(({ marketKey }) => !members.has(marketKey)).map((market) => ({ market })),
  ];
}

interface CalendarEntry {
  /** The same in every database. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly updatedAt: number;
  readonly url: string;
  readonly category: string;
}

/** Undefined for what has no close time. */
function toEntry(context: Context, subject: BoardSubject): CalendarEntry | undefined {
  const { title, closesAt, updatedAt, category, status } = "question" in subject ? subject.question : subject.market;
  if (closesAt === null) return undefined;
  const outcome = "question" in subject ? resultOf(subject.question) : (subject.market.outcome ?? undefined);
  const ending = status === "open" ? "Closes" : outcome === undefined ? "Closed" : `Resolved ${outcome}`;
  const platforms = "question" in subject ? oneOfEachPlatform(subject.question.members) : [subject.market];
  const path = "question" in subject ? questionPath(context, subject.question) : marketPath(context, subject.market);
  return {
    uid: "question" in subject ? `question-${subject.question.id}` : `${subject.market.platform}-${subject.market.id}`,
    title: `${ending}: ${toPlainText(title)}`,
    description: platforms.map(({ platform }) => getPlatform(platform).name).join(", "),
    at: closesAt,
    updatedAt,
    url: toPageUrl(context, path),
    category,
  };
}

function toIcalendar(name: string, entries: readonly CalendarEntry[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//Toteboard//Toteboard ${VERSION}//EN`,
    `X-WR-CALNAME:Toteboard – ${escapeText(name)}`,
    ...entries.flatMap((entry) => [
      "BEGIN:VEVENT",
      `UID:${encodeURIComponent(entry.uid)}@toteboard`,
      `DTSTAMP:${toUtc(entry.updatedAt)}`,
      `DTSTART:${toUtc(entry.at)}`,
      `SUMMARY:${escapeText(entry.title)}`,
      `DESCRIPTION:${escapeText(entry.description)}`,
      `URL:${entry.url}`,
      `CATEGORIES:${escapeText(entry.category)}`,
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** 20261120T120000Z */
const toUtc = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

const escapeText = (text: string): string => text.replaceAll(/[\\;,]/g, "\\$&");

const MAX_LINE_BYTES = 75;

/** A longer line goes on in the next one, after a space (RFC 5545, 3.1); no character is cut. */
function fold(line: string): string {
  let [folded, bytes] = ["", 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
