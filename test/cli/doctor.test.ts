import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openDatabase } from "../../src/store/db.ts";
import { migrate } from "../../src/store/migrations.ts";
import { leaveSettings, runMain, temporaryFolder } from "../support/process.ts";
import { startTestService } from "../support/service.ts";
import { startUpstream, type Upstream } from "../support/upstream.ts";

leaveSettings();

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly message: string;
}

async function examine(...flags: string[]): Promise<{ exitCode: number | null; of: (check: string) => Finding[] }> {
  const { exitCode, stdout } = await runMain("doctor", "--json", ...flags);
  const findings = JSON.parse(stdout) as Finding[];
  return { exitCode, of: (check) => findings.filter((finding) => finding.check === check) };
}

describe("toteboard doctor", () => {
  let upstream: Upstream;
  before(async () => {
    upstream = await startUpstream();
    Object.assign(process.env, upstream.environment);
  });
  after(() => upstream.close());

  it("finds nothing wrong with a new folder, a right clock and platforms that answer", async () => {
    const { exitCode, stdout } = await runMain("doctor", "--db", join(temporaryFolder(), "toteboard.db"));
    assert.equal(exitCode, 0, stdout);
    for (const line of stdout.trimEnd().split("\n")) assert.match(line, /^(ok|WARNING) +\S/);
    assert.match(stdout, /kalshi +300 markets on its first page/);
    assert.match(stdout, /clock +\S+Z, -?\d s off/);
  });

  it("names the platform that does not answer and the one whose answers are of no use", async () => {
    upstream.setFault("kalshi", "404");
    upstream.setFault("manifold", "empty");
    const { exitCode, of } = await examine("--db", join(temporaryFolder(), "toteboard.db"));
    upstream.setFault("kalshi");
    upstream.setFault("manifold");
    assert.equal(exitCode, 1);
    assert.match(of("kalshi")[0]?.message ?? "", /not reached: http_404/);
    assert.match(of("manifold")[0]?.message ?? "", /not reached: an empty listing/);
    assert.equal(of("polymarket")[0]?.status, "ok");
  });

  it("says that a service uses the database, and does not disturb it", async () => {
    const service = await startTestService();
    const { exitCode, of } = await examine("--offline", "--db", service.config.db);
    assert.deepEqual([exitCode, of("integrity")[0]?.status], [0, "ok"]);
    assert.match(of("database")[0]?.message ?? "", /in use by a running toteboard$/);
    assert.equal((await service.get("/api/v1/markets")).status, 200);
  });

  it("finds a damaged database, a stranger's and what is none", async () => {
    const file = join(temporaryFolder(), "toteboard.db");
    const db = openDatabase(file, "read-write", undefined);
    migrate(db, file);
    const root = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'market_rows'").pluck().get());
    db.close();
    const bytes = readFileSync(file);
    const pageBytes = bytes.readUInt16BE(16);
    bytes.fill(0x55, (root - 1) * pageBytes, root * pageBytes);
    writeFileSync(file, bytes);
    const damaged = await examine("--offline", "--db", file);
    assert.deepEqual([damaged.exitCode, damaged.of("integrity")[0]?.status], [1, "problem"]);
    writeFileSync(file, "a letter".repeat(1000));
    const letter = await examine("--offline", "--db", file);
    assert.match(letter.of("database")[0]?.message ?? "", /not a database/);
  });

  it("warns of a database that all users of the machine may read", { skip: process.platform === "win32" }, async () => {
    const file = join(temporaryFolder(), "toteboard.db");
    const db = openDatabase(file, "read-write", undefined);
    migrate(db, file);
    db.close();
    const warnings = async (mode: number) => {
      chmodSync(file, mode);
      return (await examine("--offline", "--db", file)).of("data file").filter(({ status }) => status === "warning");
    };
    assert.deepEqual(await warnings(0o640), []);
    const [first] = await warnings(0o644);
    assert.equal(first?.message, `${file} is open to all users of this machine: run chmod 600 on it`);
  });

  it("finds a wrong setting, half a set for payments and a folder that is not there", async () => {
    const { exitCode, of } = await examine("--port", "x");
    assert.deepEqual([exitCode, of("settings")[0]?.status], [1, "problem"]);
    process.env.STRIPE_SECRET_KEY = "sk_test_1";
    const half = await examine("--offline", "--db", join(temporaryFolder(), "missing", "toteboard.db"));
    delete process.env.STRIPE_SECRET_KEY;
    assert.equal(half.of("payments")[0]?.status, "problem");
    assert.equal(half.of("data folder")[0]?.status, "problem");
  });
});
