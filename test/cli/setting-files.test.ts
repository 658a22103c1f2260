import assert from "node:assert/strict";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readConfig } from "../../src/config.ts";
import { SETTINGS, type Setting, variableOf } from "../../src/settings.ts";
import { waitUntilReady } from "../support/service/executable.ts";
import { leaveSettings, runMain, runProgram, startProgram, temporaryFolder } from "../support/service/process.ts";

leaveSettings();

const folder = temporaryFolder();
const envFile = join(folder, "test.env");

let files = 0;

function fileWith(content: string): string {
  const file = join(folder, `file-${++files}`);
  writeFileSync(file, content);
  return file;
}

function read(content: string | Buffer, environment: Record<string, string> = {}) {
  writeFileSync(envFile, content);
  return readConfig({}, { isDemo: false, environment, envFile });
}

describe("a .env file", () => {
  const forms: readonly [what: string, content: string | Buffer, port: number, host: string][] = [
    ["plain lines", "TOTEBOARD_PORT=81\nTOTEBOARD_HOST=a\n", 81, "a"],
    ["a byte order mark", "\uFEFFTOTEBOARD_PORT=81\nTOTEBOARD_HOST=a\n", 81, "a"],
    ["UTF-16", Buffer.from("\uFEFFTOTEBOARD_PORT=81\r\nTOTEBOARD_HOST=a\r\n", "utf16le"), 81, "a"],
    ["line ends of Windows", "TOTEBOARD_PORT=81\r\nTOTEBOARD_HOST=a\r\n", 81, "a"],
    ["line ends of old Macs", "TOTEBOARD_PORT=81\rTOTEBOARD_HOST=a\r", 81, "a"],
    ["comments", "# TOTEBOARD_PORT=80\n  # x\nTOTEBOARD_PORT=81 # y\nTOTEBOARD_HOST='a#b' # z", 81, "a#b"],
    ["spaces", "  TOTEBOARD_PORT = 81 \n\t TOTEBOARD_HOST= a\n", 81, "a"],
    ["an empty value and a space", "TOTEBOARD_METRICS_TOKEN= \nTOTEBOARD_PORT=81\nTOTEBOARD_HOST=a", 81, "a"],
    ["export", "export TOTEBOARD_PORT=81\nexport\tTOTEBOARD_HOST=a", 81, "a"],
    ["quotations", "TOTEBOARD_PORT=\"81\"\nTOTEBOARD_HOST='a'", 81, "a"],
    ["a quotation over lines", 'OTHER="x\nTOTEBOARD_PORT=80\ny"\nTOTEBOARD_PORT=81\nTOTEBOARD_HOST=`a\nb`', 81, "a\nb"],
    ["nothing", "", 8080, "127.0.0.1"],
  ];
  for (const [what, content, port, host] of forms) {
    it(`with ${what} is read whole, without a warning`, () => {
      const config = read(content);
      assert.deepEqual([config.port, config.host, config.warnings], [port, host, []]);
    });
  }

  it("with garbage is read for the rest, and a warning names the lines and not what is on them", () => {
    const config = read("TOTEBOARD_PORT 80\n=hunter2\nTOTEBOARD_PORT=81\n\nTOTEBOARD HOST=x\n");
    assert.equal(config.port, 81);
    assert.deepEqual(config.warnings, [`${envFile}: lines 1, 2, 5 are ignored: expected NAME=value`]);
    assert.deepEqual(read("hunter2\nTOTEBOARD_PORT=81").warnings, [
      `${envFile}: line 1 is ignored: expected NAME=value`,
    ]);
    assert.deepEqual(read("hunter2\n".repeat(1000)).warnings, [
      `${envFile}: lines 1, 2, 3, 4, 5 and 995 more are ignored: expected NAME=value`,
    ]);
  });

  it("with a quotation that never ends is read line by line, and a warning names the line", () => {
    const config = read("TOTEBOARD_HOST='a\nTOTEBOARD_PORT=81");
    assert.equal(config.port, 81);
    assert.deepEqual(config.warnings, [`${envFile}: line 1 begins a quotation that never ends`]);
  });
});

describe("a working folder that this user may not enter", () => {
  it("has no .env, while one that may not be read in another is an error", {
    skip: process.platform === "win32",
  }, async () => {
    const [closed, open] = [temporaryFolder(), temporaryFolder()];
    for (const one of [closed, open]) writeFileSync(join(one, ".env"), "TOTEBOARD_PORT=81", { mode: 0o200 });
    chmodSync(open, 0o755);
    // Nobody keeps root out.
    const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    if (process.getuid?.() !== 0) chmodSync(closed, 0o400);
    const list = (inFolder: string) => runProgram(["keys", "list"], { folder: inFolder, ...uid });
    assert.match((await list(closed)).stderr, /^toteboard: no database at toteboard\.db: /);
    assert.match((await list(open)).stderr, /^toteboard: \.env: cannot be read \(EACCES/);
    chmodSync(closed, 0o700);
  });
});

describe("TOTEBOARD_SETTINGS", () => {
  it("names the file that is read in the place of .env", () => {
    const config = readConfig(
      {},
      { isDemo: false, environment: { TOTEBOARD_SETTINGS: fileWith("TOTEBOARD_PORT=81") } },
    );
    assert.deepEqual([config.port, config.warnings], [81, []]);
  });
});

describe("a misspelt variable", () => {
  const rows: readonly [given: string, advice: string][] = [
    ["TOTEBOARD_PROT", "did you mean TOTEBOARD_PORT?"],
    ["TOTEBOARD_METRIC_TOKEN", "did you mean TOTEBOARD_METRICS_TOKEN?"],
    ["TOTEBOARD_METRIC_TOKEN_FILE", "did you mean TOTEBOARD_METRICS_TOKEN_FILE?"],
    ["TOTEBOARD_STRIPE_SECRET_KEY", "did you mean STRIPE_SECRET_KEY?"],
    ["TOTEBOARD_KALSHI_FULL_CORN", "did you mean TOTEBOARD_KALSHI_FULL_CRON?"],
    ["toteboard_port", "did you mean TOTEBOARD_PORT?"],
    ["TOTEBOARD_FAVOURITE_COLOUR", "see .deploy/settings.md for all settings"],
  ];
  for (const [given, advice] of rows) {
    it(`${given} is named with advice, in the environment and in the .env file`, () => {
      const expected = [`${given} is ignored: there is no such setting; ${advice}`];
      assert.deepEqual(read("", { [given]: "hunter2" }).warnings, expected);
      assert.deepEqual(read(`${given}=hunter2`).warnings, expected);
      assert.deepEqual(read(`${given}=hunter2`, { [given]: "hunter2" }).warnings, expected);
    });
  }

  it("is no matter where the name is another program's", () => {
    assert.deepEqual(read("COMPOSE_PROJECT_NAME=x", { STRIPE_API_KEY: "x", PATH: "/bin" }).warnings, []);
  });

  it("is named by every command that reads settings: on standard error, in the log or as a finding", async () => {
    const line = "TOTEBOARD_PROT is ignored: there is no such setting; did you mean TOTEBOARD_PORT?";
    writeFileSync(".env", "TOTEBOARD_PROT=0\n");
    for (const argv of [["keys", "list"], ["export", "markets"], ["backup", "x"], ["restore", "x"], ["health"]]) {
      const { stderr } = await runMain(...argv);
      assert.equal(stderr.split("\n")[0], `toteboard: ${line}`, argv.join(" "));
    }
    assert.match((await runMain("openapi")).stderr, /did you mean/);
    const { stdout } = await runMain("doctor", "--offline");
    assert.match(stdout, new RegExp(`^WARNING +settings +${line.replace("?", "\\?")}$`, "m"));
    rmSync(".env");
    const service = startProgram(["serve", "--no-ingest", "--port", "0", "--log-format", "json"], {
      environment: { TOTEBOARD_PROT: "0" },
    });
    await waitUntilReady(service);
    service.process.kill("SIGTERM");
    const { stderr } = await service.ended;
    const lines = stderr.trimEnd().split("\n");
    const { level, msg } = JSON.parse(lines[0] ?? "") as { level: number; msg: string };
    assert.deepEqual([level, msg], [40, line]);
  });
});

describe("wrong values", () => {
  it("of a secret are never shown, nor the file they lie in", () => {
    const secrets = SETTINGS.filter(({ name }) => /token|secret/.test(name)).map((setting): Setting => setting);
    assert.equal(secrets.length, 4);
    for (const { name, isSecret } of secrets) {
      assert.ok(isSecret, name);
      const variable = `${variableOf(name)}_FILE`;
      const reason = "ENOENT: no such file or directory";
      assert.throws(() => read("", { [variable]: "hunter2 itself" }), {
        name: "UsageError",
        message: `${variable}: cannot read the file it names (${reason})`,
      });
    }
    const value = "hunter2 ".repeat(650_000);
    const complaint = "the file it names is larger than 16384 bytes; name a file that holds the value";
    assert.throws(() => read("", { TOTEBOARD_METRICS_TOKEN_FILE: fileWith(value) }), {
      name: "UsageError",
      message: `TOTEBOARD_METRICS_TOKEN_FILE: ${complaint}`,
    });
  });

  it("are shown cut at 80 characters, without passwords, and with invisible characters escaped", () => {
    const rows: readonly [given: string, shown: string][] = [
      ["x".repeat(80), "x".repeat(80)],
      ["🎲".repeat(81), `${"🎲".repeat(80)}…`],
      ["a\u001b[2Jb\rc\u202Ed\u2028e", "a\\u{1b}[2Jb\\u{d}c\\u{202e}d\\u{2028}e"],
      ["ftp://me:hunter2@example.com", "ftp://…@example.com"],
    ];
    for (const [given, shown] of rows) {
      assert.throws(() => readConfig({ "public-url": given }), {
        name: "UsageError",
        message: `--public-url: expected an http or https address, not '${shown}'`,
      });
    }
  });

  it("come from no file that is too large for a value, or that never ends", () => {
    for (const file of [fileWith("x".repeat(5_000_000)), ...(process.platform === "linux" ? ["/dev/zero"] : [])]) {
      assert.throws(() => read("", { TOTEBOARD_HOST_FILE: file }), {
        name: "UsageError",
        message: `TOTEBOARD_HOST_FILE: ${file} is larger than 16384 bytes; name a file that holds the value`,
      });
    }
  });
});
