import { searchTable, toSearchResult } from "../../api/search/route.ts";
import { required } from "../../http/parameters.ts";
import { findHits } from "../search/results.ts";
import { readForm, searchParameters, words } from "../search/search.ts";
import { type TableFile, tableFile } from "./table-file.ts";

/** The hits of a page of the search. */
export const searchFile = (platforms: readonly string[]): TableFile =>
  tableFile({
    path: "/search.csv",
    summary: "Questions, events and markets by title",
    parameters: { ...searchParameters(platforms), q: required(words) },
    table: searchTable,
    async read(context, input) {
      const form = readForm(input);
      const { found, named, pages } = await findHits(context, form);
      const data = toSearchResult({
        questions: found.questions,
        events: named,
        markets: found.groups.flatMap(({ markets }) => markets),
      });
      return { data, meta: { page: form.page, total_pages: pages } };
    },
  });
