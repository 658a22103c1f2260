import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pathsOf, textOf } from "./support/source-tree.ts";

const sources = pathsOf("src/**/*.ts");
/** Lines of these files that match, each with its place. */
const linesLike = (paths: readonly string[], pattern: RegExp): string[] =>
  paths.flatMap((path) =>
    textOf(path)
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );

describe("the names in the source", () => {
  it("say MAX and MIN for upper and lower limits", () => {
    assert.deepEqual(
      linesLike([...sources, ...pathsOf("test/**/*.ts")], /\b(?:MOST|FEWEST|LEAST|LONGEST|SHORTEST|LARGEST|FEW)_[A-Z]/),
      [],
    );
  });
});
