// Tools for assistants: the route /mcp, and what `toteboard mcp` serves over standard input and output.
export { openLocalTools } from "./local.ts";
export { openRemoteTools } from "./remote.ts";
export { mcpRoutes } from "./route.ts";
export type { Tool } from "./tool.ts";
export { type ToolDefinition, type ToolResult, type ToolService, UnknownTool } from "./tool-service.ts";
export { createTools } from "./tools/index.ts";
