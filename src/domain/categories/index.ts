// The category of an event, from the platform's labels and the words of its title.
export { CATEGORIES, type Category, toCategory } from "./categories.ts";
export { CATEGORY_RULES_VERSION, familyIds, toStoredCategory, usualCategory } from "./stored.ts";
