export { type Backlog, createBacklog } from "./backlog.ts";
export {
  createEncodings,
  createResponseCache,
  createVersionReader,
  type Encodings,
  nameOf,
  type Plan,
  type ResponseCache,
} from "./cache.ts";
export { toContent } from "./content.ts";
export { isDocument, respondDocument } from "./document.ts";
export { logFailure, toFailure } from "./failure.ts";
export { refuseMethod, respondMethods } from "./methods.ts";
export { type Exchange, respond, respondContent, respondError } from "./respond.ts";
