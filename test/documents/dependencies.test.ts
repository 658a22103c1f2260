import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import packer from "@yao-pkg/pkg/lib-es5/sea.js";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
const VERSIONS = { ...dependencies, ...devDependencies };

it("each dependency has an exact version, and a line in CONTRIBUTING.md that says what for and who keeps it", () => {
  const document = read(".github/CONTRIBUTING.md");
  const [, table = ""] = /^## Dependencies\n(.*?)^## /ms.exec(document) ?? [];
  const named = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(
    ([, cell = ""]) => cell.match(/(?<=`)[^`, ]+(?=`)/g) ?? [],
  );
  assert.deepEqual(named.toSorted(), Object.keys(VERSIONS).toSorted());
  for (const [name, version] of Object.entries(VERSIONS)) assert.match(version, /^\d+\.\d+\.\d+$/, name);
});

it("pkg has the internal module that makes executables, as the build calls it", () => {
  assert.equal(typeof packer.default, "function");
  const source = read("node_modules/@yao-pkg/pkg/lib-es5/sea.js");
  for (const option of ["nodePath", "seaConfig", "useLocalNode"]) {
    if (read("build.config.ts").includes(option)) assert.ok(source.includes(option), option);
  }
});
