import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, mock } from "node:test";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { writePackages } from "../../bin/packages.ts";
import { buildExecutable } from "../../build.config.ts";
import { APPLICATION_ID, schemaVersion } from "../../src/store/database/migrations.ts";
import { findVersion } from "../../src/version.ts";
import { readTexts } from "../support/service/embedded-texts.ts";
import { type Ended, poll, start, waitUntilReady } from "../support/service/executable.ts";
import { skipsPostgres, startPostgres } from "../support/service/postgres.ts";

const INSTALL = fileURLToPath(new URL("install.sh", import.meta.url));
const MINIMAL = fileURLToPath(new URL("minimal.sh", import.meta.url));
const PROJECT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
/** A database of the release, 1.1.0. */
const RELEASED = ["../store/database/released.sql", "../../sql/migrations/003_sides-accuracy-reports.sql"]
  .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
  .join("\n")
  .concat(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 3;`);
/** What the package is dated. */
const DATE = 1_795_132_800;
const SUFFIX = process.platform === "win32" ? ".exe" : "";
const ADDON = new URL(
  `../../node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`,
  import.meta.url,
);
const skip = existsSync(ADDON) ? false : `there is no SQLite addon for ${process.platform} ${process.arch}`;

describe("the executable", { skip }, () => {
  const base = mkdtempSync(join(tmpdir(), "toteboard-executable-test-"));
  const product = join(base, `toteboard${SUFFIX}`);
  const probe = join(base, `probe${SUFFIX}`);
  let folders = 0;
  let thirdParties = "";

  /** A new empty folder. */
  const emptyFolder = (): string => {
    const folder = join(base, `folder-${++folders}`);
    mkdirSync(folder);
    return folder;
  };
  const run = (file: string, args: string[], temporary = emptyFolder()): Promise<Ended> =>
    start([file, ...args], emptyFolder(), { TMPDIR: temporary }).ended;

  before(async () => {
    const quiet = mock.method(console, "log", () => undefined);
    thirdParties = await buildExecutable(product);
    await buildExecutable(probe, {
      main: "test/support/service/executable-probe.ts",
      threads: { writer: "test/support/service/executable-probe-thread.ts" },
    });
    quiet.mock.restore();
  });
  after(() => rmSync(base, { recursive: true, force: true }));

  it("mirrors to PostgreSQL, from a thread of the service and by the command", { skip: skipsPostgres }, async () => {
    const postgres = await startPostgres();
    const folder = emptyFolder();
    const environment = { TMPDIR: emptyFolder(), TOTEBOARD_MIRROR_URL: postgres.url };
    const service = start([product, "demo", "--port", "0"], folder, environment);
    const count = () =>
      postgres.query("SELECT 1 FROM toteboard.prices").then(
        (rows) => rows.length,
        () => 0,
      );
    await poll("prices", async () => ((await count()) > 0 ? true : undefined));
    service.process.kill("SIGTERM");
    assert.equal((await service.ended).exitCode, 0);
    const args = ["mirror", "--once", "--db", "toteboard-demo.db"];
    const { exitCode, stderr } = await start([product, ...args], folder, environment).ended;
    assert.equal(exitCode, 0, stderr);
  });

  it("prints its version without unpacking anything", async () => {
    const temporary = emptyFolder();
    const { exitCode, stdout, stderr } = await run(product, ["version"], temporary);
    assert.match(
      stdout,
      new RegExp(`^toteboard ${findVersion().replaceAll(/[.+]/g, "\\$&")} .*${process.versions.node}`),
    );
    assert.deepEqual([exitCode, stderr, readdirSync(temporary)], [0, "", []]);
  });

  it("prints its licence and those of all it holds", async () => {
    const { exitCode, stdout } = await run(product, ["licenses"]);
    assert.equal(exitCode, 0);
    assert.match(stdout, /^MIT License\n/);
    const titles = [...stdout.matchAll(/^={80}\n(.+)\n={80}\n\n(.*)/gm)].map(([, title = ""]) => title);
    for (const known of [
      `Node.js ${process.versions.node} `,
      "SQLite 3.",
      "better-sqlite3 ",
      "stripe ",
      "pino ",
      // The script that patches pages in browsers.
      "idiomorph ",
      // Within the package of the protocol for assistants.
      "ajv ",
    ]) {
      assert.equal(titles.filter((title) => title.startsWith(known)).length, 1, known);
    }
    assert.ok(!titles.some((title) => title.startsWith("typescript ")), "only what is bundled");
    assert.match(stdout, /OpenSSL/);
    assert.match(stdout, /May you share freely, never taking more than you give/);
    const parts = stdout.split(/^={80}\n.+\n={80}\n\n/m).slice(1);
    assert.deepEqual([parts.length, parts.filter((text) => text.length < 200)], [titles.length, []], "each has a text");
  });

  it("ends with 2 and one line when it is called wrongly", async () => {
    const { exitCode, stderr } = await run(product, ["bet"]);
    assert.equal(exitCode, 2);
    assert.match(stderr, /^toteboard: no command 'bet'.*\n$/);
  });

  it("serves from an empty folder with an empty environment, and leaves nothing in the temporary folder", async () => {
    const [folder, temporary] = [emptyFolder(), emptyFolder()];
    const command = ["serve", "--no-ingest", "--port", "0"];
    const service = start([product, ...command], folder, { TMPDIR: temporary });
    const url = await waitUntilReady(service);
    const { data } = (await (await fetch(`${url}/api/v1/markets`, { headers: await makeKey(url) })).json()) as {
      data: unknown;
    };
    assert.deepEqual(data, []);
    assert.match(await (await fetch(`${url}/docs/examples`)).text(), /first-request\.sh/);
    const picture = await fetch(`${url}/assets/preview.png`);
    assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/png"]);
    assert.deepEqual(await picture.bytes(), new Uint8Array(readFileSync("src/web/assets/preview.png")));
    service.process.kill("SIGTERM");
    const { exitCode, stderr } = await service.ended;
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual(readdirSync(temporary), []);
  });

  describe("with the files of glibc, libstdc++ and libgcc alone, as on a bare Debian", {
    skip: cannotLeaveOut(),
  }, () => {
    const inMinimal = (...command: string[]) => {
      const isolated = [
        "unshare",
        "--mount",
        "--map-root-user",
        "sh",
        MINIMAL,
        emptyFolder(),
        product,
        PROJECT,
      ] as const;
      return start([...isolated, ...command], "/", { PATH: process.env.PATH ?? "", TMPDIR: "/tmp" });
    };

    it("serves as an executable", async () => {
      const service = inMinimal("/toteboard", "serve", "--no-ingest", "--port", "0", "--db", "/tmp/toteboard.db");
      await waitUntilReady(service);
      service.process.kill("SIGTERM");
      const { exitCode, stderr } = await service.ended;
      assert.equal(exitCode, 0, stderr);
    });

    it("serves from source by the Node of the project, as npm scripts do", async () => {
      const node = join(PROJECT, "node_modules", "node", "bin", "node");
      const command = [join(PROJECT, "bin", "run.cjs"), "src", "serve", "--no-ingest", "--port", "0"];
      const service = inMinimal(node, ...command, "--db", "/tmp/toteboard.db");
      await waitUntilReady(service);
      service.process.kill("SIGTERM");
      const { exitCode, stderr } = await service.ended;
      assert.equal(exitCode, 0, stderr);
    });
  });

  it("runs without any environment variable", { skip: process.platform === "win32" }, async () => {
    const { exitCode, stderr } = await start([probe, "probe.db"], emptyFolder(), {}).ended;
    assert.equal(exitCode, 0, stderr);
  });

  it("leaves nothing behind when it is killed, at the latest after the next start", async () => {
    const temporary = emptyFolder();
    const service = start([product, "serve", "--no-ingest", "--port", "0"], emptyFolder(), { TMPDIR: temporary });
    await waitUntilReady(service);
    service.process.kill("SIGKILL");
    assert.equal((await service.ended).signal, "SIGKILL");
    if (process.platform !== "linux") await run(probe, ["probe.db"], temporary);
    assert.deepEqual(readdirSync(temporary), []);
  });

  it("removes what a killed process left, and nothing else", async () => {
    const temporary = emptyFolder();
    const ended = spawnSync(process.execPath, ["--version"]).pid;
    const others = emptyFolder();
    writeFileSync(join(others, "kept"), "");
    const names = {
      leftover: `toteboard-${ended}-Ab3dEf`,
      running: `toteboard-${process.pid}-Ab3dEf`,
      link: `toteboard-${ended}-Link00`,
      open: `toteboard-${ended}-Open00`,
      unrelated: `toteboard-${ended}-notours`,
    };
    for (const name of [names.leftover, names.running, names.unrelated])
      mkdirSync(join(temporary, name), { mode: 0o700 });
    writeFileSync(join(temporary, names.leftover, "better_sqlite3.node"), "");
    mkdirSync(join(temporary, names.open), { mode: 0o755 });
    symlinkSync(others, join(temporary, names.link), "dir");
    const { exitCode, stderr } = await run(probe, ["probe.db"], temporary);
    assert.equal(exitCode, 0, stderr);
    const kept = [names.running, names.link, names.unrelated, ...(process.platform === "win32" ? [] : [names.open])];
    assert.deepEqual(readdirSync(temporary), kept.sort());
    assert.deepEqual(readdirSync(others), ["kept"]);
  });

  it("says what to do when the temporary folder cannot be written to", async () => {
    const temporary = join(emptyFolder(), "missing");
    const { exitCode, stderr } = await run(product, ["serve", "--no-ingest", "--port", "0"], temporary);
    assert.equal(exitCode, 1);
    assert.match(stderr, /^toteboard: cannot run code from .*missing.*set TMPDIR to a folder that is writable.*\n$/);
  });

  it("says what to do when the temporary folder forbids execution", { skip: cannotMount() }, async () => {
    const temporary = emptyFolder();
    const script = 'mount -t tmpfs -o noexec none "$TMPDIR" && "$0" "$@"; code=$?; ls "$TMPDIR"; exit $code';
    const command = ["serve", "--no-ingest", "--port", "0"];
    const { exitCode, stdout, stderr } = await start(
      ["/usr/bin/unshare", "--mount", "--map-root-user", "/bin/sh", "-c", script, product, ...command],
      emptyFolder(),
      { TMPDIR: temporary, PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
    ).ended;
    assert.deepEqual([exitCode, stdout], [1, ""], stderr);
    assert.match(
      stderr,
      /^toteboard: cannot run code from .*\(.*\): set TMPDIR to a folder that .* allows execution\n$/,
    );
  });

  it("holds one SQLite library, so that its threads see each other's locks, and the texts of the project", async () => {
    const { exitCode, stdout, stderr } = await run(probe, ["probe.db"]);
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual(JSON.parse(stdout), {
      whileHeld: "SQLITE_BUSY",
      onceReleased: "written",
      onRestartedThread: "written",
      texts: readTexts(),
      textsOnThread: readTexts(),
    });
  });

  it("is installed, started, upgraded, removed and purged as a Debian package, in a copy of the system", {
    skip: cannotInstall(),
  }, async () => {
    const arch = process.arch === "arm64" ? "arm64" : "x64";
    const version = findVersion();
    const packed = { thirdParties, arch, mtime: DATE } as const;
    const [deb = ""] = writePackages({ ...packed, executable: product, version, folder: emptyFolder() });
    const folder = emptyFolder();
    const [old, database] = [join(folder, "toteboard"), join(folder, "toteboard.db")];
    writeFileSync(old, "#!/bin/sh\n");
    const [release = ""] = writePackages({ ...packed, executable: old, version: "1.1.0", folder });
    const db = new Database(database);
    db.exec(RELEASED);
    db.close();
    const given = [INSTALL, deb, emptyFolder(), release, database];
    const command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", ...given] as const;
    const { exitCode, stdout, stderr } = await start(command, "/", { PATH: process.env.PATH ?? "" }, 300_000).ended;
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual(
      Object.fromEntries(
        stdout
          .trimEnd()
          .split("\n")
          .map((line) => line.split(/: (.*)/, 2)),
      ),
      {
        release: "1.1.0",
        version: version.replace("-", "~"),
        status: "ii ",
        verified: "",
        settings: "root:toteboard 640",
        data: "toteboard:toteboard 700",
        enabled: "/usr/lib/systemd/system/toteboard.service",
        shell: "/var/lib/toteboard:/usr/sbin/nologin",
        health: '{"status":"ready","writer":"running"}',
        database: "toteboard:toteboard 600",
        migrated:
          `the database is brought from schema 3 to ${schemaVersion()}; its copy from before is ` +
          "/var/lib/toteboard/toteboard.db.schema-3, which the version before takes back with 'toteboard restore'",
        lock: "toteboard:toteboard 600",
        copy: "toteboard:toteboard 600",
        keys: "tb_live_",
        doctor: "/var/lib/toteboard/toteboard.db",
        backup: "copy.db root:root 600",
        restored:
          "/var/lib/toteboard/toteboard.db now holds what copy.db holds; what was there before is /var/lib/toteboard/toteboard.db",
        owned: "toteboard:toteboard 600, toteboard:toteboard 600",
        again: '{"status":"ready","writer":"running"}',
        "as-user": "1",
        upgraded: "TOTEBOARD_NO_INGEST=true",
        removed: "rc ",
        program: "gone",
        kept: "toteboard:toteboard 600, root:toteboard 640",
        purged: "gone, gone, gone",
        user: "toteboard",
      },
    );
    assert.equal(existsSync("/etc/toteboard"), false);
  });
});

async function makeKey(url: string): Promise<Record<string, string>> {
  const made = await fetch(`${url}/api/v1/keys?name=test&email=test@example.com`, { method: "POST" });
  const { data } = (await made.json()) as { data: { key: string } };
  return { "X-API-Key": data.key };
}

/** Why this machine cannot show a file system that forbids execution; false where it can. */
function cannotMount(): string | false {
  const tried = spawnSync("/usr/bin/unshare", [
    "--mount",
    "--map-root-user",
    "/bin/sh",
    "-c",
    "mount -t tmpfs none /mnt",
  ]);
  return tried.status === 0 ? false : "this machine does not let a test mount a file system of its own";
}

/** Why this machine cannot show a system without its other libraries; false where it can. */
function cannotLeaveOut(): string | false {
  if (process.platform !== "linux" || spawnSync("dpkg", ["-L", "libc6", "libgcc-s1", "libstdc++6"]).status !== 0)
    return "dpkg knows no files of libc6, libgcc-s1 and libstdc++6";
  return cannotMount();
}

/** Why this machine cannot try the package; false where it can. */
function cannotInstall(): string | false {
  if (process.platform !== "linux" || spawnSync("dpkg", ["--version"]).status !== 0) return "dpkg is missing";
  if (process.getuid?.() !== 0) return "only root may install a package";
  if (existsSync("/etc/toteboard") || existsSync("/var/lib/toteboard")) return "Toteboard is installed here";
  const needed = ["adduser", "libc6", "libstdc++6"].filter((name) => spawnSync("dpkg", ["-s", name]).status !== 0);
  if (needed.length > 0) return `${needed.join(", ")} is not installed`;
  const folder = mkdtempSync(join(tmpdir(), "toteboard-mount-test-"));
  const script = `mount -t tmpfs none ${folder} && mkdir ${folder}/u ${folder}/w ${folder}/m &&
    mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/u,workdir=${folder}/w ${folder}/m`;
  const { status } = spawnSync("unshare", ["--mount", "--pid", "--fork", "sh", "-c", script]);
  rmSync(folder, { recursive: true });
  return status === 0 ? false : "this machine lets no test mount a copy of its system";
}
