// The OpenAPI document, made from the endpoints.
export { type DocumentSettings, toDocument } from "./document.ts";
