import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { orderOf } from "../../http/filters.ts";
import type { ListEndpoint } from "../../http/paging.ts";
import type { Input, Parameters } from "../../http/parameters.ts";
import type { Document, Route } from "../../http/route.ts";
import type { Movement } from "../../store/history/movements.ts";
import { sparkline } from "../charts/chart.ts";
import { listFile, MAX_FILE_ROWS } from "../files.ts";
import { closing, count, counted, listedChange } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { type FeedLink, feedAnchor, pathTo, toDocument } from "../page/layout.ts";
import { operationPath } from "../page/links.ts";
import { type Followed, livePart } from "../page/live.ts";
import type { PublicPages } from "../page/public-page.ts";
import { readSourceNotes } from "../page/source-notes.ts";
import { num, plainTable, type TableColumn, words } from "../page/table.ts";
import {
  type AddressWith,
  type Chosen,
  chosenOf,
  createAddresses,
  type FilterField,
  type FilterWords,
  filterForm,
  pageParameters,
  refuseFilters,
  toFields,
} from "./filters.ts";

/** Rows of a page, as many as the API answers without `page_size`. */
const PAGE_SIZE = 50;

/** How a page draws a list of the API. Parameters, checks, rows and plan are those of the list. */
interface PageOfList<Row> {
  readonly path: string;
  readonly title: string;
  above?(context: Context): Html;
  readonly lead?: Html;
  /** One row is one of these. */
  readonly noun: string;
  /** The parameters that the form asks for, in its order. */
  readonly filters: readonly string[];
  readonly words: FilterWords;
  draw(context: Context, rows: readonly Row[], view: ListView): Html | Promise<Html>;
  /** What of these rows is read more often. */
  follow(rows: readonly Row[]): Followed;
  /** Those whose notes are shown where there are no rows; by default those asked for. */
  readonly notedPlatforms?: readonly string[];
  /** Replaces what is said where no row passes the filters. */
  readonly nothing?: Html;
  readonly assets?: readonly string[];
  readonly feed?: FeedLink;
  /** What visitors see whose plan does not have the list, and how they get all of it. */
  readonly sample?: {
    readonly rows: number;
    /** Those of the form that it takes. */
    readonly filters: readonly string[];
    more(context: Context, key: Key | undefined): Html;
  };
}

/** How the rows are sorted, and the addresses of the page. */
export interface ListView {
  readonly input: Input<Parameters>;
  readonly caption: string;
  readonly to: AddressWith;
  readonly now: number;
}

/** The page of a list, and its rows as a file. */
export function listPages<Row>(pages: PublicPages, list: ListEndpoint<Row>, shown: PageOfList<Row>): readonly Route[] {
  const { path, filters, words } = shown;
  const parameters = pageParameters(list.parameters);
  const { page: _page, ...filtersOfFile } = parameters;
  const fields = toFields(parameters, filters, words);
  const rules = list.check && { check: list.check };
  return [
    pages.page({
      path,
      parameters,
      // A sample says what the plan of the key has.
      readsKey: shown.sample !== undefined,
      ...rules,
      refuse: refuseFilters(fields),
      render: (context, input, { key }) => listDocument(context, { list, shown, parameters, fields, input, key }),
    }),
    listFile(pages, list, {
      path: `${path}.csv`,
      parameters: filtersOfFile,
      ...rules,
      toInput: (context, input) => inputFor(context, { list, shown, input }),
      sampleRows: shown.sample && ((context) => (isSample(context, shown) ? shown.sample?.rows : undefined)),
    }),
  ];
}

interface AskedList<Row> {
  readonly list: ListEndpoint<Row>;
  readonly shown: PageOfList<Row>;
  readonly parameters: Parameters;
  readonly fields: readonly FilterField[];
  readonly input: Input<Parameters>;
  readonly key: Key | undefined;
}

const isSample = <Row>({ pagesPlan }: Context, { sample }: PageOfList<Row>): boolean =>
  sample !== undefined && !pagesPlan.showsAll;

/** The fields of the form; a sample takes some of them. */
const takenFields = <Row>(context: Context, shown: PageOfList<Row>, fields: readonly FilterField[]) =>
  fields.filter(({ name }) => !isSample(context, shown) || shown.sample?.filters.includes(name));

/**
 * What the list is asked for. A sample is of the first rows and takes some filters of the form alone: with all that the list
 * takes, samples would add up to the whole list.
 */
function inputFor<Row>(
  context: Context,
  { list, shown, input }: Pick<AskedList<Row>, "list" | "shown" | "input">,
): Input<Parameters> {
  if (!isSample(context, shown)) return { ...input, page_size: PAGE_SIZE };
  const takes = (name: string): boolean => shown.sample?.filters.includes(name) === true;
  const taken = Object.entries(list.parameters).map(([name, { fallback }]) => [
    name,
    takes(name) ? input[name] : fallback,
  ]);
  return { ...Object.fromEntries(taken), page: 1, page_size: shown.sample?.rows };
}

async function listDocument<Row>(context: Context, asked: AskedList<Row>): Promise<Document> {
  const { list, shown, parameters, key } = asked;
  const { path, title, assets = [], feed, sample } = shown;
  const input = inputFor(context, asked);
  const { rows, total } = await list.find(context, input);
  const now = context.clock.now();
  const chosen = chosenOf(parameters, input);
  const addressesOf = (of: string): AddressWith => createAddresses(pathTo(context, of), parameters, chosen);
  const view = { input, caption: title, to: addressesOf(path), now };
  const part: Part = { noun: shown.noun, page: Number(input.page), size: Number(input.page_size), total };
  const isPart = isSample(context, shown);
  const fields = takenFields(context, shown, asked.fields);
  const content =
    rows.length === 0
      ? await emptyNote(context, shown, { part, chosen, to: view.to })
      : html`${!isPart && html`<p class="found">${foundLine(part)}</p>`}
${await shown.draw(context, rows, view)}
${isPart ? total > part.size && sampleNote(part, key) : pageLinks(part, view.to)}`;
  const file = addressesOf(`${path}.csv`)({ page: undefined });
  const main = html`${shown.above?.(context)}<h1>${title}</h1>
${shown.lead ?? false}
${filterForm({ action: pathTo(context, path), fields }, chosen)}
${livePart(context, now, shown.follow(rows), content)}
<p class="more">As JSON: <a href="${operationPath(context, list)}"><code>GET ${addressesOf(list.path)()}</code></a> · \
<a href="${file}" download>${fileText(total, isPart ? part.size : undefined)}</a>\
${feed !== undefined && html` · ${feedAnchor(context, feed)}`}</p>
${isPart && sample?.more(context, key)}`;
  const feeds = feed === undefined ? [] : [feed];
  const page = { title: titleOf(title, chosen), main, assets: ["browse.css", ...assets], feeds, skipsTo: "live" };
  return toDocument(context, page, path);
}

/** "All 234 as CSV" */
function fileText(total: number, sampleRows: number | undefined): string {
  const { withKey, withoutKey } = MAX_FILE_ROWS;
  if (total < 2) return "CSV";
  if (total <= (sampleRows ?? withoutKey)) return `All ${count(total)} as CSV`;
  if (sampleRows !== undefined) return `First ${count(sampleRows)} as CSV`;
  return `First ${count(withoutKey)} as CSV, ${count(Math.min(total, withKey))} if you sign in with a key`;
}

const sampleNote = ({ size, total, noun }: Part, key: Key | undefined): Html =>
  html`<p class="note">${size} of ${counted(total, noun)} are shown ${key === undefined ? "without a key" : "on your plan"}.</p>`;

const titleOf = (title: string, { q, page }: Chosen): string =>
  `${title}${q === undefined ? "" : `: ${q}`}${page === undefined ? "" : `, page ${page}`}`;

async function emptyNote<Row>(
  context: Context,
  { path, noun, nothing, notedPlatforms }: PageOfList<Row>,
  { part, chosen, to }: { readonly part: Part; readonly chosen: Chosen; readonly to: AddressWith },
): Promise<Html> {
  const { page, total } = part;
  if (total > 0) {
    const last = lastPageOf(part);
    return html`<p class="empty">There is no page ${count(page)}. The last one is \
<a href="${to({ page: String(last) })}">page ${count(last)}</a>.</p>`;
  }
  const notes = await readSourceNotes(
    context,
    notedPlatforms ?? chosen.platform?.split(",") ?? context.config.platforms,
  );
  // What is given says that there is none, which is not known before all is matched.
  const isEarly =
    nothing === undefined ? notes !== false && Object.keys(chosen).length === 0 : context.passes.matching() !== null;
  if (isEarly)
    return html`<p class="empty">No ${noun} yet.</p>
${notes}`;
  if (nothing !== undefined) return html`${nothing}${notes}`;
  const meant = chosen.q === undefined ? undefined : context.store.search.findClosest(chosen.q, "all");
  return html`<p class="empty">No ${noun} passes these filters.
${chosen.status === undefined && html`<a href="${to({ status: "all", page: undefined })}">Include closed ones</a> · `}\
<a href="${pathTo(context, path)}">All open ${noun}s</a></p>
${
  meant !== undefined &&
  html`<p class="note">Did you mean <a href="${to({ q: meant, page: undefined })}">${meant}</a>?</p>
`
}${notes}`;
}

/** The part of a list that a page shows; pages count from 1. */
interface Part {
  readonly noun: string;
  readonly page: number;
  readonly size: number;
  readonly total: number;
}

/** "1,234 markets, 51 to 100 on this page" */
function foundLine({ noun, page, size, total }: Part): string {
  if (total <= size) return counted(total, noun);
  const first = (page - 1) * size + 1;
  return `${counted(total, noun)}, ${count(first)} to ${count(Math.min(page * size, total))} on this page`;
}

/** Links to the pages before and after. */
export function pageLinks(part: Omit<Part, "noun">, to: AddressWith): Html | false {
  const { page } = part;
  const last = lastPageOf(part);
  return (
    last > 1 &&
    html`<nav class="pages" aria-label="Pages">
${page > 1 ? html`<a class="button" rel="prev" href="${to({ page: String(page - 1) })}">Previous</a>` : html`<span></span>`}
<span>Page ${count(page)} of ${count(last)}</span>
${page < last ? html`<a class="button" rel="next" href="${to({ page: String(page + 1) })}">Next</a>` : html`<span></span>`}</nav>`
  );
}

const lastPageOf = ({ size, total }: Omit<Part, "noun">): number => Math.ceil(total / size);

/** A column of a list that is browsed. */
interface ListColumn<Row> extends TableColumn<Row> {
  /** The sort that its heading leads to. */
  readonly sort?: string;
  /** Hidden on phones, unless the list is sorted by it. */
  readonly isWide?: boolean;
}

/** A list that is browsed also says how it is sorted. */
export type TableView = Pick<ListView, "caption" | "now"> & Partial<Pick<ListView, "input" | "to">>;

/** A table whose headings sort a list that is browsed. `rowName` is the same for a row on every reading of the page. */
export function sortableTable<Row>(
  rows: readonly Row[],
  { rowName, columns }: { readonly rowName: (row: Row) => string; readonly columns: readonly ListColumn<Row>[] },
  { caption, input, to }: TableView,
): Html {
  const current = String(input?.sort);
  const order = orderOf(current, input?.order as "asc" | "desc" | undefined);
  const shown = columns.map((column) => {
    const { sort, isWide, className, label } = column;
    const isCurrent = sort === current;
    return {
      ...{ ...column, short: "", sorted: isCurrent && (`${order}ending` as const) },
      label:
        to === undefined || sort === undefined ? label : sortingLink(label, sort, to, isCurrent ? order : undefined),
      className: [className, isWide && !isCurrent && "wide"].filter(Boolean).join(" "),
    };
  });
  return plainTable({ label: caption, classes: "browse", rowName }, rows, shown);
}

/** A heading leads to its usual order, from there to the reverse; `order` is that of the rows, if they are sorted by it. */
function sortingLink(label: Html | string, sort: string, to: AddressWith, order: "asc" | "desc" | undefined): Html {
  const next = order === orderOf(sort) ? (order === "asc" ? "desc" : "asc") : undefined;
  return html`<a href="${to({ sort, order: next, page: undefined })}">${label}${
    order && html` <span aria-hidden="true">${order === "asc" ? "▲" : "▼"}</span>`
  }</a>`;
}

/** The columns of volume and time. */
export function figureColumns<Row extends { readonly status: "open" | "closed"; readonly closesAt: number | null }>(
  rows: readonly Row[],
  now: number,
  volumes: { readonly volume24hOf: (row: Row) => string; readonly volumeOf: (row: Row) => string },
): readonly ListColumn<Row>[] {
  const column = (label: string, sort: string, cell: TableColumn<Row>["cell"]): ListColumn<Row> => ({
    ...num(label, cell),
    ...{ sort, isWide: true },
  });
  return [
    column("24 h volume", "volume_24h", volumes.volume24hOf),
    column("Volume", "volume", volumes.volumeOf),
    column(rows.every(({ status }) => status === "closed") ? "Closed" : "Closes", "closing", ({ closesAt }) =>
      closing(closesAt, now),
    ),
  ];
}

export const CHANGE_MEANING = "Change of the price in 24 hours, in percentage points";

/** How the price of each row moved in 24 hours, and its course where there is room, as columns. */
export function movementColumns<Row>(
  rows: readonly Row[],
  movements: readonly (Movement | undefined)[],
): readonly ListColumn<Row>[] {
  const moved = new Map(rows.map((row, index) => [row, movements[index]]));
  return [
    {
      ...num("24 h change, pts", (row) => listedChange(moved.get(row)?.priceChange24h ?? null), CHANGE_MEANING),
      ...{ sort: "change", className: "num roomy" },
    },
    words(html`<span class="hide">Course</span>`, (row) => html`${sparkline(moved.get(row)?.course ?? [])}`, "roomy"),
  ];
}
