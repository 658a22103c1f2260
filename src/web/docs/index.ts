export { docsPages } from "./docs.ts";
export { llmsPages } from "./llms.ts";
