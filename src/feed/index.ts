// Streams of changes: who gets which change, how fast, and until when.
export type { StreamFilter } from "./filter.ts";
export { type Hub, type HubDeps, openHub } from "./hub.ts";
export { PAGE_LIMITS, STREAM_LIMITS } from "./limits.ts";
export { STREAM_FORMATS, type StreamFormat } from "./message.ts";
export type { StreamRequest } from "./stream.ts";
export { TICKET_MS } from "./tickets.ts";
export { startWatch } from "./watch.ts";
