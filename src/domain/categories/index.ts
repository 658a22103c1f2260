export { CATEGORIES, type Category, toCategory } from "./categories.ts";
