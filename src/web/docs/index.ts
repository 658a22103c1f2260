// The API reference and llms.txt.
export { docsPages } from "./docs.ts";
export { llmsPages } from "./llms.ts";
