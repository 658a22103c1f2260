import { CATEGORIES } from "../../domain/categories/names.ts";
import { choice, optional, text } from "../../http/parameters.ts";

/** What several tools take. Descriptions are left out where the name says it. */
export const queryFilter = optional(text({ description: "words of the title", min: 2, max: 200 }));

export const categoryFilter = optional(choice({ description: "", values: CATEGORIES, isAnyCase: true }));

export const platformFilter = (platforms: readonly string[]) =>
  optional(choice({ description: "", values: platforms, isAnyCase: true }));
