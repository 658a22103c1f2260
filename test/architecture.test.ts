import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { importsOf, pathsOf, targetsOf, textOf } from "./support/source-tree.ts";

const MAX_LINES_PER_FILE = 600;

/** The layers of src and what each may import beside leaves. A file at the top of src is a layer of its own. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  sources: ["domain"],
  store: ["domain"],
  demo: ["domain", "sources", "threads"],
  threads: [],
  "setting-files": [],
  settings: ["domain", "setting-files"],
  config: ["domain", "settings", "setting-files"],
  access: ["domain", "store"],
  billing: ["domain", "store", "config"],
  deliveries: ["domain", "store"],
  streams: ["domain", "store", "access"],
  export: ["domain", "store", "access", "threads"],
  context: ["domain", "store", "access", "billing", "export", "streams", "config"],
  http: ["domain", "store", "access", "context"],
  api: ["domain", "store", "access", "http", "billing", "export", "streams", "config", "context"],
  web: ["domain", "store", "access", "http", "api", "mcp", "billing", "streams", "config", "context", "threads"],
  mcp: ["domain", "store", "access", "http", "api", "config", "context"],
  writer: ["domain", "store", "sources", "demo", "config", "threads"],
  mirror: ["store", "threads"],
  service: [
    ...[
      "access",
      "api",
      "billing",
      "config",
      "context",
      "demo",
      "deliveries",
      "domain",
      "export",
      "streams",
      "http",
      "mcp",
      "mirror",
      "store",
    ],
    ...["web", "writer"],
  ],
  cli: [
    "domain",
    "api",
    "export",
    "http",
    "mcp",
    "mirror",
    "billing",
    "store",
    "writer",
    "config",
    "settings",
    "service",
  ],
  bin: ["cli", "settings", "store"],
};
/** All may import them; they import each other only. */
const LEAVES = ["errors", "clock", "cron", "log", "embedded", "version", "lru", "spelling"];

const files = pathsOf("src/**/*.ts", "bin/*.ts");
const own = [...files, ...pathsOf("test/**/*.ts")];

/** Depth first; each circle is given as the files on it. */
function findCircles(paths: readonly string[]): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(" > "));
    if (done.has(path) || trail.includes(path)) return;
    for (const target of targetsOf(path)) if (target.endsWith(".ts")) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of paths) visit(path, []);
  return circles;
}

/** The folder of src a path is in, or its own name where it is in none. */
const layerOf = (path: string): string =>
  path.startsWith("bin/") ? "bin" : (path.split("/")[1] ?? "").replace(/\.ts$/, "");

const mayImport = (layer: string): readonly string[] | undefined => (LEAVES.includes(layer) ? [] : MAY_IMPORT[layer]);

describe("the layout of the source", () => {
  it("has imports that point down only", () => {
    const wrong = files.flatMap((path) => {
      const layer = layerOf(path);
      const allowed = [layer, ...LEAVES, ...(mayImport(layer) ?? [])];
      return targetsOf(path)
        .filter((target) => target.startsWith("src/") && !allowed.includes(layerOf(target)))
        .map((target) => `${path} imports ${target}`);
    });
    assert.deepEqual(wrong, []);
  });

  it("has a place for every layer, above all that it may import", () => {
    assert.deepEqual(
      [...new Set(files.map(layerOf))].filter((layer) => mayImport(layer) === undefined),
      [],
    );
    const above = (layer: string, trail: readonly string[]): string[] =>
      trail.includes(layer)
        ? [[...trail, layer].join(" > ")]
        : (mayImport(layer) ?? []).flatMap((below) => above(below, [...trail, layer]));
    assert.deepEqual(
      Object.keys(MAY_IMPORT).flatMap((layer) => above(layer, [])),
      [],
    );
  });

  it("has no import circle, type imports counted", () => {
    assert.deepEqual(findCircles(files), []);
  });

  it("has one door to each third-party package", () => {
    const doors = new Map<string, string[]>();
    for (const path of files) {
      for (const name of new Set(importsOf(path).filter((one) => !one.startsWith(".") && !one.startsWith("node:")))) {
        doors.set(name, [...(doors.get(name) ?? []), path]);
      }
    }
    assert.ok(doors.size > 0);
    // Values are described in valibot wherever they are defined.
    doors.delete("valibot");
    assert.deepEqual(
      [...doors].filter(([, paths]) => paths.length > 1),
      [],
    );
  });

  it("has only the store speak SQL", () => {
    const speaks = (path: string): boolean => /"(SELECT|INSERT INTO|UPDATE|DELETE FROM|PRAGMA) /.test(textOf(path));
    assert.deepEqual(
      files.filter((path) => speaks(path) && !path.startsWith("src/store/")),
      [],
    );
  });

  it("has one reader of the environment", () => {
    assert.deepEqual(
      files.filter((path) => textOf(path).includes("process.env")),
      ["src/config.ts"],
    );
  });

  it("has one reader of the machine's clock, and no time zone but those it names", () => {
    const readsClock = /\bDate\.now\b|\bDate\(\)/;
    const readsZone = /\.[gs]et(Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(/;
    const measures = (path: string): boolean => path.startsWith("test/bench/");
    assert.deepEqual(
      own.filter((path) => readsClock.test(textOf(path)) && !measures(path)).sort(),
      // Node's own clock dates every other answer, so it does those written to a bare socket.
      ["src/clock.ts", "src/http/lifecycle.ts"],
    );
    assert.deepEqual(
      own.filter((path) => readsZone.test(textOf(path))),
      [],
    );
  });

  it("has no long file", () => {
    assert.deepEqual(
      own.filter((path) => textOf(path).split("\n").length > MAX_LINES_PER_FILE),
      [],
    );
  });

  it("declares every type once", () => {
    const declared = files.flatMap((path) =>
      [...textOf(path).matchAll(/^(?:export )?(?:interface|type|(?:abstract )?class) (\w+)/gm)].map(([, name]) => name),
    );
    assert.ok(declared.length > 100);
    assert.deepEqual(
      declared.filter((name, index) => declared.indexOf(name) !== index),
      [],
    );
  });

  it("uses public members of Node's objects, and public tables of SQLite and FTS5", () => {
    const privateMember = /\._[a-z]|\["_/;
    const privateTable = /_titles_(?:data|idx|content|docsize|config)\b|\bsqlite_stat/;
    assert.deepEqual(
      files
        .filter((path) => privateMember.test(textOf(path)))
        .concat([...files, ...pathsOf("sql/queries/*.sql")].filter((path) => privateTable.test(textOf(path)))),
      [],
    );
  });
});
