import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, describe, it } from "node:test";
import pino from "pino";
import { reportPasses } from "../../src/cli/settings.ts";
import { CLEAR_LINE } from "../../src/log.ts";
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
  const { onPass } = reportPasses(log);
  for (const run of runs) onPass({ ...WELL, ...run });
  return lines;
}

const down = (error: string, more: Partial<Run> = {}): Partial<Run> => ({ status: "failed", error, ...more });
const refused = down("connection refused");

describe("the log of passes", () => {
  it("has one line for a platform that stays down, whatever pass finds it, and one when it is read again", () => {
    const resolved = { kind: "resolved" } as const;
    const passes = [refused, { ...refused, ...resolved }, refused, { ...refused, ...resolved }, {}, resolved, {}];
    assert.deepEqual(logOf(passes), ["Kalshi is down (connection refused)", "Kalshi is read again"]);
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
    const upstream = await startUpstream({ markets: 600 });
    after(() => upstream.close());
    const environment = { ...upstream.environment };
    const { exitCode, stderr } = await runProgram(["ingest", "--once", "--log-format", "json"], { environment });
    assert.equal(exitCode, 0, stderr);
    assert.match(stderr, /"markets":\d{4,},"seconds":[\d.]+,"msg":"markets are matched"/);
  });

  const hasScript = spawnSync("script", ["--version"]).stdout?.toString().includes("util-linux") === true;
  it("clears the count of markets on a terminal before each of its lines", {
    skip: !hasScript && "no script(1) of util-linux",
  }, async () => {
    const upstream = await startUpstream({ markets: 600 });
    after(() => upstream.close());
    const words = [...FROM_SOURCE, "serve", "--port", "0", "--log-format", "json"];
    const command = `exec ${words.map((word) => `'${word}'`).join(" ")}`;
    const onTerminal = ["script", "--quiet", "--return", "--command", command, "/dev/null"] as const;
    const service = start(onTerminal, temporaryFolder(), { ...upstream.environment, SHELL: "/bin/sh" });
    await poll("matching", () => (service.stdout().includes("markets are matched") ? true : undefined));
    service.process.kill("SIGTERM");
    const { stdout } = await service.ended;
    assert.match(stdout, /Reading \w+ [\d,]+/);
    const lines = stdout.split("\n").filter((line) => line.includes('{"level"'));
    assert.deepEqual(
      lines.filter((line) => !line.includes(`${CLEAR_LINE}{"level"`) || !line.trimEnd().endsWith("}")),
      [],
    );
  });
});
