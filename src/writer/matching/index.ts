// Finds markets of different platforms that ask the same question, in short steps between other work of the writer.

export { countResolved } from "./audit.ts";
export { createMatcher, type Matcher } from "./matcher.ts";
