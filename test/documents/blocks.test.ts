import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readConfig } from "../../src/config.ts";
import { SETTINGS, SETTINGS_VARIABLE, variableOf } from "../../src/settings.ts";
import { temporaryFolder } from "../support/service/process.ts";
import { BLOCKS, exampleEnvironment, replaceBlock } from "./blocks.ts";

const HINT = "made from the code: run TEST_WRITE_DOCUMENTS=1 npm test -- test/documents/blocks.test.ts";
const EXAMPLE = ".deploy/.env.example";

const fileOf = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const read = (path: string): string => readFileSync(fileOf(path), "utf8");

/** Fails where a document differs from what it should be, or writes it where that is asked for. */
function expectDocument(path: string, expected: string): void {
  if (process.env.TEST_WRITE_DOCUMENTS === "1") writeFileSync(fileOf(path), expected);
  assert.equal(read(path), expected, `${path} is ${HINT}`);
}

describe("what documents list", () => {
  for (const { file, name, make } of BLOCKS) {
    it(`${file} lists all ${name}, as the code has them`, async () => {
      expectDocument(file, replaceBlock(read(file), name, await make()));
    });
  }

  it(`${EXAMPLE} lists all settings with their defaults`, () => {
    expectDocument(EXAMPLE, exampleEnvironment());
  });
});

describe(EXAMPLE, () => {
  const envFile = join(temporaryFolder(), "none.env");
  const readWith = (environment: Readonly<Record<string, string>>) =>
    readConfig({}, { isDemo: false, environment, envFile });

  it("changes no setting and gives no warning once its lines are in use", () => {
    const environment = Object.fromEntries(
      [...read(EXAMPLE).matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
    );
    assert.equal(Object.keys(environment).length, SETTINGS.length);
    const withoutOrigins = ({ settings, ...config }: ReturnType<typeof readWith>) => ({
      ...config,
      values: settings.map(({ name, value }) => [name, value]),
    });
    assert.deepEqual(withoutOrigins(readWith(environment)), withoutOrigins(readWith({})));
  });

  it("names no variable that the program does not read", () => {
    const known = new Set([SETTINGS_VARIABLE, ...SETTINGS.map(({ name }) => variableOf(name))]);
    const pages = readdirSync(fileOf(".deploy"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `.deploy/${name}`);
    const documents = ["README.md", ...pages, ".github/SECURITY.md", "src/README.md", EXAMPLE];
    for (const path of documents) {
      const named = read(path).match(/\b(TOTEBOARD|STRIPE)_[A-Z_]+\b/g) ?? [];
      assert.deepEqual(
        named.filter((name) => !known.has(name)),
        [],
        path,
      );
    }
  });
});
