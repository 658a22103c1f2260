import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { type Ended, start, waitUntilReady } from "../support/service/executable.ts";
import { temporaryFolder } from "../support/service/process.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const NPM = process.platform === "win32" ? "npm.cmd" : "npm";

describe("what npm publishes", () => {
  const base = temporaryFolder();
  const installed = join(base, "node_modules", "toteboard");
  const entry = join(installed, "bin", "published.cjs");
  let folders = 0;

  const emptyFolder = (): string => {
    const folder = join(base, `folder-${++folders}`);
    mkdirSync(folder);
    return folder;
  };
  const run = (...args: string[]): Promise<Ended> => start([process.execPath, entry, ...args], emptyFolder(), {}).ended;

  // As npm lays it out, with the one dependency that is of this machine.
  before(() => {
    const words = ["pack", "--pack-destination", base, "--silent"];
    const packed = execFileSync(NPM, words, { cwd: PROJECT, encoding: "utf8", stdio: "pipe" }).trim();
    execFileSync("tar", ["-xzf", join(base, packed.split("\n").at(-1) ?? ""), "-C", base]);
    mkdirSync(join(base, "node_modules"));
    symlinkSync(join(base, "package"), installed);
    symlinkSync(join(PROJECT, "node_modules", "better-sqlite3"), join(base, "node_modules", "better-sqlite3"));
  });

  it("is the program and what it reads: no sources in TypeScript, no tests, one dependency", () => {
    const files = readdirSync(join(base, "package"), { recursive: true, encoding: "utf8" });
    assert.deepEqual(
      files.filter((file) => /\.ts$|(^|\/)node_modules\//.test(file)),
      [],
    );
    assert.ok(files.length < 250, `${files.length} files`);
    const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    assert.deepEqual(Object.keys(dependencies), ["better-sqlite3"]);
  });

  it("prints its version and the licences of all it has bundled, and ends as the program ends", async () => {
    const { exitCode, stdout } = await run("version");
    assert.equal(exitCode, 0);
    assert.match(stdout, new RegExp(`^toteboard \\d.* \\(node ${process.versions.node}, `));
    const licenses = (await run("licenses")).stdout;
    for (const name of ["stripe", "pino", "idiomorph"]) assert.match(licenses, new RegExp(`^ {2}${name} `, "m"));
    assert.equal((await run("bet")).exitCode, 2);
  });

  it("serves with its writer, pages and scripts, makes backups, and stops in order", async () => {
    const folder = emptyFolder();
    const service = start([process.execPath, entry, "serve", "--no-ingest", "--port", "0"], folder, {});
    const url = await waitUntilReady(service);
    const made = await fetch(`${url}/api/v1/keys?name=npm&email=npm@example.com`, { method: "POST" });
    assert.equal(made.status, 201);
    assert.equal((await fetch(`${url}/assets/preview.png`)).status, 200);
    const page = await (await fetch(url)).text();
    for (const [, script = ""] of page.matchAll(/<script[^>]* src="([^"]+)"/g))
      assert.equal((await fetch(new URL(script, url))).status, 200, script);
    const { exitCode, stderr } = await start([process.execPath, entry, "backup", "copy.db"], folder, {}).ended;
    assert.equal(exitCode, 0, stderr);
    service.process.kill("SIGTERM");
    assert.equal((await service.ended).exitCode, 0, service.stderr());
  });
});
