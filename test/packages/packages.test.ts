import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import NODE from "../../bin/node-options.json" with { type: "json" };
import { readSourceDate, writePackages } from "../../bin/packages.ts";
import { SETTINGS } from "../../src/settings.ts";
import { temporaryFolder } from "../support/service/process.ts";

const DATE = 1_795_132_800;
const VERSION = "2.0.0-dev.20261129031447+abc1234";
const DEBIAN_VERSION = "2.0.0~dev.20261129031447+abc1234";
/** All that .deploy has for other machines: what is added there is packed too. */
const EXAMPLES = readdirSync(new URL("../../.deploy", import.meta.url))
  .filter((name) => /\.(cfg|json|service|ya?ml)$/.test(name) && name !== "toteboard.service")
  .toSorted();

const has = (program: string): boolean => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
const run = (...[program = "", ...args]: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  assert.equal(status, 0, stderr);
  return stdout;
};
const digestOf = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");

let written = 1_700_000_000;

/** Packages of a small program that stands for the executable. */
function writeSmall(mtime: number, version = VERSION): { folder: string; deb: string; tar: string } {
  const folder = temporaryFolder();
  const executable = join(folder, "toteboard");
  writeFileSync(executable, "#!/bin/sh\necho small\n", { mode: 0o700 });
  // The date of the file itself must not show.
  utimesSync(executable, ++written, written);
  const [deb = "", tar = ""] = writePackages({
    executable,
    version,
    thirdParties: "Node.js and others\n",
    arch: "arm64",
    folder,
    mtime,
  });
  return { folder, deb, tar };
}

/** All pages for the operator, whose links lead to what is there, and the ten queries. */
function requirePages(folder: string): void {
  const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
  const ours = readdirSync(new URL("../../.deploy", import.meta.url)).filter((name) => name.endsWith(".md"));
  assert.deepEqual(pages.toSorted(), [...ours, "CHANGELOG.md"].toSorted());
  assert.equal(readdirSync(join(folder, "queries")).length, 10);
  for (const name of pages.filter((page) => page !== "CHANGELOG.md")) {
    for (const [, target = ""] of readFileSync(join(folder, name), "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      assert.ok(existsSync(join(folder, target)), `${name} links to ${target}`);
    }
  }
}

/** Runs a script of the package with programs that only note how they are called; gives their calls. */
function callsOf(
  script: "postinst" | "prerm" | "postrm",
  args: readonly string[],
  { failing = [] }: { failing?: readonly string[] } = {},
): string[] {
  const folder = temporaryFolder();
  const programs = "adduser chgrp chmod deb-systemd-helper deb-systemd-invoke getent install rm systemctl".split(" ");
  for (const program of programs) {
    const body = [
      "#!/bin/sh",
      `echo "${program} $*" >>"${folder}/calls"`,
      ...failing.map((call) => `if [ "${program} $*" = "${call}" ]; then exit 1; fi`),
    ];
    writeFileSync(join(folder, program), body.join("\n"), { mode: 0o700 });
  }
  writeFileSync(join(folder, "calls"), "");
  const text = readFileSync(new URL(`../../.deploy/debian/${script}`, import.meta.url), "utf8");
  // As where systemd runs.
  writeFileSync(join(folder, script), text.replaceAll("/run/systemd/system", folder));
  const { status, stderr } = spawnSync("/bin/sh", [join(folder, script), ...args], {
    encoding: "utf8",
    env: { PATH: folder },
  });
  assert.equal(status, 0, stderr);
  return readFileSync(join(folder, "calls"), "utf8").trimEnd().split("\n").filter(Boolean);
}

describe("the package", { skip: process.platform === "win32" ? "there is no shell" : false }, () => {
  const NO_USER = "getent passwd toteboard";
  const WAS_ENABLED = "deb-systemd-helper --quiet was-enabled toteboard.service";
  const FOLDERS = [
    "install -d -o toteboard -g toteboard -m 0700 /var/lib/toteboard",
    "chgrp toteboard /etc/toteboard/toteboard.env",
    "chmod 0640 /etc/toteboard/toteboard.env",
    "deb-systemd-helper unmask toteboard.service",
    WAS_ENABLED,
  ];
  const RELOAD = "systemctl --system daemon-reload";

  it("makes its user, and enables and starts the service, when it is installed", () => {
    assert.deepEqual(callsOf("postinst", ["configure", ""], { failing: [NO_USER] }), [
      NO_USER,
      "adduser --quiet --system --group --home /var/lib/toteboard --no-create-home toteboard",
      ...FOLDERS,
      "deb-systemd-helper enable toteboard.service",
      RELOAD,
      "deb-systemd-invoke start toteboard.service",
    ]);
  });

  it("starts the service again when it is upgraded, and leaves it disabled where the operator disabled it", () => {
    assert.deepEqual(callsOf("postinst", ["configure", "1.1.0"], { failing: [WAS_ENABLED] }), [
      NO_USER,
      ...FOLDERS,
      "deb-systemd-helper update-state toteboard.service",
      RELOAD,
      "deb-systemd-invoke restart toteboard.service",
    ]);
  });

  it("is installed where its port is taken", () => {
    const START = "deb-systemd-invoke start toteboard.service";
    assert.equal(callsOf("postinst", ["configure", ""], { failing: [START] }).at(-1), START);
  });

  it("stops the service when it is removed, and not when it is upgraded", () => {
    assert.deepEqual(callsOf("prerm", ["remove"]), ["deb-systemd-invoke stop toteboard.service"]);
    assert.deepEqual(callsOf("prerm", ["upgrade", "2.0.0"]), []);
  });

  it("keeps the data when it is removed, and deletes it when it is purged", () => {
    assert.deepEqual(callsOf("postrm", ["remove"]), ["deb-systemd-helper mask toteboard.service", RELOAD]);
    assert.deepEqual(callsOf("postrm", ["purge"]), [
      "deb-systemd-helper purge toteboard.service",
      "deb-systemd-helper unmask toteboard.service",
      "rm -rf /var/lib/toteboard",
      RELOAD,
    ]);
    assert.deepEqual(callsOf("postrm", ["upgrade", "2.0.0"]), [RELOAD]);
  });
});

const unitOf = (name: string) => readFileSync(new URL(`../../.deploy/${name}`, import.meta.url), "utf8");
/** The values of a line that may stand there several times. */
const valuesOf = (unit: string, name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);

describe("the units of systemd", () => {
  const unit = unitOf("toteboard.service");

  it("give the service what it asks for", () => {
    for (const own of [unit, unitOf("toteboard-standby.service")]) {
      const environment = valuesOf(own, "Environment").flatMap((value) => value.split(" "));
      for (const [name, value] of Object.entries(NODE.allocation))
        assert.ok(environment.includes(`${name}=${value}`), name);
      assert.ok(environment.includes("TOTEBOARD_DB=/var/lib/toteboard/toteboard.db"));
      assert.deepEqual(valuesOf(own, "WorkingDirectory"), ["/var/lib/toteboard"]);
      const [files = 0] = valuesOf(own, "LimitNOFILE").map(Number);
      // A connection or a stream takes one, and so do the database, its logs and calls of platforms.
      const taken = ["max-connections", "max-streams"].map(
        (name) => SETTINGS.find((one) => one.name === name)?.standard,
      );
      assert.ok(files > taken.reduce((sum, value) => sum + Number(value), 0) + 1000, String(files));
      // The service says when it is ready, and that it is alive.
      assert.deepEqual([valuesOf(own, "Type"), valuesOf(own, "NotifyAccess")], [["notify"], ["all"]]);
    }
    assert.ok(Number(valuesOf(unit, "WatchdogSec")) >= 30);
    assert.deepEqual(
      [valuesOf(unit, "Restart"), valuesOf(unit, "ExecReload")],
      [["on-failure"], ["/bin/kill -HUP $MAINPID"]],
    );
  });

  it("protect the machine at least as well as each other, and the service best", () => {
    const protections = (text: string) =>
      text
        .split("\n")
        .filter(
          (line) => /^(NoNewPrivileges|Private|Protect|Restrict|UMask|State)/.test(line) && !/^Restart/.test(line),
        );
    for (const name of ["toteboard-standby.service", "litestream.service"]) {
      const own = protections(unitOf(name));
      assert.ok(own.length >= 8);
      assert.deepEqual(
        own.filter((line) => !protections(unit).includes(line)),
        [],
        name,
      );
    }
    assert.deepEqual(protections(unitOf("toteboard-standby.service")), protections(unitOf("litestream.service")));
  });

  it("leave the service of the package little of the machine, as systemd rates it", {
    skip: has("systemd-analyze") && has("dpkg-deb") ? false : "systemd-analyze or dpkg-deb is missing",
  }, () => {
    const { deb, folder } = writeSmall(DATE);
    run("dpkg-deb", "--extract", deb, folder);
    const file = join(folder, "usr/lib/systemd/system/toteboard.service");
    run("systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", file);
  });
});

describe("the packages", () => {
  it("have the same bytes for the same program and date, whenever and wherever they are made", () => {
    const [first, second, later] = [writeSmall(DATE), writeSmall(DATE), writeSmall(DATE + 1)];
    for (const kind of ["deb", "tar"] as const) {
      assert.equal(digestOf(first[kind]), digestOf(second[kind]));
      assert.notEqual(digestOf(first[kind]), digestOf(later[kind]));
    }
    assert.equal(basename(first.deb), `toteboard_${DEBIAN_VERSION}_arm64.deb`);
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
    assert.deepEqual(readdirSync(join(own, "examples")).toSorted(), EXAMPLES);
    requirePages(own);
    assert.match(readFileSync(join(own, "toteboard.1"), "utf8"), /^\.TH TOTEBOARD 1 /);
  });

  it("of a commit take the place of the release before and of earlier commits, and give way to the release", {
    skip: has("dpkg-deb") ? false : "dpkg-deb is missing",
  }, () => {
    const earlier = VERSION.replace("20261129031447+abc1234", "20261129031446+fff1234");
    const versions = ["1.1.0", earlier, VERSION, "2.0.0-rc.1", "2.0.0"].map((version) =>
      run("dpkg-deb", "--field", writeSmall(DATE, version).deb, "Version").trim(),
    );
    for (const [index, version] of versions.entries()) {
      if (index > 0) run("dpkg", "--compare-versions", versions[index - 1] ?? "", "lt", version);
    }
  });

  it("are read by dpkg", { skip: has("dpkg-deb") ? false : "dpkg-deb is missing" }, () => {
    const { deb, folder } = writeSmall(DATE);
    assert.equal(
      run("dpkg-deb", "--field", deb, "Architecture", "Version"),
      `Architecture: arm64\nVersion: ${DEBIAN_VERSION}\n`,
    );
    assert.match(run("dpkg-deb", "--field", deb, "Depends"), /^adduser, libc6 \(>= 2\.28\), libstdc\+\+6$/m);
    const listed = run("dpkg-deb", "--contents", deb).trimEnd().split("\n");
    const modes = Object.fromEntries(listed.map((line) => [line.split(" ").at(-1), line.slice(0, 10)]));
    assert.equal(modes["./usr/bin/toteboard"], "-rwxr-xr-x");
    assert.equal(modes["./usr/lib/toteboard/toteboard"], "-rwxr-xr-x");
    assert.equal(modes["./etc/toteboard/toteboard.env"], "-rw-------");
    assert.ok(listed.every((line) => line.includes(" root/root ")));
    run("dpkg-deb", "--extract", deb, folder);
    const documents = join(folder, "usr/share/doc/toteboard");
    assert.equal(readFileSync(join(documents, "THIRD-PARTY"), "utf8"), "Node.js and others\n");
    requirePages(documents);
    const page = gunzipSync(readFileSync(join(folder, "usr/share/man/man1/toteboard.1.gz"))).toString();
    for (const { name } of SETTINGS.filter(({ isEnvironmentOnly }) => isEnvironmentOnly !== true)) {
      assert.ok(page.includes(`.B \\-\\-${name.replaceAll("-", "\\-")}`), name);
    }
    if (has("man")) {
      const { stdout, stderr } = spawnSync("man", ["--warnings", "--local-file", "-"], {
        input: page,
        encoding: "utf8",
        env: { ...process.env, MANWIDTH: "100", LC_ALL: "C.UTF-8" },
      });
      assert.deepEqual([stderr, stdout.includes("Default: 8080")], ["", true]);
    }
    const examples = join(documents, "examples");
    assert.deepEqual(readdirSync(examples).toSorted(), EXAMPLES);
    // They name what the package has: its program, its settings, and a user that is there for good.
    for (const name of EXAMPLES) {
      const text = readFileSync(join(examples, name), "utf8");
      assert.ok(!/\/usr\/local\/bin\/toteboard|\/etc\/toteboard\.env|DynamicUser/.test(text), name);
    }
    const standby = readFileSync(join(examples, "toteboard-standby.service"), "utf8");
    assert.match(standby, /^ExecStart=\/usr\/bin\/toteboard serve --read-only /m);
    assert.match(standby, /^EnvironmentFile=\/etc\/toteboard\/toteboard\.env$/m);
    const copyright = readFileSync(join(documents, "copyright"), "utf8");
    assert.match(
      copyright,
      /^Files: usr\/lib\/toteboard\/toteboard\nCopyright: .*\nLicense: Expat and others\n .*Node\.js/ms,
    );
  });
});
