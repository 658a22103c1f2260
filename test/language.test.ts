import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pathsOf, textOf } from "./support/source-tree.ts";

const sources = pathsOf("src/**/*.ts");
const queries = pathsOf("sql/queries/*.sql");

/** Lines of these files that match, each with its place. */
const linesLike = (paths: readonly string[], pattern: RegExp): string[] =>
  paths.flatMap((path) =>
    textOf(path)
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );

describe("the names in the source", () => {
  it("stand for one type each", () => {
    const places = new Map<string, string[]>();
    for (const path of sources) {
      for (const [, name = ""] of textOf(path).matchAll(
        /^(?:export )?(?:interface|type|(?:abstract )?class) (\w+)/gm,
      )) {
        places.set(name, [...(places.get(name) ?? []), path]);
      }
    }
    assert.ok(places.size > 100);
    const repeated = [...places].filter(([, paths]) => paths.length > 1);
    assert.deepEqual(
      repeated.map(([name, paths]) => `${name}: ${paths.join(", ")}`),
      [],
    );
  });

  it("say MAX and MIN for upper and lower limits", () => {
    assert.deepEqual(
      linesLike([...sources, ...pathsOf("test/**/*.ts")], /\b(?:MOST|FEWEST|LEAST|LONGEST|SHORTEST|LARGEST|FEW)_[A-Z]/),
      [],
    );
  });
});

describe("the source", () => {
  it("uses public members only, of Node's objects and of others", () => {
    assert.deepEqual(linesLike(sources, /\._[a-z]|\["_/), []);
  });

  it("leaves the private tables of FTS5 and of SQLite alone", () => {
    const virtual = [...textOf("sql/schema.sql").matchAll(/CREATE VIRTUAL TABLE (\w+) USING fts5 /g)];
    assert.ok(virtual.length > 0);
    for (const [, name] of virtual) assert.match(name ?? "", /_titles$/);
    assert.deepEqual(
      linesLike([...sources, ...queries], /_titles_(?:data|idx|content|docsize|config)\b|\bsqlite_stat/),
      [],
    );
  });
});

describe("templates of pages", () => {
  it("have at most 140 columns", () => {
    assert.deepEqual(linesLike(pathsOf("src/web/**/*.ts"), /^.{141}/u), []);
  });
});

describe("comments", () => {
  it("are in plain words", () => {
    const habits = /(?:\/\/|\*|--).*\b(?:anew|whoever|told of|so many|is had|is wanted|taken in)\b/i;
    assert.deepEqual(linesLike([...sources, ...queries, "sql/schema.sql"], habits), []);
  });
});
