"use strict";

// Runs one of the npm scripts on the Node version the project is made for, which is itself an npm dependency. Started by
// whatever Node is at hand, before anything is installed: plain CommonJS, built-in modules only.

if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error(`Node 20 or later is needed to start Toteboard; this is ${process.versions.node}.`);
  process.exit(1);
}

const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { fail, run, stopWithParent } = require("./node-process.cjs");

// What the program is run with, here and in the executable; build.config.ts says why. `heap` is as in src/threads.ts for the
// executable, whose compiled code Node would refuse with these on its command line. `allocation`, as in .deploy, has the C
// library of Linux give back what is freed, where it would keep it for each thread.
const { allocation: ALLOCATION, heap: HEAP_OPTIONS, options: NODE_OPTIONS } = require("./node-options.json");

const ROOT = path.dirname(__dirname);
const MODULES = path.join(ROOT, "node_modules");
const NODE = path.join(MODULES, "node", "bin", process.platform === "win32" ? "node.exe" : "node");
/** Takes the types out of tests and of the sources they load. The service itself needs no loader: Node takes its types out. */
const TEST_LOADER = [
  "--import",
  pathToFileURL(path.join(MODULES, "tsx", "dist", "loader.mjs")).href,
  // Failures and titles name the lines of the files.
  "--enable-source-maps",
];
/** Files of tests that share a process, which loads and warms the program once for all of them. */
const FILES_PER_PROCESS = 20;
/**
 * Folders whose tests take least; `rules` stands for no folder. They run last, so that no core waits long for another, as
 * `documents` would for the demo's database, which `demo` makes.
 */
const QUICK_ROOMS = ["access", "documents", "domain", "http", "rules", "sources", "store"];
/** Linux keeps files of this folder in memory, so that tests need not wait until a disk has what they write. */
const MEMORY_FOLDER = "/dev/shm";
const MIN_MEMORY_BYTES = 2e9;

/** The suites that stand apart, by the names of their files; the core is what is in none of them. */
const SUITES = {
  browser: /\.browser\.test\.ts$/,
  crash: /^crash\b/,
  fuzz: /^fuzz\b/,
  packages: /^packages\b/,
};
/** The pages are clicked through here in the core too, so that a broken script shows at once. */
const SMOKE = path.join("web", "board", "tasks.browser.test.ts");

/** What each npm script runs, one command after the other, as arguments for node. */
const COMMANDS = {
  src: (args) => {
    setDefaults(ALLOCATION);
    const program = path.join(ROOT, "bin", "toteboard.ts");
    return [[...NODE_OPTIONS, ...HEAP_OPTIONS, program, ...args]];
  },
  test: (args) => runTests("core", args),
  browser: (args) => runTests("browser", args),
  packages: (args) => runTests("packages", args),
  crash: (args) => {
    setDefaults({ TEST_CRASH_ROUNDS: "200" });
    return runTests("crash", args);
  },
  fuzz: (args) => {
    setDefaults({ TEST_FUZZ_REQUESTS: "1000000" });
    return runTests("fuzz", args);
  },
  soak: (args) => [["--expose-gc", path.join(ROOT, "test", "soak", "soak.ts"), ...args]],
  // Helpers of its collector of garbage would take the cores from what it measures.
  bench: (args) => [
    ["--v8-pool-size=1", "--single-threaded-gc", path.join(ROOT, "test", "bench", "bench.ts"), ...args],
  ],
  pictures: () => [[path.join(ROOT, "test", "documents", "pictures.ts")]],
  rows: () => [[path.join(ROOT, "bin", "rows.ts")]],
  train: () => [[path.join(ROOT, "test", "matching", "model", "train.ts")]],
  check: () => [
    [path.join(MODULES, "typescript", "bin", "tsc"), "-p", path.join(ROOT, "tsconfig.json")],
    [biome(), "check", "--error-on-warnings", ROOT],
  ],
  format: () => [[biome(), "check", "--write", "--error-on-warnings", ROOT]],
  build: (args) => [[path.join(ROOT, "build.config.ts"), ...args]],
};

main(process.argv[2], process.argv.slice(3));

async function main(name, args) {
  if (!Object.hasOwn(COMMANDS, name)) {
    fail(`Usage: node bin/run.cjs ${Object.keys(COMMANDS).join("|")} [arguments]`);
  }
  installWhatIsMissing();
  // Types are taken out and code is compiled once, not at each start.
  setDefaults({ NODE_COMPILE_CACHE: path.join(MODULES, ".cache", "toteboard", "compiled") });
  let worst = 0;
  for (const nodeArguments of COMMANDS[name](args)) {
    const asked = name === "src" ? [...stopWithParent(), ...nodeArguments] : nodeArguments;
    worst = Math.max(worst, await run(NODE, asked));
  }
  process.exitCode = worst;
}

function installWhatIsMissing() {
  if (isInstalled()) return;
  const isFirst = !fs.existsSync(MODULES);
  process.stderr.write(`Installing dependencies (${isFirst ? "first run only" : "they have changed"})…\n`);
  // Development dependencies hold Node itself, so they are wanted whatever NODE_ENV or npm's configuration says. With its
  // scripts, npm would have better-sqlite3 compiled, for which Python is needed, though it brings what a compiler would make.
  runNpm("ci", "--include=dev", "--ignore-scripts", "--loglevel=error", "--no-audit", "--no-fund");
  // The script of this one fetches the Node of this machine.
  runNpm("rebuild", "node", "--ignore-scripts=false", "--loglevel=error");
  require("./prune.cjs");
}

function runNpm(...npmArguments) {
  const npm = process.env.npm_execpath || "";
  const isNpm = /^npm-cli\.c?js$/.test(path.basename(npm));
  // What npm prints goes to standard error, since standard output belongs to the command.
  const options = { cwd: ROOT, stdio: ["ignore", 2, 2], shell: !isNpm && process.platform === "win32" };
  // npm puts that of node_modules before others, and the first of these commands takes it away.
  const node = fs.existsSync(process.execPath) ? process.execPath : "node";
  const { status, error } = isNpm
    ? spawnSync(node, [npm, ...npmArguments], options)
    : spawnSync("npm", npmArguments, options);
  if (error) fail(`Installing dependencies failed: cannot start npm (${error.message}).`);
  if (status !== 0) fail("Installing dependencies failed: npm says why above. Nothing was started.");
}

/** True when node_modules holds what package-lock.json asks for, by the record npm itself leaves there. */
function isInstalled() {
  const installed = readPackages(path.join(MODULES, ".package-lock.json"));
  const wanted = readPackages(path.join(ROOT, "package-lock.json"));
  if (!installed || !wanted || !fs.existsSync(NODE)) return false;
  const isSame = (name) => installed[name] && installed[name].version === wanted[name].version;
  const isOptional = (name) => wanted[name].optional || wanted[name].devOptional;
  const isComplete = Object.keys(wanted).every((name) => name === "" || isSame(name) || isAbsentOption(name));
  return isComplete && Object.keys(installed).every((name) => wanted[name]);

  function isAbsentOption(name) {
    return isOptional(name) && !installed[name];
  }
}

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** Runs the named files and folders, else all files of a suite. `--slow` lists the slowest tests; other flags are Node's. */
function runTests(suite, args) {
  const named = args.filter((argument) => !argument.startsWith("-")).flatMap((name) => listNamed(suite, name));
  if (args.includes("--slow")) process.env.TEST_SLOW = "1";
  if (suite !== "crash" && isOfUse(MEMORY_FOLDER)) setDefaults({ TMPDIR: MEMORY_FOLDER });
  // For what the files of a run share.
  const shared = fs.mkdtempSync(path.join(os.tmpdir(), "toteboard-tests-"));
  process.env.TEST_RUN_FOLDER = shared;
  process.on("exit", () => fs.rmSync(shared, { recursive: true, force: true }));
  // Two suites measure how long the service takes. In the others some files wait, so one more than the cores may run.
  const concurrency = suite === "crash" || suite === "fuzz" ? 1 : Math.max(2, os.cpus().length + 1);
  const files = named.length > 0 ? named : listTests(suite, path.join(ROOT, "test"));
  const processes = suite === "core" && files.length > FILES_PER_PROCESS ? putTogether(files, shared) : files;
  const needsBrowser = files.some((file) => SUITES.browser.test(file));
  return [
    [
      ...TEST_LOADER,
      "--test",
      `--test-reporter=${path.join(ROOT, "test", "support", "report.ts")}`,
      `--test-concurrency=${concurrency}`,
      // A test that hangs fails by its name, and the others go on.
      "--test-timeout=600000",
      ...args.filter((argument) => argument.startsWith("-") && argument !== "--slow"),
      ...(needsBrowser ? [`--test-global-setup=${path.join(ROOT, "test", "support", "service", "browser.ts")}`] : []),
      ...processes,
    ],
  ];
}

/** A file as it is; of a folder, which cannot be imported, the files of the suite that are in it. */
function listNamed(suite, name) {
  if (!fs.statSync(name, { throwIfNoEntry: false })?.isDirectory()) return [name];
  const files = listTests(suite, path.resolve(name));
  return files.length > 0 ? files : fail(`${name} has no tests of this suite: see "Suites" in test/README.md.`);
}

function listTests(suite, folder) {
  const place = (file) => path.relative(path.join(ROOT, "test"), file);
  const isApart = (file) => Object.values(SUITES).some((names) => names.test(place(file)));
  const isIn = (file) => (suite === "core" ? place(file) === SMOKE || !isApart(file) : SUITES[suite].test(place(file)));
  return fs
    .readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => path.join(folder, file))
    .filter(isIn)
    .sort();
}

/**
 * Files that each run some files of one folder in turn. A file is a test there whose subtests are the file's own, so what it
 * opened is closed before the next begins. Node starts them by their names, so these begin with their place.
 */
function putTogether(files, folder) {
  const roomed = files.map((file) => ({ file, room: roomOf(file) }));
  const parts = [];
  for (const { file, room } of roomed.sort((a, b) => rankOf(a) - rankOf(b) || a.room.localeCompare(b.room))) {
    const last = parts.at(-1);
    if (last?.room === room && last.files.length < FILES_PER_PROCESS) last.files.push(file);
    else parts.push({ room, files: [file] });
  }
  return parts.map((part, index) => {
    const entry = path.join(folder, `${String(index).padStart(3, "0")}-${part.room}.mjs`);
    const steps = part.files.map((file) => {
      const name = JSON.stringify(path.relative(ROOT, path.resolve(file)));
      return `await test(${name}, () => import(${JSON.stringify(pathToFileURL(file))}));`;
    });
    fs.writeFileSync(entry, ['import { test } from "node:test";', ...steps, ""].join("\n"));
    return entry;
  });
}

/** Whether there is room in the folder, and programs that tests write may run there. */
function isOfUse(folder) {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    const mounts = fs.readFileSync("/proc/mounts", "utf8").split("\n");
    const [, , , options = "noexec"] =
      mounts.map((line) => line.split(" ")).find(([, place]) => place === folder) ?? [];
    return bavail * bsize >= MIN_MEMORY_BYTES && !options.split(",").includes("noexec");
  } catch {
    return false;
  }
}

function rankOf({ room }) {
  return QUICK_ROOMS.includes(room) ? 1 : 0;
}

function roomOf(file) {
  const [room, ...rest] = path.relative(path.join(ROOT, "test"), path.resolve(file)).split(path.sep);
  return rest.length > 0 ? room : "rules";
}

/** Sets what the environment does not say. */
function setDefaults(variables) {
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
}

function biome() {
  return path.join(MODULES, "@biomejs", "biome", "bin", "biome");
}
