import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { findPort } from "../support/service/executable.ts";
import { WITHOUT_LITESTREAM } from "../support/service/litestream.ts";
import { temporaryFolder } from "../support/service/process.ts";
import { eventually } from "../support/service/service.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

describe(".deploy/copies.md", { skip: WITHOUT_LITESTREAM }, () => {
  it("has commands for a primary, a standby and its promotion that work in a clone", async () => {
    const folder = join(temporaryFolder(), "clone");
    execFileSync("git", ["clone", "--quiet", "--shared", ROOT, folder]);
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    mkdirSync(join(folder, "dist"));
    symlinkSync(process.env.TEST_TOOLS ?? "", join(folder, "dist", "litestream"));
    const ports: Readonly<Record<string, number>> = {
      8080: await findPort(),
      8081: await findPort(),
      9190: await findPort(),
    };
    const text = readFileSync(join(ROOT, ".deploy/copies.md"), "utf8");
    const blockOf = (name: string): string =>
      (text.split(`<!-- try: ${name} -->\n\n\`\`\`\n`)[1]?.split("\n```")[0] ?? assert.fail(name)).replace(
        /\b(8080|8081|9190)\b/g,
        (port) => String(ports[port]),
      );
    // The modules are there, and the ports are free ones.
    const [primary, exports] = [
      blockOf("primary").replace(/^npm install .*\n/, ""),
      `${blockOf("primary")
        .split("\n")
        .filter((line) => line.startsWith("export"))
        .join("\n")}\n`,
    ];
    const started: ChildProcess[] = [];
    const run = (script: string): ChildProcess => {
      const environment = {
        TOTEBOARD_PORT: String(ports[8080]),
        TOTEBOARD_LITESTREAM_METRICS: `http://127.0.0.1:${ports[9190]}/metrics`,
      };
      const env = { PATH: process.env.PATH, HOME: folder, ...environment };
      // A group of its own, as a terminal has.
      const child = spawn("sh", ["-c", script], {
        cwd: folder,
        env,
        stdio: ["ignore", "pipe", "ignore"],
        detached: true,
      });
      child.stdout.resume();
      started.push(child);
      return child;
    };
    const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
      // Its output closes with the last process of the group, which may outlive the shell.
      const ended = once(child, "close");
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        process.kill(-child.pid, signal);
        await ended;
      }
    };
    after(async () => {
      for (const child of started) await end(child, "SIGKILL");
    });
    const ask = async (port: 8080 | 8081, path: string, method = "GET"): Promise<number> =>
      (await fetch(`http://127.0.0.1:${ports[port]}${path}`, { method }).catch(() => undefined))?.status ?? 0;
    const KEYS = "/api/v1/keys?name=me&email=me@example.com";

    const first = run(primary);
    // All of the demo's data takes long on a busy machine, and a part is enough.
    await eventually("the primary", async () => (await ask(8080, "/healthz")) === 200);
    await eventually(
      "the copy",
      () => globSync(join(folder, "copy/generations/*/snapshots/*.snapshot.lz4")).length > 0,
    );
    assert.equal(await ask(8080, KEYS, "POST"), 201);
    const standby = run(exports + blockOf("standby"));
    await eventually("the standby", async () => (await ask(8081, "/readyz")) === 200);
    await end(first, "SIGKILL");
    for (const path of globSync(["first.db*", ".first.db-litestream"], { cwd: folder })) {
      rmSync(join(folder, path), { recursive: true });
    }
    assert.deepEqual([await ask(8081, "/status"), await ask(8081, KEYS, "POST")], [200, 503]);
    await end(standby, "SIGINT");
    run(exports + blockOf("promotion"));
    await eventually("the new primary", async () => (await ask(8080, KEYS, "POST")) === 201);
  });
});
