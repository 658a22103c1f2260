// From an answer to bytes: response cache, compression, ETags, errors.
export { createResponseCache, createVersionReader, type ResponseCache } from "./cache.ts";
export { type ErrorPage, logFailure, noteError, toErrorReply, toFailure } from "./failure.ts";
export { createGzipParts, type GzipParts } from "./gzip-parts.ts";
export { refuseMethod, toMethodsReply } from "./methods.ts";
export { type Prepared, prepare } from "./prepare.ts";
export { findNextPlace, prepareAnswer, toFileName } from "./prepare-answer.ts";
export { type HttpReply, send, toReply, toStreamReply } from "./reply.ts";
export { beginRequest, type RequestContext, type Routed, type ServedRequest, toServed } from "./request-context.ts";
