import { toIso } from "../../clock.ts";
import type { Context } from "../../context.ts";
import { CATEGORIES } from "../../domain/categories/names.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { orderOf, pageCategory, STATUSES } from "../../http/filters.ts";
import { toSlice } from "../../http/paging.ts";
import { inForm, type KindName, type Parameters, wholeNumber, withDefault } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import type { Document, Route } from "../../http/route.ts";
import { ago, ahead, count, counted } from "../page/figures.ts";
import { textOf } from "../page/form.ts";
import { nameFields, withoutWrong, wrongParameters } from "../page/help.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo, sentence, toDocument, toErrorDocument } from "../page/layout.ts";
import { type Followed, livePart } from "../page/live.ts";
import { readMatchNotes, readSourceNotes } from "../page/source-notes.ts";

/** The default of the API, so that a page and an answer have the same rows. */
const PAGE_SIZE = 50;

/** The parameter `page` of a page to browse. */
export const pageNumber = inForm(
  withDefault(wholeNumber({ description: "Which page, counted from 1.", min: 1, max: 200_000 }), 1),
);

/** Filters of the API as those of a page with a form: an empty field counts as missing. */
export function formParameters<P extends Parameters>(filters: P) {
  const known = Object.entries({ ...filters, category: pageCategory }).map(([name, one]) => [name, inForm(one)]);
  return { ...(Object.fromEntries(known) as P & { category: typeof pageCategory }), page: pageNumber };
}

/** The rows a page shows. */
export const sliceOf = ({ page }: Pick<BrowseInput, "page">) => toSlice({ page, page_size: PAGE_SIZE });

/** A page to browse a list. */
interface BrowsePage<Row> {
  readonly path: string;
  readonly title: string;
  readonly lead: Html;
  /** One row is one of these. */
  readonly noun: string;
  /** The operation of the API that takes the same parameters and answers the same rows. */
  readonly operation: { readonly path: string; readonly id: string };
  readonly parameters: Parameters;
  readonly fields: readonly FilterField[];
  readonly columns: readonly BrowseColumn<Row>[];
  /** The same for a row on every reading of the page. */
  readonly nameOf: (row: Row) => string;
  /** What of the page is read more often. */
  readonly followed: Followed;
  /** True for what two platforms must have. */
  readonly needsMatches?: boolean;
  /** Where else words may be found. */
  readonly elsewhere?: { readonly path: string; readonly label: string };
}

interface BrowseInput {
  readonly q?: string | undefined;
  readonly category?: string | undefined;
  readonly sort: string;
  readonly order?: "asc" | "desc" | undefined;
  readonly page: number;
}

/** What was asked for, and the answer of the store. */
interface Browsed<Row> {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly input: BrowseInput;
  readonly rows: readonly Row[];
  /** How many rows the filters let pass. */
  readonly total: number;
}

export async function browseDocument<Row>(
  context: Context,
  browsed: BrowsePage<Row>,
  { now, input, rows, total }: Browsed<Row>,
): Promise<Document> {
  const { title, lead, noun, operation, parameters, fields, columns, nameOf, followed, elsewhere } = browsed;
  const path = pathTo(context, browsed.path);
  const order = orderOf(input.sort, input.order);
  const chosen = chosenOf(parameters, {
    ...input,
    order: order === orderOf(input.sort) ? undefined : order,
  });
  const to = createAddresses(path, parameters, chosen);
  const toData = createAddresses(pathTo(context, operation.path), parameters, chosen);
  const toFile = createAddresses(pathTo(context, `${browsed.path}.csv`), parameters, chosen);
  const part: Part = { noun, page: input.page, size: PAGE_SIZE, total };
  const asked = chosen.platform === undefined ? context.config.platforms : chosen.platform.split(",");
  const notes = rows.length === 0 && (await (browsed.needsMatches ? readMatchNotes : readSourceNotes)(context, asked));
  const main = html`<h1>${title}</h1>
<p class="lead">${lead}</p>
${filterForm({ action: path, fields }, chosen)}
${livePart(
  context,
  now,
  followed,
  rows.length === 0
    ? html`${emptyNote(part, { to, path, canWiden: chosen.status === undefined, notes, isFiltered: Object.keys(chosen).length > 0 })}
${
  total === 0 &&
  elsewhere !== undefined &&
  input.q !== undefined &&
  html`<p class="more">\
<a href="${pathTo(context, elsewhere.path)}?${String(new URLSearchParams({ q: input.q }))}">${elsewhere.label}</a></p>`
}`
    : html`<p class="found">${foundLine(part)}</p>
${browseTable(columns, rows, { caption: title, sort: input.sort, order, to, now, nameOf })}
${pageLinks(part, to)}`,
)}
<p class="more">As JSON: <a href="${pathTo(context, "/docs")}#${operation.id}"><code>GET ${toData()}</code></a> · \
<a href="${toFile()}" download>This page as CSV</a></p>`;
  return toDocument(context, { title: titleOf(title, input), main, assets: ["browse.css"] }, browsed.path);
}

const titleOf = (title: string, { q, page }: BrowseInput): string =>
  `${title}${q === undefined ? "" : `: ${q}`}${page === 1 ? "" : `, page ${page}`}`;

interface RefusedPage {
  readonly path: string;
  readonly title: string;
  readonly parameters: Parameters;
  readonly fields: readonly FilterField[];
  readonly kind?: FilterForm["kind"];
  readonly assets?: readonly string[];
}

/** Shows what is wrong with a filter above the form, which keeps what was sent. */
export const refuseFilters =
  ({ path, title, parameters, fields, kind, assets = ["browse.css"] }: RefusedPage): NonNullable<Route["refuse"]> =>
  (context, error, asked, query) => {
    if (error.code !== "validation_error") return toErrorDocument(context, error, asked);
    const wrong = wrongParameters(error).map(({ parameter }) => parameter);
    const kept = Object.keys(parameters).filter((name) => !wrong.includes(name) || isTyped(fields, name));
    const labels = { page: "Page", ...Object.fromEntries(fields.map(({ name, label }) => [name, label])) };
    const next = withoutWrong(error, path, query, labels);
    const action = pathTo(context, path);
    const main = html`<h1>${title}</h1>
<p class="problem" role="alert">${sentence(nameFields(error, labels).message)}</p>
${filterForm({ action, fields, kind }, sentOf(query, parameters, kept))}
<p class="more"><a href="${pathTo(context, next.path)}">${next.label}</a></p>`;
    return toDocument(context, { title, main, status: error.status, assets }, path);
  };

/** Whether a field can show a wrong value, to be mended there. */
const isTyped = (fields: readonly FilterField[], name: string): boolean =>
  fields.some((field) => field.name === name && field.type !== "choice" && field.type !== "flag");

const sentOf = (query: Query, parameters: Parameters, names: readonly string[]): Chosen =>
  Object.fromEntries(
    names
      .map((name) => [name, textOf(query, name)] as const)
      .filter(([name, text]) => text !== "" && text !== String(parameters[name]?.fallback)),
  );

/** A filter in the form; the first option of a choice is its default. */
export interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly type: "search" | "words" | "number" | "date" | "flag" | "choice";
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** The default of a choice that is not its first option. */
  readonly standard?: string;
}

/** The filters that several lists share. */
export const filterFields = (platforms: readonly string[]) =>
  ({
    words: { name: "q", label: "Words in the title", type: "words" },
    platform: {
      name: "platform",
      label: "Platform",
      type: "choice",
      options: [["", "all"], ...platforms.map((id) => [id, getPlatform(id).name] as const)],
    },
    category: {
      name: "category",
      label: "Category",
      type: "choice",
      options: [["", "all"], ...CATEGORIES.map((name) => [name, name] as const)],
    },
    status: { name: "status", label: "State", type: "choice", options: STATUSES.map((name) => [name, name] as const) },
    minVolume: { name: "min_volume", label: "Lowest volume in $", type: "number" },
    closingBefore: { name: "closing_before", label: "Closes before", type: "date" },
    realMoney: { name: "real_money_only", label: "Real money only", type: "flag" },
    order: {
      name: "order",
      label: "Order",
      type: "choice",
      options: [
        ["", "largest first"],
        ["asc", "ascending"],
        ["desc", "descending"],
      ],
    },
  }) as const satisfies Readonly<Record<string, FilterField>>;

const FORMS = {
  filters: html`class="bar browse" aria-label="Filters"`,
  choices: html`class="bar browse choices" aria-label="Filters"`,
  search: html`class="bar browse" role="search"`,
};

interface FilterForm {
  readonly action: string;
  readonly fields: readonly FilterField[];
  readonly kind?: keyof typeof FORMS | undefined;
}

/** A form that needs no script. Empty fields are sent too and count as missing. */
export const filterForm = ({ action, fields, kind = "filters" }: FilterForm, chosen: Chosen): Html =>
  html`<form ${FORMS[kind]} action="${action}">
${fields.map((field) =>
  filterField(field.name === "order" && chosen.sort === "closing" ? SOONEST_FIRST : field, chosen[field.name], action),
)}
<div class="send"><button class="main">${kind === "search" ? "Search" : "Show"}</button>${
    kind !== "search" && Object.keys(chosen).length > 0 && html`<a href="${action}">Reset</a>`
  }</div></form>`;

/** The order of a list by close time. */
const SOONEST_FIRST: FilterField = {
  name: "order",
  label: "Order",
  type: "choice",
  options: [
    ["", "soonest first"],
    ["desc", "latest first"],
  ],
};

/** A field with its label; suggestions for a search are below `action`. */
export function filterField(field: FilterField, chosen?: string, action = ""): Html {
  const { name, label, type, options = [], standard = "" } = field;
  const value = chosen ?? standard;
  if (type === "search")
    return html`<div class="words"><label for="words">${label}</label><input id="words" type="search" name="${name}" value="${value}" \
minlength="2" maxlength="200" required autocomplete="off" data-suggest="${action}/suggestions"></div>\n`;
  if (type === "choice")
    return html`<label>${label} <select name="${name}">${withOption(options, value).map(
      ([id, text]) => html`<option value="${id}"${id === value && html` selected`}>${text}</option>`,
    )}</select></label>\n`;
  if (type === "flag")
    return html`<label class="flag"><input type="checkbox" name="${name}" \
value="true"${value === "true" && html` checked`}> ${label}</label>\n`;
  if (type === "number")
    return html`<label>${label} <input type="number" name="${name}" value="${value}" min="0" step="any"></label>\n`;
  // A date field cannot show a time of day.
  if (type === "date")
    return html`<label>${label} <input type="${/^\d{4}-\d\d-\d\d$|^$/.test(value) ? "date" : "text"}" name="${name}" \
value="${value}"></label>\n`;
  return html`<label class="words">${label} <input type="search" name="${name}" value="${value}" minlength="2" maxlength="200" \
autocomplete="off"></label>\n`;
}

/** Keeps a value that is none of the options. */
const withOption = (options: NonNullable<FilterField["options"]>, value: string) =>
  value === "" || options.some(([id]) => id === value) ? options : [...options, [value, value] as const];

/** A column; `cell` makes the whole cell with this class. */
export interface BrowseColumn<Row> {
  readonly label: Html | string;
  /** What the label means, where it needs explaining. */
  readonly meaning?: string;
  /** A class of the heading and of the cells. */
  readonly className?: string;
  /** The sort its heading leads to. */
  readonly sort?: string;
  /** Hidden on phones, unless the list is sorted by it. */
  readonly isWide?: boolean;
  cell(row: Row, className: string, now: number): Html;
}

interface TableView<Row> {
  readonly caption: string;
  readonly sort: string;
  readonly order: "asc" | "desc";
  readonly to: AddressWith;
  readonly now: number;
  /** The same for a row on every reading of the page. */
  readonly nameOf: (row: Row) => string;
}

/** What both lists say of a row at its end. */
interface RowFigures<Row> {
  readonly volume24hOf: (row: Row) => string;
  readonly volumeOf: (row: Row) => string;
}

interface Dated {
  readonly status: "open" | "closed";
  readonly closesAt: number | null;
  readonly updatedAt: number;
}

/** The columns of volume and time. */
export function figureColumns<Row extends Dated>(
  rows: readonly Row[],
  { volume24hOf, volumeOf }: RowFigures<Row>,
): readonly BrowseColumn<Row>[] {
  const column = (label: string, sort: string, textOf: (row: Row, now: number) => Html | string) => ({
    ...{ label, sort, className: "num", isWide: true },
    cell: (row: Row, name: string, now: number) => html`<td class="${name}">${textOf(row, now)}</td>`,
  });
  return [
    column("24 h volume", "volume_24h", volume24hOf),
    column("Volume", "volume", volumeOf),
    column(rows.every(({ status }) => status === "closed") ? "Closed" : "Closes", "closing", ({ closesAt }, now) =>
      closesAt !== null && closesAt <= now ? ago(closesAt, now) : ahead(closesAt, now),
    ),
    column("Updated", "updated", ({ updatedAt }, now) => ago(updatedAt, now)),
  ];
}

/** A table whose headings sort it. */
function browseTable<Row>(columns: readonly BrowseColumn<Row>[], rows: readonly Row[], view: TableView<Row>): Html {
  const shown = columns.map((column) => ({ column, name: classOf(column, view) }));
  return html`<table class="board browse"><caption class="hide">${view.caption}</caption>
<thead><tr>${shown.map(({ column, name }) => heading(column, name, view))}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr data-row="${view.nameOf(row)}">${shown.map(({ column, name }) => column.cell(row, name, view.now))}</tr>\n`,
  )}</tbody></table>`;
}

const classOf = <Row>({ className, isWide, sort }: BrowseColumn<Row>, view: TableView<Row>): string =>
  [className, isWide && sort !== view.sort && "wide"].filter(Boolean).join(" ");

/** A heading leads to its usual order, from there to the reverse. */
function heading<Row>(
  { label, meaning, sort }: BrowseColumn<Row>,
  name: string,
  { sort: current, order, to }: TableView<Row>,
): Html {
  const title = meaning !== undefined && html` title="${meaning}"`;
  if (sort === undefined) return html`<th scope="col" class="${name}"${title}>${label}</th>`;
  const usual = orderOf(sort);
  if (sort !== current)
    return html`<th scope="col" class="${name}"><a href="${to(sorting(sort))}"${title}>${label}</a></th>`;
  const isUsual = order === usual;
  const next = to(sorting(sort, isUsual ? reverse(usual) : undefined));
  return html`<th scope="col" class="${name}" aria-sort="${order}ending"><a href="${next}"${title}>${label} \
<span aria-hidden="true">${order === "asc" ? "▲" : "▼"}</span></a></th>`;
}

const reverse = (order: "asc" | "desc") => (order === "asc" ? "desc" : "asc");

const sorting = (sort: string, order?: string) => ({ sort, order, page: undefined });

/** The part of a list that a page shows; pages count from 1. */
interface Part {
  readonly noun: string;
  readonly page: number;
  readonly size: number;
  readonly total: number;
}

/** "1,234 markets, 51 to 100 on this page" */
export function foundLine({ noun, page, size, total }: Part): string {
  if (total <= size) return counted(total, noun);
  const first = (page - 1) * size + 1;
  return `${counted(total, noun)}, ${count(first)} to ${count(Math.min(page * size, total))} on this page`;
}

interface EmptyList {
  readonly to: AddressWith;
  readonly path: string;
  /** Whether closed ones may pass the filters. */
  readonly canWiden: boolean;
  /** Why there may be less data than usual. */
  readonly notes?: Html | false;
  readonly isFiltered?: boolean;
}

/** What a page without rows says, and where to go instead. */
export function emptyNote(part: Part, { to, path, canWiden, notes = false, isFiltered = true }: EmptyList): Html {
  const { noun, page, total } = part;
  if (total > 0) {
    const last = lastPageOf(part);
    return html`<p class="empty">There is no page ${count(page)}. The last one is \
<a href="${to({ page: String(last) })}">page ${count(last)}</a>.</p>`;
  }
  if (!isFiltered && notes !== false)
    return html`<p class="empty">No ${noun} yet.</p>
${notes}`;
  return html`<p class="empty">No ${noun} passes these filters.
${canWiden && html`<a href="${to({ status: "all", page: undefined })}">Include closed ones</a> · `}<a href="${path}">All \
open ${noun}s</a></p>
${notes}`;
}

/** Links to the pages before and after. */
export function pageLinks(part: Part, to: AddressWith): Html | false {
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

const lastPageOf = ({ size, total }: Part): number => Math.ceil(total / size);

/** The parameters that differ from their defaults, as texts by name. */
type Chosen = Readonly<Record<string, string>>;

/** An address with changes to what is chosen; undefined drops a parameter. */
type AddressWith = (changes?: Readonly<Record<string, string | undefined>>) => string;

export function chosenOf(parameters: Parameters, input: Readonly<Record<string, unknown>>): Chosen {
  const chosen = Object.entries(parameters).filter(
    ([name, { fallback }]) => input[name] !== undefined && input[name] !== fallback,
  );
  return Object.fromEntries(chosen.map(([name, { kind }]) => [name, toText(kind, input[name])]));
}

/** A date alone is its midnight. */
const toText = (kind: KindName, value: unknown): string =>
  kind === "date-time" ? toIso(Number(value)).replace("T00:00:00.000Z", "") : String(value);

/** Makes the addresses of a path that keep what is chosen; defaults are left out. */
export const createAddresses =
  (path: string, parameters: Parameters, chosen: Chosen): AddressWith =>
  (changes = {}) => {
    const query = new URLSearchParams();
    for (const [name, text] of Object.entries({ ...chosen, ...changes })) {
      const fallback = parameters[name]?.fallback;
      if (text !== undefined && (fallback === undefined || text !== String(fallback))) query.set(name, text);
    }
    return query.size === 0 ? path : `${path}?${query}`;
  };
