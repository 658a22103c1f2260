import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** What esbuild says of the files it made: the bytes of each source in them, by its path from the working folder. */
export interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

const ROOT = dirname(import.meta.dirname);
const MODULES = join(ROOT, "node_modules");
const RULE = `\n${"=".repeat(80)}\n`;

/**
 * The licences of all that is built of others: the packages that `metafile` and `assets` name and, in an executable, SQLite
 * and Node with what Node holds. `assets` are paths from the project root. Throws for a package without a licence.
 */
export function listThirdParties(
  metafile: Metafile,
  assets: readonly string[],
  { isExecutable }: { readonly isExecutable: boolean },
): string {
  const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0),
  );
  const files = [...bundled.map((path) => resolve(path)), ...assets.map((path) => join(ROOT, path))];
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []));
  const packages = [...folders].map((folder) => describePackage(folder));
  const within = new Map(files.flatMap(listWithin).map((part) => [part.title, part]));
  const sorted = [...packages, ...within.values()].toSorted((left, right) => (left.title < right.title ? -1 : 1));
  const parts = [...(isExecutable ? [describeNode(), describeSqlite()] : []), ...sorted];
  const contents = parts.map(({ title }) => `  ${title}\n`).join("");
  const texts = parts.map(({ title, text }) => `${RULE}${title}${RULE}\n${text.trim()}\n`).join("");
  return `Toteboard holds this software of others, each under its own licence:\n\n${contents}${texts}`;
}

interface ThirdParty {
  readonly title: string;
  readonly text: string;
}

/** The innermost package that a file is in; undefined for a file of our own. */
const packageFolder = (path: string): string | undefined =>
  /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path.replaceAll("\\", "/"))?.[0];

/** What a package has bundled itself, as its bundler noted; the licences are those of the packages installed here. */
const listWithin = (file: string): ThirdParty[] =>
  [
    ...read(file).matchAll(/^\/\/ ?#region .*\/\.pnpm\/[^/]*?@(\d[\w.-]*).*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//gm),
  ].map(([, version, name = ""]) => describePackage(join(MODULES, name), version));

/** `bundled` is the version where that is not the installed one. */
function describePackage(folder: string, bundled?: string): ThirdParty {
  const { name, version, license, author } = JSON.parse(read(join(folder, "package.json"))) as PackageFile;
  if (license === undefined) throw new Error(`${name} does not say what its licence is: do without it`);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const text = files.map((file) => read(join(folder, file))).join("\n") || toLicense(name, license, author);
  return { title: `${name} ${bundled ?? version} (${license})`, text };
}

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

/** Some packages name the MIT licence, which is also ours, without its text. */
function toLicense(name: string, license: string, author: PackageFile["author"]): string {
  const holder = typeof author === "string" ? author : author?.name;
  if (license !== "MIT" || holder === undefined) throw new Error(`${name} lacks the text of its licence, ${license}`);
  return read(join(ROOT, "LICENSE")).replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
}

/** The licence of Node has those of all it holds: OpenSSL, V8, ICU and others. */
function describeNode(): ThirdParty {
  const [file] = globSync(join(MODULES, "node", "node_modules", "node-*", "LICENSE"));
  if (file === undefined) throw new Error("the package of Node lacks its licence: run npm install again");
  return { title: `Node.js ${process.versions.node} (MIT, with software under other licences)`, text: read(file) };
}

function describeSqlite(): ThirdParty {
  const source = read(join(MODULES, "better-sqlite3", "deps", "sqlite3", "sqlite3.h"));
  const [, version] = /#define SQLITE_VERSION\s+"([\d.]+)"/.exec(source) ?? [];
  const [, blessing] = /(\*\* The author disclaims copyright[\s\S]*?)\n\*{10}/.exec(source) ?? [];
  if (version === undefined || blessing === undefined) throw new Error("sqlite3.h does not begin as it did");
  return { title: `SQLite ${version} (public domain)`, text: blessing.replaceAll(/^\*\* ?/gm, "") };
}

const read = (file: string): string => readFileSync(file, "utf8");
