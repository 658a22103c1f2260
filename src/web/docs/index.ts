// The API reference, the page of the tools for assistants, llms.txt and llms-full.txt.
export { docsPages } from "./docs.ts";
export { fieldPages } from "./fields-page.ts";
export { llmsPages } from "./llms.ts";
export { llmsFullPages } from "./llms-full.ts";
export { mcpPages } from "./mcp.ts";
