import type { Context } from "../../context.ts";
import { orderOf } from "../../http/filters.ts";
import { toSlice } from "../../http/paging.ts";
import { inForm, type Parameters, wholeNumber, withDefault } from "../../http/parameters.ts";
import type { Document } from "../../http/route.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo, toDocument } from "../page/layout.ts";
import { type Followed, livePart } from "../page/live.ts";
import { readMatchNotes, readSourceNotes } from "../page/source-notes.ts";
import { chosenOf, createAddresses } from "./address.ts";
import { type FilterField, filterForm } from "./fields.ts";
import { emptyNote, foundLine, type Part, pageLinks } from "./paging.ts";
import { type BrowseColumn, browseTable } from "./table.ts";

/** The default of the API, so that a page and an answer have the same rows. */
const PAGE_SIZE = 50;

/** The parameter `page` of a page to browse. */
export const pageNumber = inForm(
  withDefault(wholeNumber({ description: "Which page, counted from 1.", min: 1, max: 200_000 }), 1),
);

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
  const asked = chosen.platform === undefined ? context.config.platforms : [chosen.platform];
  const notes = rows.length === 0 && (await (browsed.needsMatches ? readMatchNotes : readSourceNotes)(context, asked));
  const main = html`<h1>${title}</h1>
<p class="lead">${lead}</p>
${filterForm(path, fields, chosen)}
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
