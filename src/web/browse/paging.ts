import { count, counted } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import type { AddressWith } from "./address.ts";

/** The part of a list that a page shows; pages count from 1. */
export interface Part {
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
