import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import generateTypes from "openapi-typescript";
import { type Demo, startDemo, stopDemo } from "../support/demo/program.ts";
import { type Started, start } from "../support/service/executable.ts";
import { listen } from "../support/service/listen.ts";
import { FROM_SOURCE, temporaryFolder } from "../support/service/process.ts";

const FOLDER = fileURLToPath(new URL("../../clients/", import.meta.url));
const MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));
const NOW = "2026-11-20T12:00:00Z";
const COMPILER_SETTINGS = {
  compilerOptions: {
    target: "es2024",
    module: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: ["node"],
    lib: ["es2024", "dom", "dom.asynciterable"],
  },
  files: ["client.ts", "openapi-fetch.ts"],
};

const lacks = (program: string, ...args: readonly string[]): string | false =>
  spawnSync(program, args).status === 0 ? false : `${program} is missing`;

let demo: Demo;
let program: Started;
const folder = temporaryFolder();

before(async () => {
  ({ demo, program } = await startDemo("--seed", "1", "--now", NOW, "--platforms", "kalshi,predictit"));
});
after(() => stopDemo(program));

/** What both clients print, from the demo's own answers. */
async function expected(): Promise<RegExp> {
  const headers = { "X-API-Key": demo.keys.enterprise };
  const query = "platform=predictit&sort=price&page_size=1";
  const response = await fetch(`${demo.url}/api/v1/markets?${query}`, { headers });
  const { data, meta } = (await response.json()) as {
    data: { title: string; yes_price: number }[];
    meta: { total: number };
  };
  const first = `${meta.total} markets, first: ${data[0]?.title} ${data[0]?.yes_price}`;
  const escaped = first.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const error = "404 market_not_found: kalshi has no market with this id; find ids with .*";
  return new RegExp(`^${escaped}\n[1-9]\\d? hours of history, no description\n${error}\nlisted kalshi:\\S+\n$`);
}

const { PATH = "", HOME = "" } = process.env;
const environment = (key: string) => ({ PATH, HOME, TOTEBOARD_URL: demo.url, TOTEBOARD_KEY: key });

/** Stands before the demo and refuses each first request of an address as a limit of the minute does. */
async function startRefusing(): Promise<{ url: string; refused: Set<string> }> {
  const refused = new Set<string>();
  const server = createServer(async ({ url = "", headers }, response) => {
    if (!refused.has(url)) {
      refused.add(url);
      response.writeHead(429, { "retry-after": "1", "content-type": "application/json" });
      return void response.end('{"error":"rate_limit_exceeded","message":"Limit reached."}');
    }
    const answer = await fetch(`${demo.url}${url}`, { headers: { "X-API-Key": String(headers["x-api-key"]) } });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, refused };
}

/** A client that is refused first prints what it prints otherwise, without the stream. */
async function checkPatience(command: readonly [string, ...string[]], key: string): Promise<void> {
  const { url, refused } = await startRefusing();
  const { exitCode, stdout, stderr } = await start(command, folder, { ...environment(key), TOTEBOARD_URL: url }).ended;
  assert.equal(exitCode, 0, stderr);
  assert.match(`${stdout}listed kalshi:none\n`, await expected());
  assert.equal(refused.size, 4);
}

describe("the TypeScript client", () => {
  const file = join(folder, "client.ts");
  before(async () => {
    for (const name of COMPILER_SETTINGS.files) copyFileSync(join(FOLDER, "typescript", name), join(folder, name));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(COMPILER_SETTINGS));
    symlinkSync(MODULES, join(folder, "node_modules"), "junction");
    writeFileSync(join(folder, "api.ts"), await generateTypes(new URL(`${demo.url}/openapi.json`)));
  });

  it("compiles with the types that are made from the description", async () => {
    const compiler = [join(MODULES, "typescript", "bin", "tsc"), "-p", join(folder, "tsconfig.json")];
    await promisify(execFile)(process.execPath, compiler).catch(({ stdout }) => assert.fail(stdout));
  });

  it("is a few lines long where it only lists", async () => {
    const command = [process.execPath, join(folder, "openapi-fetch.ts")] as const;
    const { exitCode, stdout, stderr } = await start(command, folder, environment(demo.keys.free)).ended;
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /^.+ 0\.\d\d\n$/);
  });

  it("lists, reads, tells errors and follows the stream", async () => {
    const command = [process.execPath, file, String(Date.parse(NOW))] as const;
    const { exitCode, stdout, stderr } = await start(command, folder, environment(demo.keys.pro)).ended;
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, await expected());
  });

  it("waits as long as it is told where a limit of the minute is reached", async () => {
    await checkPatience([process.execPath, file], demo.keys.pro);
  });

  it("ends with the service's own words where the plan does not include what it asks for", async () => {
    const { exitCode, stderr } = await start([process.execPath, file], folder, environment(demo.keys.free)).ended;
    assert.equal(exitCode, 1);
    assert.match(stderr, /history.* pro.*code: 'tier_required'/s);
  });
});

/** A folder with generators that are too large to be dependencies, as .ci/run makes it. */
const { TEST_TOOLS } = process.env;

describe("the clients of other generators", {
  skip: TEST_TOOLS === undefined && "TEST_TOOLS names no folder with @hey-api/openapi-ts and orval",
}, () => {
  const home = join(folder, "generated");
  const generator = (...path: readonly string[]) => join(TEST_TOOLS ?? "", "node_modules", ...path);
  const run = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, args, { cwd: home }).catch(({ stdout }) => assert.fail(stdout));

  before(async () => {
    mkdirSync(home);
    symlinkSync(MODULES, join(home, "node_modules"), "junction");
    writeFileSync(join(home, "openapi.json"), await (await fetch(`${demo.url}/openapi.json`)).text());
  });

  /** Compiles a program beside what was generated for it. */
  async function compile(file: string): Promise<void> {
    copyFileSync(join(FOLDER, "typescript", file), join(home, file));
    const { compilerOptions } = COMPILER_SETTINGS;
    const settings = {
      ...compilerOptions,
      module: "esnext",
      moduleResolution: "bundler",
      exactOptionalPropertyTypes: false,
    };
    writeFileSync(join(home, "tsconfig.json"), JSON.stringify({ compilerOptions: settings, files: [file] }));
    await run(join(MODULES, "typescript", "bin", "tsc"), "-p", home);
  }

  it("compile with @hey-api/openapi-ts, which renames no type", async () => {
    await run(generator("@hey-api", "openapi-ts", "bin", "run.js"), "-i", "openapi.json", "-o", "hey-api");
    const types = readFileSync(join(home, "hey-api", "types.gen.ts"), "utf8");
    assert.deepEqual(types.match(/type \w+\d\b/g), null);
    await compile("hey-api.ts");
  });

  it("compile with orval", async () => {
    const output = { target: "orval-api.ts", client: "fetch" };
    writeFileSync(join(home, "orval.config.json"), JSON.stringify({ api: { input: "openapi.json", output } }));
    await run(generator("orval", "dist", "bin", "orval.js"), "--config", "orval.config.json");
    await compile("orval.ts");
  });
});

describe("the Python client", {
  skip: lacks("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))"),
}, () => {
  const file = join(FOLDER, "python", "toteboard.py");

  it("lists, reads, tells errors and follows the stream", async () => {
    const command = ["python3", "-B", file, String(Date.parse(NOW))] as const;
    const { exitCode, stdout, stderr } = await start(command, folder, environment(demo.keys.pro)).ended;
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, await expected());
  });

  it("waits as long as it is told where a limit of the minute is reached", async () => {
    await checkPatience(["python3", "-B", file], demo.keys.pro);
  });

  it("writes types of all schemas, each of which Python can resolve", async () => {
    const { exitCode, stdout } = await start(["python3", "-B", file, "types", demo.url], folder, environment("")).ended;
    assert.equal(exitCode, 0);
    writeFileSync(join(folder, "toteboard_types.py"), stdout);
    const check = `import typing, toteboard_types as t
hints = typing.get_type_hints(t.Market)
print(hints["yes_price"], sorted(t.Market.__required_keys__)[0], typing.get_args(t.Platform))
for name in dir(t):
    if isinstance(getattr(t, name), type): typing.get_type_hints(getattr(t, name))`;
    const checked = await start(["python3", "-B", "-c", check], folder, environment("")).ended;
    assert.equal(checked.exitCode, 0, checked.stderr);
    assert.equal(checked.stdout, "<class 'float'> best_ask ('kalshi', 'predictit')\n");
  });
});

describe("the recipe for tests against a demo", { skip: lacks("bash", "-c", "curl --version") }, () => {
  it("starts a demo, waits until it is ready, tests against it and stops it", async () => {
    const [, printed = ""] = /```bash\n(.*?)```/s.exec(readFileSync(join(FOLDER, "README.md"), "utf8")) ?? [];
    const own = join(folder, "recipe");
    mkdirSync(own);
    const program = join(own, "toteboard");
    writeFileSync(program, `#!/bin/sh\nexec ${FROM_SOURCE.map((part) => `'${part}'`).join(" ")} "$@"\n`);
    chmodSync(program, 0o700);
    // The smallest platform, so that it is ready soon.
    const variables = { PATH, HOME, TOTEBOARD: program, PLATFORMS: "predictit" };
    const recipe = printed.replace("demo=", `demo=${join(FOLDER, "..")}/`);
    const { exitCode, stdout, stderr } = await start(["bash", "-eu", "-c", recipe], own, variables, 300_000).ended;
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /"yes_price":/);
    const [, pid = ""] = /^pid=(\d+)$/m.exec(stdout) ?? [];
    assert.throws(() => process.kill(Number(pid), 0), { code: "ESRCH" });
  });
});
