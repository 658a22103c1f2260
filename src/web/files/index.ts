// Tables of pages as CSV files.
export { filePages } from "./files.ts";
