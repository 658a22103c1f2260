import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Why calls of a running process cannot be made to fail; false where they can. */
export const cannotInject: string | false = hasStrace() ? false : "strace is not installed, or may not attach";

/** Something that is wrong with a running process until it is ended. */
export interface Fault {
  end(): Promise<void>;
}

/**
 * Makes system calls of a process and all its threads fail with `error` (ENOSPC, EROFS, EIO) where they are about one of
 * the files. Resolves once that is so.
 */
export async function failCalls(
  pid: number,
  { calls, error, files }: { calls: readonly string[]; error: string; files: readonly string[] },
): Promise<Fault> {
  const paths = files.flatMap((file) => ["-P", file]);
  const inject = calls.flatMap((call) => ["-e", `inject=${call}:error=${error}`]);
  const tracer = spawn("strace", ["-f", "-o", "/dev/null", "-p", String(pid), ...inject, ...paths], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await untilAttached(tracer, pid);
  return {
    async end() {
      tracer.kill("SIGINT");
      if (tracer.exitCode === null && tracer.signalCode === null) await once(tracer, "close");
    },
  };
}

/** Limits the open files of a process to those it has and `more`. */
export function limitDescriptors(pid: number, more: number): Fault {
  const open = readdirSync(`/proc/${pid}/fd`).length;
  const set = (limits: string): void => {
    const { status, stderr } = spawnSync("prlimit", [`--pid=${pid}`, `--nofile=${limits}`], { encoding: "utf8" });
    if (status !== 0) throw new Error(`prlimit: ${stderr}`);
  };
  set(`${open + more}:`);
  return { end: async () => set("1024:") };
}

async function untilAttached(tracer: ChildProcess, pid: number): Promise<void> {
  let said = "";
  tracer.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  while (!said.includes(`Process ${pid} attached`)) {
    if (tracer.exitCode !== null) throw new Error(`strace: ${said}`);
    await delay(5);
  }
}

function hasStrace(): boolean {
  const child = spawn("sleep", ["5"], { stdio: "ignore" });
  const { stderr } = spawnSync("strace", ["-o", "/dev/null", "-p", String(child.pid)], {
    timeout: 300,
    killSignal: "SIGINT",
    encoding: "utf8",
  });
  child.kill();
  return /attached/.test(stderr ?? "");
}
