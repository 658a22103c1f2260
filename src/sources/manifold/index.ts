// Manifold: its listing, records, prices and outcomes.
export { openManifold } from "./manifold.ts";
