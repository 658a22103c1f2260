import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly process: ChildProcess;
  /** Resolves once the program has ended and all it wrote is read. */
  readonly ended: Promise<Ended>;
  /** What was written to standard output so far. */
  stdout(): string;
  /** What was written to standard error so far. */
  stderr(): string;
}

/** Long enough for a machine that does much else. */
const DEADLINE_MS = 120_000;

/**
 * A time zone and a clock set from outside (`TZ`, faketime) hold for the programs too, so does where files are made, and what
 * Node compiled before serves them: without it a start takes twice as long.
 */
export const PASSED_ON: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value = ""]) =>
    /^(TZ|TMPDIR|LD_PRELOAD|FAKETIME.*|DONT_FAKE_MONOTONIC|NODE_COMPILE_CACHE)$/.test(name) ? [[name, value]] : [],
  ),
);

/** Starts a program in a folder, with nothing else in its environment but `env`. It is killed when it outlives the deadline (0: none). */
export function start(
  command: readonly [string, ...string[]],
  cwd: string,
  env: Record<string, string>,
  timeout = 2 * DEADLINE_MS,
): Started {
  const [file, ...args] = command;
  const child = spawn(file, args, { cwd, env: { ...PASSED_ON, ...env }, stdio: ["ignore", "pipe", "pipe"], timeout });
  const text = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text.stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    text.stderr += chunk;
  });
  const ended = once(child, "close").then(([exitCode, signal]) => ({ exitCode, signal, ...text }));
  return { process: child, ended, stdout: () => text.stdout, stderr: () => text.stderr };
}

/** Asks again and again until there is an answer; fails after a generous while. */
export async function poll<T>(what: string, ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await delay(20);
  }
  assert.fail(`waited ${DEADLINE_MS / 1000} s for ${what}`);
}

/** Waits for the address of a started service. */
export const waitForAddress = (service: Started): Promise<string> =>
  poll("the address", () => {
    assert.equal(service.process.exitCode, null, "the service ended early");
    return /listening on (http:\/\/\S+)/.exec(service.stdout())?.[1];
  });

/** Waits until a started service answers /readyz, and gives its address. */
export async function waitUntilReady(service: Started): Promise<string> {
  const url = await waitForAddress(service);
  await poll("/readyz", async () => ((await fetch(`${url}/readyz`)).ok ? true : undefined));
  return url;
}

/** Below the ports that systems choose by themselves, so that no connection and no other test takes one before it is used. */
let nextPort = randomInt(10_000, 30_000);

/** A port that is free, another one at each call. */
export async function findPort(): Promise<number> {
  const port = nextPort++;
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isFree) return findPort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
