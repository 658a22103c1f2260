import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { PLATFORMS } from "../../src/domain/platforms.ts";
import { runMain } from "../support/service/process.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const DOCUMENTS = globSync(["*.md", "clients/*.md", ".github/*.md", ".deploy/*.md", "src/**/*.md", "test/**/*.md"], {
  cwd: ROOT,
}).map((path) => path.replaceAll("\\", "/"));

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** The names under which GitHub links to the headings of a document. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9 _-]/g, "")
      .replaceAll(" ", "-"),
  );

describe("documents", () => {
  it("are there", () => assert.ok(DOCUMENTS.length >= 8));

  for (const path of DOCUMENTS) {
    it(`${path} links to files and headings that exist`, () => {
      // On GitHub, a document is below "blob" and the branch, and "releases" is beside "blob".
      const releases = `${"../".repeat(path.split("/").length + 1)}releases/`;
      for (const [, target = ""] of read(path).matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
        if (target.startsWith(releases)) continue;
        const [file = "", anchor] = target.split("#");
        const found = file === "" ? path : join(dirname(path), file);
        assert.ok(existsSync(join(ROOT, found)), `${target} is a file`);
        if (anchor !== undefined) assert.ok(anchorsOf(read(found)).includes(anchor), `${target} is a heading`);
      }
    });

    it(`${path} names only paths that exist`, () => {
      const named = [...read(path).matchAll(/`((?:src|sql|test|bin|\.ci|\.deploy|\.github)\/[^`\s]*)`/g)];
      const missing = named
        .map(([, name = ""]) => name.replace(/#.*/, ""))
        // "src/api/<noun>/route.ts" is a pattern.
        .filter((name) => !/[<{*]|NNN/.test(name))
        .filter((name) => !existsSync(join(ROOT, name)));
      assert.deepEqual(missing, []);
    });

    it(`${path} names only npm scripts and commands that exist`, async () => {
      const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
      const { stdout } = await runMain("--help");
      const commands = [...stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name);
      const text = read(path);
      for (const [, name = ""] of text.matchAll(/\bnpm run ([a-z:]+)/g)) assert.ok(name in scripts, `npm run ${name}`);
      for (const [, name = ""] of text.matchAll(/(?:^|`)toteboard ([a-z]+)\b/gm))
        assert.ok(commands.includes(name), name);
    });
  }

  it("README.md gives no figure that the document on performance does not have", () => {
    const [claim = ""] = read("README.md").match(/^.*test\/bench\/README\.md.*$/m) ?? [];
    const figures = claim.match(/\d[\d,.]*\d/g) ?? [];
    assert.ok(figures.length >= 3);
    const performance = read("test/bench/README.md");
    assert.deepEqual(
      figures.filter((figure) => !performance.includes(figure)),
      [],
    );
  });

  it("test/bench/README.md has a row for every scenario", () => {
    const [, list = ""] = /const SCENARIOS[^{]*\{([^}]*)\}/.exec(read("test/bench/bench.ts")) ?? [];
    const scenarios = [...list.matchAll(/^ {2}(\w+):/gm)].map(([, name = ""]) => name);
    assert.ok(scenarios.length >= 5);
    const rows = [...read("test/bench/README.md").matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(rows, scenarios);
  });
});

describe("files for tools", () => {
  const { devDependencies } = JSON.parse(read("package.json")) as { devDependencies: { node: string } };

  it(".nvmrc names the Node version that the project is made for", () => {
    assert.equal(read(".nvmrc").trim(), devDependencies.node);
  });

  it("workflows name each action by its commit, with the version behind it, and all else by its version", () => {
    const files = globSync([".github/workflows/*.yml", ".github/actions/*/action.yml"], { cwd: ROOT });
    assert.ok(files.length >= 3);
    for (const file of files) {
      for (const [line, key = "", value = ""] of read(file).matchAll(
        /^ *(?:- )?(uses|container|runs-on|runner): (.*)$/gm,
      )) {
        const isMatrix = value.startsWith("${{ matrix.");
        if (key === "uses") assert.match(value, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, `${file}: ${line}`);
        else if (key === "container") assert.equal(value, `node:${devDependencies.node}-bookworm`, `${file}: ${line}`);
        else assert.ok(isMatrix || /^(ubuntu|macos)-\d/.test(value), `${file}: ${line}`);
      }
    }
  });

  it("the template for a changed platform lists all platforms", () => {
    const [, options = ""] = /options: \[(.*)\]/.exec(read(".github/ISSUE_TEMPLATE/platform.yml")) ?? [];
    assert.deepEqual(
      options.split(", "),
      PLATFORMS.map(({ name }) => name),
    );
  });
});
