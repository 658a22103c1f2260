import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import pg from "pg";
import { findPort } from "./executable.ts";
import { eventually } from "./service.ts";

/** Where Debian's package `postgresql` has its programs; undefined where it is not installed. */
const PROGRAMS = globSync("/usr/lib/postgresql/*/bin/initdb")
  .sort()
  .at(-1)
  ?.replace(/\/initdb$/, "");

/** For `skip` of tests: false, or why they cannot run. */
export const skipsPostgres = PROGRAMS === undefined ? "PostgreSQL is not installed: apt-get install postgresql" : false;

/** Marks the password, which no output may show. */
export const PASSWORD = "s3cret-of-the-mirror";

/** "nobody" of Debian: PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

export type TestPostgres = Awaited<ReturnType<typeof startPostgres>>;

/** Starts a server that is stopped after the tests. */
export async function startPostgres() {
  const postgres = await launchPostgres();
  after(postgres.close);
  return postgres;
}

/** Starts a server in a temporary folder, as an unprivileged user, on loopback. */
export async function launchPostgres() {
  if (PROGRAMS === undefined) throw new Error("skip this test where skipsPostgres says so");
  const folder = mkdtempSync(join(tmpdir(), "toteboard-pg-"));
  const secret = join(folder, "password");
  writeFileSync(secret, PASSWORD);
  const asRoot = process.getuid?.() === 0;
  if (asRoot) for (const path of [folder, secret]) chownSync(path, NOBODY, NOBODY);
  const toCommand = (name: string, args: readonly string[]): [string, string[]] => {
    const command = [join(PROGRAMS, name), ...args];
    const full = asRoot ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", ...command] : command;
    return [full[0] ?? "", full.slice(1)];
  };
  const data = join(folder, "data");
  const initArgs = ["-D", data, "-U", "mirror", "-A", "scram-sha-256", `--pwfile=${secret}`, "-E", "UTF8", "--no-sync"];
  const made = spawnSync(...toCommand("initdb", initArgs), { cwd: folder, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await findPort();
  const url = `postgres://mirror:${PASSWORD}@127.0.0.1:${port}/postgres`;
  let server: ReturnType<typeof spawn> | undefined;
  const settings = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    "max_wal_size=4GB",
  ];

  const query = queryAt(url);
  const start = async (): Promise<void> => {
    server = spawn(...toCommand("postgres", ["-D", data, ...settings.flatMap((one) => ["-c", one])]), {
      cwd: folder,
      stdio: "ignore",
      detached: true,
    });
    await eventually("PostgreSQL to answer", () =>
      query("SELECT 1").then(
        () => true,
        () => false,
      ),
    );
  };
  /** SIGKILL ends all its processes at once, as the loss of the machine would. */
  const stop = async (signal: "SIGINT" | "SIGKILL"): Promise<void> => {
    const running = server;
    if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    // Those that serve connections are in sessions of their own.
    const others = signal === "SIGKILL" ? childrenOf(running.pid) : [];
    for (const pid of [running.pid, ...others]) process.kill(pid, signal);
    await ended;
    await eventually("all of PostgreSQL to end", () => others.every((pid) => !existsSync(`/proc/${pid}`)));
  };
  process.once("exit", () => server?.kill("SIGKILL"));
  await start();
  return {
    url,
    port,
    folder,
    query,
    start,
    stop,
    at: queryAt,
    async close(): Promise<void> {
      await stop("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
    /** The address of a new, empty database. */
    async create(name: string): Promise<string> {
      await query(`CREATE DATABASE ${name}`);
      return url.replace(/postgres$/, name);
    },
  };
}

/** Asks with a connection for each statement, since the server is killed in between. */
const queryAt =
  (url: string) =>
  async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return (await client.query(text, values)).rows as Record<string, unknown>[];
    } finally {
      await client.end().catch(() => undefined);
    }
  };

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
