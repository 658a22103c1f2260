import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, it } from "node:test";
import { poll, type Started, start } from "../support/service/executable.ts";
import { FROM_SOURCE, startProgram, temporaryFolder } from "../support/service/process.ts";

const SERVE = ["serve", "--no-ingest", "--port", "0", "--log-level", "trace"] as const;
const PRINTED = /Operator's pages: \S+\s/;
const LINK = /Operator's pages: (http:\/\/127\.0\.0\.1:\d+\/admin#([\w-]{32}))/;

/** Waits for its last words, stops it, and gives all that it wrote. */
async function runBriefly(service: Started, lastWords: RegExp): Promise<string> {
  await poll("the greeting", () => (lastWords.test(service.stdout()) ? true : undefined));
  const link = LINK.exec(service.stdout())?.[1];
  if (link !== undefined) {
    const { status } = await fetch(link);
    assert.equal(status, 403, "the fragment is for the script of the page");
  }
  service.process.kill("SIGTERM");
  const { stdout, stderr } = await service.ended;
  return stdout + stderr;
}

/** Runs the program on a terminal of its own: util-linux's script(1). */
const hasScript = spawnSync("script", ["--version"]).stdout?.toString().includes("util-linux") === true;

describe("the link to the operator's pages", () => {
  it("is in nothing that `toteboard serve` writes where no terminal shows it", async () => {
    const written = await runBriefly(startProgram(SERVE), /Create a key:.*\n\n/s);
    assert.match(written, /listening on/);
    assert.match(
      written,
      /^ {2}Pages +what the free plan has is shown without a key.* TOTEBOARD_PAGES_TIER=enterprise/m,
    );
    assert.match(written, /^ {2}Metrics +\/metrics is open to nobody: set TOTEBOARD_METRICS_TOKEN or/m);
    assert.doesNotMatch(written, /\/admin/);
  });

  it("is shown on the terminal of `toteboard serve`, and the token that is set is not", {
    skip: !hasScript && "no script(1) of util-linux",
  }, async () => {
    const command = `exec ${[...FROM_SOURCE, ...SERVE].map((word) => `'${word}'`).join(" ")}`;
    const onTerminal = ["script", "--quiet", "--return", "--command", command, "/dev/null"] as const;
    const made = await runBriefly(start(onTerminal, temporaryFolder(), { SHELL: "/bin/sh" }), PRINTED);
    assert.match(made, LINK);
    assert.equal(made.split(LINK.exec(made)?.[2] ?? "").length, 2, "once");
    const TOTEBOARD_ADMIN_TOKEN = "operator-token-0123456789";
    const set = await runBriefly(
      start(onTerminal, temporaryFolder(), { SHELL: "/bin/sh", TOTEBOARD_ADMIN_TOKEN }),
      PRINTED,
    );
    assert.match(set, /Operator's pages: http:\/\/127\.0\.0\.1:\d+\/admin\s/);
    assert.ok(!set.includes(TOTEBOARD_ADMIN_TOKEN));
  });
});
