// Pages to browse a list: filters, sorting by column, pages.
export { browseDocument, pageNumber, sliceOf } from "./browse.ts";
export { filterFields } from "./fields.ts";
export { refuseFilters } from "./refusal.ts";
export type { BrowseColumn } from "./table.ts";
