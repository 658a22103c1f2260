import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { describe, it } from "node:test";
import { PLATFORMS } from "../../src/domain/platforms.ts";
import { SETTINGS, type Setting, variableOf } from "../../src/settings.ts";
import { findVersion } from "../../src/version.ts";
import { PASSED_ON } from "../support/service/executable.ts";
import { leaveSettings, PROGRAM, runMain, temporaryFolder } from "../support/service/process.ts";

leaveSettings();

/** The commands as the program lists them. */
async function listCommands(): Promise<string[]> {
  const { stdout } = await runMain("--help");
  return [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = ""]) => name);
}

describe("help", () => {
  it("lists the commands, for --help, -h, help and no arguments at all", async () => {
    const first = await runMain("--help");
    assert.deepEqual([first.exitCode, first.stderr], [0, ""]);
    for (const argv of [["-h"], ["help"], []]) assert.deepEqual(await runMain(...argv), first);
    const commands = await listCommands();
    for (const name of ["serve", "demo", "ingest", "export", "health", "version"]) assert.ok(commands.includes(name));
  });

  it("of each command lists its flags, and the variable of each that is a setting", async () => {
    const settings = new Map<string, Setting>(SETTINGS.map((setting) => [setting.name, setting]));
    for (const command of await listCommands()) {
      const { exitCode, stdout, stderr } = await runMain(command, "--help");
      assert.deepEqual([exitCode, stderr], [0, ""], command);
      assert.match(stdout, new RegExp(`^Usage: toteboard ${command} `, "m"));
      const lines = stdout.split("\n").filter((line) => /^ {2}--/.test(line));
      assert.ok(lines.length > 0, command);
      for (const line of lines) {
        const name = /^ {2}--([a-z-]+)/.exec(line)?.[1] ?? "";
        // The name of that setting is a switch of its own there.
        const isOwn = command === "doctor" && name === "platforms";
        const setting = isOwn ? undefined : settings.get(name);
        const variable = /\[(\w+)\]$/.exec(line)?.[1];
        assert.equal(variable, setting === undefined ? undefined : variableOf(name), `${command}: ${line}`);
        if (setting === undefined) continue;
        assert.ok(line.startsWith(`  --${name}${setting.value === undefined ? " " : ` ${setting.value}`}`), line);
        assert.ok(line.includes(setting.help), line);
        if (typeof setting.standard === "string") assert.ok(line.includes(setting.standard), line);
      }
    }
  });

  it("takes every flag it lists", async () => {
    for (const command of await listCommands()) {
      const { stdout } = await runMain(command, "--help");
      for (const [, flag = "", value] of stdout.matchAll(/^ {2}(--[a-z-]+)( [A-Z]+)?/gm)) {
        if (flag === "--help") continue;
        // A second, unknown flag ends the call before anything is started.
        const { stderr } = await runMain(command, flag, ...(value === undefined ? [] : ["x"]), "--no-such-flag");
        assert.match(stderr, /'--no-such-flag'/, `${command} ${flag}`);
      }
    }
  });
});

describe("a wrong call", () => {
  const wrong: readonly [argv: string[], line: string][] = [
    [["bet"], "no command 'bet'; see 'toteboard --help'"],
    [["--port", "80"], "no command '--port'; see 'toteboard --help'"],
    [["serve", "--prot", "80"], "unknown option '--prot'; see 'toteboard serve --help'"],
    [["serve", "-p", "80"], "unknown option '-p'; see 'toteboard serve --help'"],
    [["serve", "--port"], "option '--port <value>' argument missing; see 'toteboard serve --help'"],
    [["serve", "--port", "-1"], "option '--port' argument is ambiguous; see 'toteboard serve --help'"],
    [["serve", "--port=-1"], "--port: expected a whole number from 0 to 65535, not '-1'"],
    [["serve", "--no-ingest=1"], "option '--no-ingest' does not take an argument; see 'toteboard serve --help'"],
    [["serve", "8080"], "serve takes no '8080'; see 'toteboard serve --help'"],
    [["demo", "--demo"], "unknown option '--demo'; see 'toteboard demo --help'"],
    [["ingest"], "ingest needs --once; see 'toteboard ingest --help'"],
    [
      ["ingest", "--once", "--platform", "betfair"],
      `--platform: expected one of ${PLATFORMS.map(({ id }) => id).join(", ")}, not 'betfair'`,
    ],
    [
      ["ingest", "--once", "--accept-drift", "limitless"],
      "--accept-drift: expected one of polymarket, kalshi, manifold, predictit, not 'limitless'",
    ],
    [
      ["export"],
      "export: expected markets, events, questions, resolved, history or matches; see 'toteboard export --help'",
    ],
    [
      ["export", "keys"],
      "export: expected markets, events, questions, resolved, history or matches, not 'keys'; see 'toteboard export --help'",
    ],
    [
      ["export", "markets", "matches"],
      "export: expected markets, events, questions, resolved, history or matches, not 'matches'; see 'toteboard export --help'",
    ],
    [["export", "markets", "--format", "xml"], "--format: expected one of ndjson, csv, not 'xml'"],
  ];

  const long = "x".repeat(1000);
  const echoing: readonly string[][] = [
    [long],
    ["serve", long],
    ["serve", `--${long}`],
    ["health", "--port", long],
    ["export", long],
    ["export", "markets", "--format", long],
    ["ingest", "--once", "--platform", long],
    ["keys", long],
    ["keys", "list", long],
    ["match", long],
    ["pairs", "confirm", long, long],
  ];
  for (const argv of echoing) {
    const call = argv.join(" ").replaceAll(long, "x…");
    it(`toteboard ${call} shows no more than 80 characters of a word, and escapes control characters`, async () => {
      const { exitCode, stderr } = await runMain(...argv);
      assert.equal(exitCode, 2);
      assert.match(stderr, /x{60,80}…/);
      assert.doesNotMatch(stderr, /x{81}/);
      const bell = await runMain(...argv.map((word) => word.replace(long, "\u0007")));
      assert.match(bell.stderr, /\\u\{7\}/);
    });
  }

  for (const [argv, line] of wrong) {
    it(`toteboard ${argv.join(" ")} ends with 2 and one line`, async () => {
      assert.deepEqual(await runMain(...argv), { exitCode: 2, stdout: "", stderr: `toteboard: ${line}\n` });
    });
  }
});

describe("version", () => {
  it("names the version and what it runs on", async () => {
    const { exitCode, stdout } = await runMain("version");
    assert.equal(exitCode, 0);
    const [program = "", ...parts] = stdout.split(" ");
    assert.deepEqual([program, parts[0]], ["toteboard", findVersion()]);
    assert.match(
      stdout,
      new RegExp(`\\(node ${process.versions.node}, sqlite 3\\.\\S+, ${process.platform} ${process.arch}\\)\\n$`),
    );
    assert.equal((await runMain("--version")).stdout, stdout);
    assert.equal((await runMain("-v")).stdout, stdout);
  });
});

describe("standard output", () => {
  const full = existsSync("/dev/full") ? false : "only Linux has a device that is always full";
  for (const args of [["openapi"], ["doctor", "--offline"]]) {
    it(`that is full ends toteboard ${args.join(" ")} with 1 and one line`, { skip: full }, () => {
      const output = openSync("/dev/full", "w");
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
        cwd: temporaryFolder(),
        env: PASSED_ON,
        stdio: ["ignore", output, "pipe"],
        encoding: "utf8",
      });
      closeSync(output);
      assert.equal(status, 1);
      assert.match(stderr, /^toteboard: standard output cannot be written: ENOSPC: [^\n]*\n$/);
    });
  }

  it("whose reader has had enough is no failure", { skip: process.platform === "win32" }, () => {
    const own = [process.execPath, PROGRAM, "openapi"].map((word) => `'${word}'`).join(" ");
    const { stdout, stderr } = spawnSync("sh", ["-c", `(${own}; echo $? >&2) | true`], {
      cwd: temporaryFolder(),
      env: PASSED_ON,
      encoding: "utf8",
    });
    assert.deepEqual([stdout, stderr], ["", "0\n"]);
  });
});
