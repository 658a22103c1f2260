export { toDocument } from "./document.ts";
