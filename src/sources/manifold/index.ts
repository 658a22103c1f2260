export { openManifold } from "./manifold.ts";
