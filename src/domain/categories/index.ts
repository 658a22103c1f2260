// From the labels of platforms to our categories.
export { CATEGORIES, type Category, toCategory } from "./categories.ts";
