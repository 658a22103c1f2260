import { createHash } from "node:crypto";
import { countLarge } from "../access/limit.ts";
import { getEvent } from "../api/events.ts";
import { marketSchema, toMarket } from "../api/markets.ts";
import { questionHistoryTable, readQuestionHistory, toQuestionHistory } from "../api/question-history.ts";
import { getQuestion, pathQuestionId } from "../api/question-id.ts";
import { questionTable, toListedQuestion } from "../api/questions.ts";
import type { Context } from "../context.ts";
import { upgradeUrlOf } from "../context.ts";
import { pathEventId, pathPlatform } from "../http/filters.ts";
import { REVALIDATED_HEADERS } from "../http/headers.ts";
import type { ListEndpoint } from "../http/paging.ts";
import type { Input, ParameterError, Parameters } from "../http/parameters.ts";
import { toFileName } from "../http/responding/prepare.ts";
import type { Caller, Endpoint, Enveloped, Handled, Received, Route } from "../http/route.ts";
import { listTable, TABLE_TYPES, type Table, toCsvHeader, toCsvRows } from "../http/table.ts";
import { MAX_LISTED } from "../store/titles/search.ts";
import { findWindow, rangeParameter } from "./charts/courses.ts";
import type { PublicPages } from "./page/public-page.ts";

/** Tables of pages that are no list of their own, as files. */
export function filePages(
  pages: PublicPages,
  endpoints: readonly Endpoint[],
  platforms: readonly string[],
): readonly Route[] {
  /** What an endpoint answers, with its filters: of a list, all that can be listed. */
  const ofEndpoint = (path: string, operationId: string): Route[] =>
    endpoints
      .filter((endpoint) => endpoint.operationId === operationId)
      .map(({ tier, table, handler, parameters: all }) => {
        const { limit: _l, page_size: _s, page: _p, format: _f, fields: _n, ...parameters } = all;
        if (table === undefined) throw new Error(`${path} has no table`);
        return filePage(pages, {
          ...{ path, tier, parameters, table },
          async read(context, input, caller, received) {
            return requireData(
              await handler(context, { ...defaultsOf(all), ...input, limit: MAX_LISTED }, caller, received),
            );
          },
        });
      });
  return [
    ...ofEndpoint("/analytics/volume-distribution.csv", "getVolumeDistribution"),
    ...ofEndpoint("/analytics/platform-share.csv", "getPlatformShare"),
    ...ofEndpoint("/analytics/category-volume.csv", "getCategoryVolume"),
    ...ofEndpoint("/accuracy/calibration.csv", "getCalibration"),
    ...ofEndpoint("/accuracy/platforms.csv", "getAccuracy"),
    ...ofEndpoint("/accuracy/disagreements.csv", "listDisagreements"),
    filePage(pages, {
      path: "/questions/:question_id/markets.csv",
      tier: "free",
      parameters: { question_id: pathQuestionId },
      table: { ...questionTable, name: "question-markets" },
      async read(context, { question_id }) {
        const { found } = await getQuestion(context, question_id);
        return { data: [toListedQuestion(found)] };
      },
    }),
    filePage(pages, {
      path: "/questions/:question_id/prices.csv",
      tier: "pro",
      parameters: { question_id: pathQuestionId, range: rangeParameter },
      table: questionHistoryTable,
      async read(context, { question_id, range }) {
        const { found } = await getQuestion(context, question_id);
        const { window } = await findWindow(context, found.members, range);
        const to = Math.min(window.to, secondsNow(context));
        const { history } = await readQuestionHistory(context, question_id, { ...window, to });
        return { data: toQuestionHistory(history) };
      },
    }),
    filePage(pages, {
      path: "/events/:platform/:event_id/markets.csv",
      tier: "free",
      parameters: { platform: pathPlatform(platforms), event_id: pathEventId },
      table: listTable("event-markets", marketSchema),
      async read(context, { platform, event_id }) {
        const event = await getEvent(context, platform, event_id);
        const likeliest = event.markets.toSorted((a, b) => b.yesPrice - a.yesPrice);
        return { data: likeliest.map((market) => toMarket(market)) };
      },
    }),
  ];
}

/** A chart goes on to the end of this minute, a row never. */
const secondsNow = ({ clock }: Context): number => Math.floor(clock.now() / 1000);

/** Rows of a file at most. An export has all. */
export const MAX_FILE_ROWS = { withKey: 2_000, withoutKey: 500 } as const;
/**
 * Rows that are read and written at once, as many as the largest answers of the API have; other requests are answered
 * between two steps. With a key, each step counts as a request.
 */
const STEP_ROWS = 200;

interface FileOfList {
  readonly path: string;
  readonly parameters: Parameters;
  check?(input: Partial<Input<Parameters>>): readonly ParameterError[];
  toInput(context: Context, input: Input<Parameters>): Input<Parameters>;
  /** Of a list whose plan visitors may lack: how many rows this one gets; undefined for all. */
  sampleRows?: ((context: Context) => number | undefined) | undefined;
}

/** The first rows of a list as a file. A visitor who has signed in with a key gets more of them, which count as its requests. */
export function listFile(pages: PublicPages, list: ListEndpoint, { toInput, sampleRows, ...page }: FileOfList): Route {
  const { tier, table } = list;
  if (table === undefined) throw new Error(`${page.path} has no table`);
  return filePage<Parameters, unknown>(pages, {
    ...{ ...page, table, tier: sampleRows === undefined ? tier : "open" },
    mostOf: (context, { key }) => sampleRows?.(context) ?? MAX_FILE_ROWS[key === undefined ? "withoutKey" : "withKey"],
    async read(context, input, caller, received, slice) {
      const asked = { ...defaultsOf(list.parameters), ...toInput(context, input), page: undefined, ...slice };
      return requireData(await list.handler(context, asked, caller, received));
    },
  });
}

function requireData(answer: Handled): Enveloped {
  if (!("data" in answer)) throw new Error("a table is made of data");
  return answer;
}

/** A table of a page as a file. It has the rows of the page. */
interface TableFile<P extends Parameters, D> {
  readonly path: string;
  /** What the API gives the same data for: the file needs the same plan, which pages may show without a key. */
  readonly tier: Endpoint["tier"];
  readonly parameters: P;
  check?(input: Partial<Input<P>>): readonly ParameterError[];
  readonly table: Table<D>;
  /** Of a list, which is read in steps: how many rows the caller gets at most. */
  mostOf?(context: Context, caller: Caller): number;
  read(
    context: Context,
    input: Input<P>,
    caller: Caller,
    received: Received,
    step: { readonly cursor: unknown; readonly page_size: number },
  ): Enveloped<NoInfer<D>> | Promise<Enveloped<NoInfer<D>>>;
}

/** A file whose input and data are inferred from its parameters and table. */
function filePage<P extends Parameters, D>(pages: PublicPages, file: TableFile<P, D>): Route {
  const { table, mostOf, read, ...page } = file;
  return pages.page<P>({
    ...page,
    readsKey: mostOf !== undefined,
    countsKey: mostOf !== undefined,
    async render(context, input, caller, received) {
      const most = mostOf?.(context, caller) ?? Number.POSITIVE_INFINITY;
      const texts: string[] = [];
      // The tag is made step by step too: that of all the text at once takes a tenth of a second.
      const digest = createHash("sha256");
      let total: unknown;
      let cursor: unknown;
      for (let left = most; left > 0 && cursor !== null; left -= STEP_ROWS) {
        await context.exports.nextTurn();
        const step = { cursor, page_size: Math.min(left, STEP_ROWS) };
        const { data, meta = {} } = await read(context, input, caller, received, step);
        const { kind, rows } = table.read(data as D);
        if (texts.length === 0) {
          total = meta.total;
          countRows(context, pages, caller, Math.min(Number(total ?? rows.length), most));
          texts.push(BYTE_ORDER_MARK, toCsvHeader(kind));
        }
        const lines = rows.map((row) => toCsvRows(kind, row)).join("");
        digest.update(`${kind.columns.length} ${lines}`);
        texts.push(lines);
        cursor = meta.next_cursor ?? null;
      }
      return {
        text: texts.join(""),
        etagText: digest.update(`${total}`).digest("base64url"),
        type: TABLE_TYPES.csv,
        headers: {
          // What a key has paid for may be in no cache that others share.
          ...(page.tier !== "free" && page.tier !== "open" && REVALIDATED_HEADERS),
          "Content-Disposition": `attachment; filename="${toFileName(table.name, context.clock.now(), "csv")}"`,
          ...(total !== undefined && { "X-Total-Count": String(total) }),
        },
      };
    },
  });
}

/** Rows that a page shows: a file of more counts as the pages that show them. */
const ROWS_PER_PAGE = 50;

/** Counts what a file costs beyond the request for it. Throws AppError for a limit that does not suffice. */
function countRows(context: Context, pages: PublicPages, { key, address }: Caller, rows: number): void {
  if (key === undefined) {
    pages.countAs(context, address, Math.ceil(rows / ROWS_PER_PAGE));
    return;
  }
  const { access, clock, site } = context;
  const what = `a file of ${rows.toLocaleString("en-US")} rows`;
  const asked = { requests: Math.max(1, Math.ceil(rows / STEP_ROWS)), what };
  countLarge(access.counters, key, asked, clock.running(), upgradeUrlOf(site));
}

/** What an endpoint is asked for where nothing is said. */
export const defaultsOf = (parameters: Parameters): Input<Parameters> =>
  Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, one.fallback]));

/** Without it, Excel takes UTF-8 for an old Windows alphabet. */
const BYTE_ORDER_MARK = "\uFEFF";
