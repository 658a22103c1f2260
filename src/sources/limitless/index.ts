export { openLimitless } from "./limitless.ts";
