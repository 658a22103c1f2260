export { createResponseCache, createVersionReader, type ResponseCache } from "./cache.ts";
export { type ErrorPage, logFailure, toErrorReply, toFailure } from "./failure.ts";
export { refuseMethod, toMethodsReply } from "./methods.ts";
export { type Prepared, prepare } from "./prepare.ts";
export { type Reply, send, toReply } from "./reply.ts";
export { beginRequest, type RequestContext, type ServedRequest, toServed } from "./request-context.ts";
