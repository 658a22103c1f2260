import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const LONGEST_FILE_LINES = 300;

/** What the files of each folder of src may import from elsewhere in src; a leaf is importable by all. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  sources: ["domain"],
  store: ["domain"],
  demo: ["domain", "threads"],
  http: ["domain", "store", "context"],
  billing: ["domain", "store", "config"],
  api: ["domain", "store", "http", "billing", "config", "context"],
  web: ["domain", "store", "http", "billing", "config", "context"],
  writer: ["domain", "store", "sources", "demo", "config", "threads"],
  cli: ["domain", "api", "http", "billing", "store", "writer", "config", "settings", "service"],
};
const LEAVES = ["errors", "clock", "log", "line-writer", "embedded", "version", "lru", "memory", "spelling"];

const files = globSync(["src/**/*.ts", "bin/*.ts"], { cwd: ROOT }).map((path) => path.replaceAll("\\", "/"));
const own = [...files, ...globSync("test/**/*.ts", { cwd: ROOT })].map((path) => path.replaceAll("\\", "/"));

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const importsOf = (path: string): string[] =>
  [...textOf(path).matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)"|^import "([^"]+)"/gm)].map(
    ([, from, bare]) => from ?? bare ?? "",
  );

/** The folder of src a path is in, or its own name where it is in none. */
const placeOf = (path: string): string => (path.split("/")[1] ?? "").replace(/\.ts$/, "");

describe("the layout of the source", () => {
  it("has imports that point down only", () => {
    const wrong = files.flatMap((path) => {
      const allowed = MAY_IMPORT[placeOf(path)];
      if (allowed === undefined || !path.startsWith("src/") || path.split("/").length === 2) return [];
      return importsOf(path)
        .filter((name) => name.startsWith("."))
        .map((name) => relative(ROOT, join(ROOT, dirname(path), name)).replaceAll("\\", "/"))
        .filter((target) => {
          const place = placeOf(target);
          return place !== placeOf(path) && !allowed.includes(place) && !LEAVES.includes(place);
        })
        .map((target) => `${path} imports ${target}`);
    });
    assert.deepEqual(wrong, []);
  });

  it("keeps endpoints apart from each other", () => {
    const wrong = files
      .filter((path) => path.startsWith("src/api/") && !path.endsWith("/index.ts"))
      .filter((path) => importsOf(path).some((name) => name.startsWith("./")));
    assert.deepEqual(wrong, []);
  });

  it("has one door to each third-party package", () => {
    const doors = new Map<string, string[]>();
    for (const path of files) {
      for (const name of new Set(importsOf(path).filter((one) => !one.startsWith(".") && !one.startsWith("node:")))) {
        doors.set(name, [...(doors.get(name) ?? []), path]);
      }
    }
    assert.ok(doors.size > 0);
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
      ["src/clock.ts", "src/http/socket.ts"],
    );
    assert.deepEqual(
      own.filter((path) => readsZone.test(textOf(path))),
      [],
    );
  });

  it("has no long file", () => {
    assert.deepEqual(
      own.filter((path) => textOf(path).split("\n").length > LONGEST_FILE_LINES),
      [],
    );
  });
});
