// The OpenAPI document, made from the endpoints.
export { toDocument } from "./document.ts";
