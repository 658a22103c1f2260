import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, describe, it } from "node:test";
import { stripVTControlCharacters } from "node:util";
import pino from "pino";
import { reportProgress } from "../../src/cli/ingest.ts";
import { toLogText } from "../../src/log.ts";
import type { Run } from "../../src/store/runs.ts";
import { poll, start } from "../support/service/executable.ts";
import { FROM_SOURCE, runProgram, temporaryFolder } from "../support/service/process.ts";
import { startUpstream } from "../support/upstream/upstream.ts";

const WELL: Run = {
  platform: "kalshi",
  kind: "full",
  startedAt: 0,
  finishedAt: 1500,
  status: "ok",
  pages: 1,
  markets: 0,
  inserted: 0,
  changed: 0,
  missing: 0,
  rejected: 0,
  rejections: {},
  error: null,
  nextAt: 0,
};

/** The messages that these passes leave in the log, at level info. */
function logOf(runs: readonly Partial<Run>[]): string[] {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const { onPass } = reportProgress({ log, screen: undefined, platforms: [] });
  for (const run of runs) onPass({ ...WELL, ...run });
  return lines;
}

const down = (error: string, more: Partial<Run> = {}): Partial<Run> => ({ status: "failed", error, ...more });
const refused = down("connection refused");

describe("the log of passes", () => {
  it("has one line for a platform that stays down, whatever pass finds it, and one when all find it well", () => {
    const resolved = { kind: "resolved" } as const;
    const passes = [refused, { ...refused, ...resolved }, refused, {}, down("http_503", resolved), resolved, {}];
    assert.deepEqual(logOf(passes), [
      "Kalshi is down (connection refused)",
      "Kalshi is down (503)",
      "Kalshi is read again",
    ]);
  });

  it("has one line for each state and platform", () => {
    const other = { platform: "manifold" };
    assert.deepEqual(
      logOf([refused, { ...refused, ...other }, down("http_503"), down("http_503"), refused, {}, refused]),
      [
        "Kalshi is down (connection refused)",
        "Manifold is down (connection refused)",
        "Kalshi is down (503)",
        "Kalshi is down (connection refused)",
        "Kalshi is read again",
        "Kalshi is down (connection refused)",
      ],
    );
  });

  it("names the end of matching", async () => {
    const upstream = await startUpstream({ markets: 300 });
    after(() => upstream.close());
    const environment = { ...upstream.environment };
    const { exitCode, stderr } = await runProgram(["ingest", "--once", "--log-format", "json"], { environment });
    assert.equal(exitCode, 0, stderr);
    assert.match(stderr, /"markets":\d{4,},"seconds":[\d.]+,"msg":"markets are matched"/);
  });

  it("says when a platform in trouble is tried again", () => {
    assert.deepEqual(logOf([{ ...refused, nextAt: WELL.finishedAt + 5000 }]), [
      "Kalshi is down (connection refused); tried again in 5 s, then ever less often, while the others go on",
    ]);
  });

  const hasScript = spawnSync("script", ["--version"]).stdout?.toString().includes("util-linux") === true;
  it("has bars for the first passes on a terminal, then what they brought, and lines that fit", {
    skip: !hasScript && "no script(1) of util-linux",
  }, async () => {
    const upstream = await startUpstream({ markets: 600 });
    after(() => upstream.close());
    upstream.setFault("manifold", "500");
    const words = [...FROM_SOURCE, "serve", "--port", "0"];
    const command = `stty columns 120; exec ${words.map((word) => `'${word}'`).join(" ")}`;
    const onTerminal = ["script", "--quiet", "--return", "--command", command, "/dev/null"] as const;
    const service = start(onTerminal, temporaryFolder(), { ...upstream.environment, SHELL: "/bin/sh" });
    await poll("what was found", () => (/ markets, \d+ questions: http/.test(service.stdout()) ? true : undefined));
    service.process.kill("SIGTERM");
    const { stdout } = await service.ended;
    assert.match(stdout, /Kalshi {6}[·█]{20} +\d+ markets, \d+ pages?, \d+ a second/);
    assert.match(stdout, /Kalshi {6}█{20} +600 markets in \d+ s/);
    assert.match(stdout, /WARN.* Manifold is down \(500\); tried again in \d+ s, then ever less often/);
    assert.match(stdout, /[\d,]+ markets, [\d,]+ questions: http:\/\/127\.0\.0\.1:\d+\/\r\n/);
    assert.match(stdout, /\d\d:\d\d:\d\d kalshi: full pass done \(seconds/);
    const lines = stripVTControlCharacters(stdout).split(/[\r\n]+/);
    assert.deepEqual(
      lines.filter((line) => (line.length > 120 && !line.startsWith("  Pages ")) || line.startsWith("{")),
      [],
    );
  });
});

describe("a line of the log as text", () => {
  const lineOf = (fields: object): string => {
    const time = "2026-11-29T10:00:00.000Z";
    return toLogText(JSON.stringify({ level: 30, time, ...fields }), { isColoured: false }).slice("00:00:00 ".length);
  };

  it("names each figure once and leaves out those that are 0", () => {
    const fields = { platform: "kalshi", kind: "full", seconds: 3.376, markets: 1752, missing: 0 };
    const line = lineOf({ ...fields, msg: "kalshi: full pass done" });
    assert.equal(line, "kalshi: full pass done (seconds 3.4, markets 1,752)\n");
  });

  it("is broken before 120 columns, and shows the stack of an error below", () => {
    const line = lineOf({
      level: 50,
      reason: "word ".repeat(60).trim(),
      err: { stack: "Error: x\n    at y" },
      msg: "it failed",
    });
    const rows = line.split("\n");
    assert.ok(rows.every((row) => row.length <= 120));
    assert.match(line, /^ERROR it failed \(reason word [\s\S]*\n {9}Error: x\n {13}at y\n$/);
  });

  it("has nothing that moves a terminal's cursor", () => {
    assert.equal(lineOf({ msg: "a\u001b[2Jb\u0007c" }), "a [2Jb c\n");
  });
});
