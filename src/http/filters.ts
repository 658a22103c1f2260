import { CATEGORIES } from "../domain/categories/names.ts";
import { choice, inPath, optional, text, wholeNumber, withDefault } from "./parameters.ts";
import { examplePlatform } from "./value-schemas.ts";

/** Far longer than any platform's. */
const MAX_ID_LENGTH = 500;

/** The filters that several lists share; `platforms` are those that are on. */
export const listFilters = (platforms: readonly string[]) => ({
  platform: optional(choice({ description: "Only this platform.", values: platforms })),
  category: optional({
    ...text({
      description: `Only this category, in any case: ${CATEGORIES.join(", ")}. Another one finds nothing, and meta.warnings says so.`,
      min: 1,
      max: 100,
      example: "politics",
    }),
    knownValues: CATEGORIES,
  }),
  status: withDefault(anyStatus("Only open or closed ones, or all."), "open"),
  q: optional(searchText("Words that must all be in the title.")),
});

/** What a person types to search, on every surface. */
export const searchText = (description: string) => text({ description, min: 2, max: 200, example: "election" });

/** The category of a page, in any case: one that does not exist is an error there. */
export const pageCategory = optional(
  choice({ description: "Only this category.", values: CATEGORIES, isAnyCase: true }),
);

/** The filters of a short list without pages. */
export const topFilters = (platforms: readonly string[]) => ({
  platform: optional(choice({ description: "Only this platform.", values: platforms })),
  limit: withDefault(wholeNumber({ description: "How many at most.", min: 1, max: 100 }), 20),
});

/** The platform in the path of a market or event. */
export const pathPlatform = (platforms: readonly string[]) =>
  inPath(choice({ description: "The platform it is on.", values: platforms, example: examplePlatform(platforms) }));

/** The id of a market in a path. */
export const pathMarketId = pathId(
  "The market's id as its platform writes it; percent-encoded in the address.",
  "KXFED-27JAN-CUT",
);

/** The id of an event in a path. */
export const pathEventId = pathId(
  "The event's id as its platform writes it; percent-encoded in the address.",
  "KXFED-27JAN",
);

export const STATUSES = ["open", "closed", "all"] as const;

const anyStatus = (description: string) => choice({ description, values: STATUSES });

/** The status of a list that takes `ids`: those are wanted whatever their status. */
export const statusUnlessIds = optional(
  anyStatus("Only open or closed ones, or all. Without it: open, but all where ids are given."),
);

/** What `statusUnlessIds` lets pass where it is not given. */
export const statusOr = (
  given: (typeof STATUSES)[number] | undefined,
  ids: readonly unknown[] | undefined,
): (typeof STATUSES)[number] => given ?? (ids === undefined ? "open" : "all");

/** `order` without a default, for lists whose default depends on the sort. */
export const order = (description: string) => optional(choice({ description, values: ["asc", "desc"] }));

/** What the description of each `sort` ends with. */
export const TIES = "Equal rows are ordered by platform and id. Rows without the value come last.";

/** The order of a list: descending by default, but the soonest close time and the first id first. */
export const orderOf = (sort: string, given?: "asc" | "desc" | undefined): "asc" | "desc" =>
  given ?? (sort === "closing" || sort === "id" ? "asc" : "desc");

/** A platform's own id in a path; it may hold any characters (dots, slashes), percent-encoded. */
function pathId(description: string, example: string) {
  return inPath(text({ description, min: 1, max: MAX_ID_LENGTH, example }));
}
