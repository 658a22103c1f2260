// Pages to browse a list: filters, sorting by column, pages.
export { chosenOf, createAddresses } from "./address.ts";
export { browseDocument, pageNumber, sliceOf } from "./browse.ts";
export { filterFields } from "./fields.ts";
export { emptyNote, foundLine, pageLinks } from "./paging.ts";
export { refuseFilters } from "./refusal.ts";
export type { BrowseColumn } from "./table.ts";
