import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { before, describe, it, mock } from "node:test";
import { fileURLToPath } from "node:url";
import { readSourceDate, writePackages } from "../../bin/packages.ts";
import { buildExecutable } from "../../build.config.ts";
import { VERSION } from "../../src/version.ts";
import { start } from "../support/service/executable.ts";
import { temporaryFolder } from "../support/service/process.ts";

const INSTALL = fileURLToPath(new URL("install.sh", import.meta.url));
const DATE = 1_795_132_800;

const has = (program: string): boolean => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
const run = (...[program = "", ...args]: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  assert.equal(status, 0, stderr);
  return stdout;
};
const digestOf = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");

let written = 1_700_000_000;

/** Packages of a small program that stands for the executable. */
function writeSmall(mtime: number): { folder: string; deb: string; tar: string } {
  const folder = temporaryFolder();
  const executable = join(folder, "toteboard");
  writeFileSync(executable, "#!/bin/sh\necho small\n", { mode: 0o700 });
  // The date of the file itself must not show.
  utimesSync(executable, ++written, written);
  const [deb = "", tar = ""] = writePackages({
    executable,
    thirdParties: "Node.js and others\n",
    arch: "arm64",
    folder,
    mtime,
  });
  return { folder, deb, tar };
}

describe("the packages", () => {
  it("have the same bytes for the same program and date, whenever and wherever they are made", () => {
    const [first, second, later] = [writeSmall(DATE), writeSmall(DATE), writeSmall(DATE + 1)];
    for (const kind of ["deb", "tar"] as const) {
      assert.equal(digestOf(first[kind]), digestOf(second[kind]));
      assert.notEqual(digestOf(first[kind]), digestOf(later[kind]));
    }
    assert.equal(basename(first.deb), `toteboard_${VERSION}_arm64.deb`);
    assert.equal(basename(first.tar), `toteboard-${VERSION}-linux-arm64.tar.gz`);
  });

  it("are dated by SOURCE_DATE_EPOCH, which is checked", () => {
    assert.equal(readSourceDate("1795132800"), DATE);
    assert.ok(readSourceDate("") > 0);
    assert.throws(() => readSourceDate("yesterday"), /SOURCE_DATE_EPOCH: expected seconds since 1970/);
  });

  it("hold the program, its licence, its unit and its settings", {
    skip: has("tar") ? false : "tar is missing",
  }, () => {
    const { folder, tar } = writeSmall(DATE);
    run("tar", "-xzf", tar, "-C", folder);
    const own = join(folder, `toteboard-${VERSION}-linux-arm64`);
    assert.equal(run(join(own, "toteboard")), "small\n");
    assert.match(readFileSync(join(own, "LICENSE"), "utf8"), /^MIT License/);
    assert.equal(readFileSync(join(own, "THIRD-PARTY"), "utf8"), "Node.js and others\n");
    // Flags would go before the settings of the file.
    assert.match(
      readFileSync(join(own, "toteboard.service"), "utf8"),
      /^ExecStart=\/usr\/local\/bin\/toteboard serve$/m,
    );
    assert.match(readFileSync(join(own, "toteboard.env"), "utf8"), /^#TOTEBOARD_PORT=8080$/m);
  });

  it("are read by dpkg", { skip: has("dpkg-deb") ? false : "dpkg-deb is missing" }, () => {
    const { deb, folder } = writeSmall(DATE);
    assert.equal(
      run("dpkg-deb", "--field", deb, "Architecture", "Version"),
      `Architecture: arm64\nVersion: ${VERSION}\n`,
    );
    assert.match(run("dpkg-deb", "--field", deb, "Depends"), /libatomic1, libc6 \(>= 2\.28\), libstdc\+\+6/);
    const listed = run("dpkg-deb", "--contents", deb).trimEnd().split("\n");
    const modes = Object.fromEntries(listed.map((line) => [line.split(" ").at(-1), line.slice(0, 10)]));
    assert.equal(modes["./usr/bin/toteboard"], "-rwxr-xr-x");
    assert.equal(modes["./etc/toteboard/toteboard.env"], "-rw-------");
    assert.ok(listed.every((line) => line.includes(" root/root ")));
    run("dpkg-deb", "--extract", deb, folder);
    const documents = join(folder, "usr/share/doc/toteboard");
    assert.equal(readFileSync(join(documents, "THIRD-PARTY"), "utf8"), "Node.js and others\n");
    const copyright = readFileSync(join(documents, "copyright"), "utf8");
    assert.match(copyright, /^Files: usr\/bin\/toteboard\nCopyright: .*\nLicense: Expat and others\n .*Node\.js/ms);
  });
});

describe("the Debian package of this machine", { skip: cannotInstall() }, () => {
  const folder = temporaryFolder();
  let deb = "";
  before(async () => {
    const executable = join(folder, "toteboard");
    const quiet = mock.method(console, "log", () => undefined);
    const thirdParties = await buildExecutable(executable);
    quiet.mock.restore();
    const arch = process.arch === "arm64" ? "arm64" : "x64";
    [deb = ""] = writePackages({ executable, thirdParties, arch, folder, mtime: DATE });
  });

  it("is installed, started, upgraded, removed and purged, in a copy of the system that is thrown away", async () => {
    const copy = join(folder, "copy");
    mkdirSync(copy);
    const command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", INSTALL, deb, copy] as const;
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
        status: "ii ",
        verified: "",
        settings: "root:root 600",
        data: "toteboard:toteboard 700",
        enabled: "/usr/lib/systemd/system/toteboard.service",
        shell: "/var/lib/toteboard:/usr/sbin/nologin",
        health: '{"status":"ready","writer":"running"}',
        database: "toteboard:toteboard 600",
        upgraded: "TOTEBOARD_NO_INGEST=true",
        removed: "rc ",
        program: "gone",
        kept: "toteboard:toteboard 600, root:root 600",
        purged: "gone, gone, gone",
        user: "toteboard",
      },
    );
    assert.equal(existsSync("/etc/toteboard"), false);
  });
});

/** Why this machine cannot try the package; false where it can. */
function cannotInstall(): string | false {
  if (process.platform !== "linux" || !has("dpkg")) return "dpkg is missing";
  if (process.getuid?.() !== 0) return "only root may install a package";
  if (existsSync("/etc/toteboard") || existsSync("/var/lib/toteboard")) return "Toteboard is installed here";
  const needed = ["adduser", "libatomic1", "libc6", "libstdc++6"].filter(
    (name) => spawnSync("dpkg", ["-s", name]).status !== 0,
  );
  if (needed.length > 0) return `${needed.join(", ")} is not installed`;
  const folder = temporaryFolder();
  const script = `mount -t tmpfs none ${folder} && mkdir ${folder}/u ${folder}/w ${folder}/m &&
    mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/u,workdir=${folder}/w ${folder}/m`;
  const { status } = spawnSync("unshare", ["--mount", "--pid", "--fork", "sh", "-c", script]);
  return status === 0 ? false : "this machine lets no test mount a copy of its system";
}
