import { CATEGORIES } from "../domain/categories.ts";
import { choice, optional, text, withDefault } from "./parameters.ts";

/** The filters that several lists share; `platforms` are those that are on. */
export const listFilters = (platforms: readonly string[]) => ({
  platform: optional(choice({ description: "Only this platform.", values: platforms })),
  category: optional(
    text({
      description: `Only this category, in any case: ${CATEGORIES.join(", ")}.`,
      min: 1,
      max: 100,
      example: "politics",
    }),
  ),
  status: withDefault(choice({ description: "Only open or closed ones, or all.", values: STATUSES }), "open"),
  q: optional(text({ description: "Words that must all be in the title.", min: 2, max: 200, example: "election" })),
});

const STATUSES = ["open", "closed", "all"] as const;

/** `order` without a default, for lists whose default depends on the sort. */
export const order = (description: string) => optional(choice({ description, values: ["asc", "desc"] }));
