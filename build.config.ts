import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import packer from "@yao-pkg/pkg/lib-es5/sea.js";
import { type Options, build as tsup } from "tsup";
import { listThirdParties, type Metafile } from "./bin/licenses.ts";
import NODE_OPTIONS from "./bin/node-options.json" with { type: "json" };
import { DEBIAN_ARCHITECTURES, readSourceDate, writePackages } from "./bin/packages.ts";
import { EMBEDDED_FILES, listAllEmbedded, THIRD_PARTY_ASSET, toPublishedPath } from "./src/embedded.ts";
import { ADDON_ASSET } from "./src/store/database/addon.ts";
import { THREAD_ENTRIES, threadAsset } from "./src/threads.ts";
import { findVersion } from "./src/version.ts";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

export interface Target {
  readonly platform: NodeJS.Platform;
  readonly arch: NodeJS.Architecture;
}

/** The modules an executable is made of, by their path from the project root. */
export interface Entries {
  readonly main: string;
  /** By the name that `startThread` knows it under. */
  readonly threads: Readonly<Record<string, string>>;
}

/**
 * Builds one self-contained executable: Node, the program and its threads, SQL and web assets, the SQLite addon. Gives the
 * licences of what it holds of others.
 */
export async function buildExecutable(
  output: string,
  entries: Entries = PRODUCT,
  target: Target = HOST,
): Promise<string> {
  requireOwnNode();
  const folder = mkdtempSync(join(tmpdir(), "toteboard-build-"));
  try {
    await bundle(toEntry(entries), folder, [GIVEN_ADDON]);
    for (const name of Object.keys(toEntry(entries))) escapeFile(join(folder, `${name}.cjs`));
    const thirdParties = listThirdParties(readMetafile(folder), EMBEDDED_FILES, { isExecutable: true });
    writeFileSync(join(folder, THIRD_PARTY_ASSET), thirdParties);
    await pack(resolve(output), folder, entries, target);
    return thirdParties;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Writes what npm publishes beside package.json: the program and its threads as bundles, and the files they read.
 * better-sqlite3 alone stays a dependency, for the addon of the machine.
 */
export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const program = join(folder, "program");
  await bundle(toEntry(PRODUCT), program, [OWN_ADDON]);
  const metafile = join(program, METAFILE);
  writeFileSync(
    join(folder, THIRD_PARTY_ASSET),
    listThirdParties(readMetafile(program), EMBEDDED_FILES, { isExecutable: false }),
  );
  rmSync(metafile);
  for (const path of listAllEmbedded()) cpSync(join(ROOT, path), join(folder, toPublishedPath(path)));
}

const ROOT = import.meta.dirname;
const MODULES = join(ROOT, "node_modules");
const HOST: Target = { platform: process.platform, arch: process.arch };

/** macOS refuses unsigned executables, and only a Mac can sign them: they are built there, each for itself. */
const RELEASE_TARGETS: readonly Target[] = [
  { platform: "linux", arch: "x64" },
  { platform: "linux", arch: "arm64" },
  { platform: "win32", arch: "x64" },
];

const PRODUCT: Entries = {
  main: "bin/toteboard.ts",
  threads: Object.fromEntries(Object.entries(THREAD_ENTRIES).map(([name, path]) => [name, join("src", path)])),
};

/** Takes the place of better-sqlite3's search for its addon on the disk, which an executable must not depend on. */
const GIVEN_ADDON: Plugin = {
  name: "given-addon",
  setup: (build) => {
    const contents = `exports.getBinding = (addon) => {
  if (typeof addon !== "object" || addon === null) throw new TypeError("better-sqlite3 must be given its addon");
  return addon;
};`;
    build.onLoad({ filter: /better-sqlite3[\\/]lib[\\/]binding\.js$/ }, () => ({ contents }));
  },
};

/** Leaves better-sqlite3 to the folder that npm installs it in. */
const OWN_ADDON: Plugin = {
  name: "own-addon",
  setup: (build) => {
    build.onResolve({ filter: /^better-sqlite3$/ }, ({ path }) => ({ path, external: true }));
  },
};

async function main(): Promise<void> {
  const options = {
    all: { type: "boolean", default: false },
    package: { type: "boolean", default: false },
    out: { type: "string", default: "dist" },
  } as const;
  const { all, out, ...wanted } = parseArgs({ options }).values;
  if (wanted.package) return buildPackage(join(ROOT, "dist", "package"));
  mkdirSync(out, { recursive: true });
  const mtime = readSourceDate(process.env.SOURCE_DATE_EPOCH ?? "");
  const files: string[] = [];
  for (const target of all ? RELEASE_TARGETS : [HOST]) {
    const file = join(out, all ? releaseName(target) : `toteboard${suffix(target)}`);
    const { platform, arch } = target;
    let startedAt = performance.now();
    const report = (made: readonly string[]): void => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      for (const one of made) console.log(`${one}: ${(statSync(one).size / 1e6).toFixed(0)} MB, built in ${seconds} s`);
      files.push(...made);
      startedAt = performance.now();
    };
    const thirdParties = await buildExecutable(file, PRODUCT, target);
    report([file]);
    if (platform !== "linux" || (arch !== "x64" && arch !== "arm64")) continue;
    removePackages(out, arch);
    report(writePackages({ executable: file, version: findVersion(), thirdParties, arch, folder: out, mtime }));
  }
  writeFileSync(join(out, "SHA256SUMS"), files.map(checksumLine).join(""));
}

/** Removes packages of versions before, so that `toteboard_*.deb` names one. */
function removePackages(folder: string, arch: "x64" | "arm64"): void {
  const architecture = DEBIAN_ARCHITECTURES[arch];
  const isPackage = new RegExp(`^toteboard(_.*_${architecture}\\.deb|-.*-linux-${arch}\\.tar\\.gz)$`);
  for (const name of readdirSync(folder)) if (isPackage.test(name)) rmSync(join(folder, name));
}

/** The modules of an executable, by the names of their bundles. */
const toEntry = ({ main, threads }: Entries): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ["main", join(ROOT, main)],
    ...Object.entries(threads).map(([name, path]) => [`thread-${name}`, join(ROOT, path)]),
  ]);

async function bundle(entry: Readonly<Record<string, string>>, folder: string, plugins: Plugin[]): Promise<void> {
  await tsup({
    config: false,
    silent: true,
    entry,
    outDir: folder,
    format: "cjs",
    outExtension: () => ({ js: ".cjs" }),
    platform: "node",
    target: "node24",
    define: { BUILT_VERSION: JSON.stringify(findVersion()) },
    tsconfig: join(ROOT, "tsconfig.json"),
    noExternal: [/./],
    splitting: false,
    metafile: true,
    // Threads show the source line an error comes from, and operators send stack traces: keep both readable.
    minify: false,
    // Gives CommonJS an import.meta.url, which some libraries read when they are loaded.
    shims: true,
    // Some built-in modules, node:sea among them, exist under their full name only.
    removeNodeProtocol: false,
    esbuildPlugins: plugins,
  });
}

const METAFILE = "metafile-cjs.json";

const readMetafile = (folder: string): Metafile => JSON.parse(readFileSync(join(folder, METAFILE), "utf8")) as Metafile;

/** Source with a single character beyond ASCII takes two bytes for each in memory, for as long as the program runs. */
function escapeFile(file: string): void {
  // An escaped character stands for itself, so that the sign of its own escape takes the place of the one it has.
  const escaped = readFileSync(file, "utf8").replace(/\\.|[\u0080-\uFFFF]/gs, (found) => {
    const unit = found.charCodeAt(found.length - 1);
    return unit < 0x80 ? found : `\\u${unit.toString(16).padStart(4, "0")}`;
  });
  writeFileSync(file, escaped);
}

async function pack(output: string, folder: string, entries: Entries, target: Target): Promise<void> {
  const threads = Object.keys(entries.threads).map((name) => [threadAsset(name), join(folder, `thread-${name}.cjs`)]);
  const files = listAllEmbedded().map((path) => [path, join(ROOT, path)]);
  const licenses = join(folder, THIRD_PARTY_ASSET);
  const addon = join(MODULES, "better-sqlite3", "prebuilds", `${target.platform}-${target.arch}.node`);
  await packer.default(join(folder, "main.cjs"), {
    targets: [{ platform: packerName(target), arch: target.arch, nodeRange: `node${process.versions.node}`, output }],
    nodePath: nodeBinary(target),
    // The blob's layout belongs to one exact Node version, so this Node writes it, whatever the target.
    useLocalNode: true,
    signature: true,
    seaConfig: withNodeOptions({
      disableExperimentalSEAWarning: true,
      useSnapshot: false,
      // Compiled code is for the machine that compiled it.
      useCodeCache: isHost(target),
      assets: Object.fromEntries([...threads, ...files, [ADDON_ASSET, addon], [THIRD_PARTY_ASSET, licenses]]),
    }),
  });
}

/**
 * Reading megabytes of pages makes garbage that dies young: with little room for it, it is collected often and cheaply, and
 * the process stays some 90 MB smaller. With one helper for the collector and the compiler instead of four, the threads
 * that answer and write wait less for a core. Node reads `execArgv`, which the packer passes on without knowing it.
 */
const withNodeOptions = <T extends object>(seaConfig: T): T & { execArgv: string[] } => ({
  ...seaConfig,
  execArgv: NODE_OPTIONS.options,
});

/** The Node executable for a target, of the version that is running: from the registry unless it is this machine's. */
function nodeBinary(target: Target): string {
  if (isHost(target)) return process.execPath;
  const name = `node-${packerName(target)}-${target.arch}`;
  const cache = join(MODULES, ".cache", "toteboard", `${name}-${process.versions.node}`);
  if (!existsSync(cache)) fetchPackage(`${name}@${process.versions.node}`, cache);
  return join(cache, "package", "bin", target.platform === "win32" ? "node.exe" : "node");
}

function fetchPackage(specifier: string, folder: string): void {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const options = { cwd: unfinished, encoding: "utf8", shell: process.platform === "win32" } as const;
  const archive = execFileSync("npm", ["pack", specifier, "--loglevel=error"], options).trim();
  execFileSync("tar", ["-xzf", basename(archive)], options);
  rmSync(join(unfinished, basename(archive)));
  renameSync(unfinished, folder);
}

/** The program is made for, tested on and packed with one Node version: the one among its dependencies. */
function requireOwnNode(): void {
  const { version } = JSON.parse(readFileSync(join(MODULES, "node", "package.json"), "utf8")) as { version: string };
  if (version === process.versions.node) return;
  throw new Error(`the build runs on Node ${version}, not ${process.versions.node}: use npm run build`);
}

const isHost = (target: Target): boolean => target.platform === HOST.platform && target.arch === HOST.arch;

function packerName({ platform }: Target): "linux" | "macos" | "win" {
  if (platform === "darwin") return "macos";
  return platform === "win32" ? "win" : "linux";
}

const releaseName = (target: Target): string => `toteboard-${packerName(target)}-${target.arch}${suffix(target)}`;

const suffix = ({ platform }: Target): string => (platform === "win32" ? ".exe" : "");

const checksumLine = (file: string): string =>
  `${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${basename(file)}\n`;

if (import.meta.main) await main();
