import { setImmediate } from "node:timers/promises";
import { backupCommand } from "./cli/backup.ts";
import { type Command, commandHelp, overview, readArguments } from "./cli/command.ts";
import { demoCommand } from "./cli/demo.ts";
import { doctorCommand } from "./cli/doctor.ts";
import { exportCommand } from "./cli/export.ts";
import { healthCommand } from "./cli/health.ts";
import { ingestCommand } from "./cli/ingest.ts";
import { keysCommand } from "./cli/keys.ts";
import { matchCommand } from "./cli/match.ts";
import { openapiCommand } from "./cli/openapi.ts";
import { pairsCommand } from "./cli/pairs.ts";
import { paymentsCommand } from "./cli/payments.ts";
import { restoreCommand } from "./cli/restore.ts";
import { serveCommand } from "./cli/serve.ts";
import { versionCommand } from "./cli/version.ts";
import { OperatorError, quote, UsageError } from "./errors.ts";
import { explainTrouble } from "./store/database/index.ts";

const COMMANDS: readonly Command[] = [
  serveCommand,
  demoCommand,
  ingestCommand,
  matchCommand,
  pairsCommand,
  exportCommand,
  keysCommand,
  paymentsCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
  healthCommand,
  openapiCommand,
  versionCommand,
];

/** Databases, logs and backups hold personal data: only the user of the program may read new files. */
const OWNER_ONLY = 0o077;

/** Runs the program; returns its exit code: 0 done, 1 failed, 2 wrong usage. */
export async function main(argv: readonly string[]): Promise<number> {
  process.umask(OWNER_ONLY);
  let unwritten: NodeJS.ErrnoException | undefined;
  const noteUnwritten = (error: NodeJS.ErrnoException): void => {
    unwritten ??= error;
  };
  process.stdout.on("error", noteUnwritten);
  try {
    const exitCode = await dispatch(argv);
    // A stream reports its error in a later turn.
    await setImmediate();
    return unwritten === undefined ? exitCode : explainUnwritten(unwritten);
  } catch (error) {
    return unwritten !== undefined && error === unwritten ? explainUnwritten(unwritten) : explain(error);
  } finally {
    process.stdout.off("error", noteUnwritten);
  }
}

/** Prints what went wrong and returns the exit code; throws bugs. */
function explain(error: unknown): number {
  if (error instanceof UsageError) return complain(error.message, 2);
  if (error instanceof OperatorError) return complain(error.message, 1);
  const trouble = explainTrouble(error);
  if (trouble === undefined) throw error;
  return complain(trouble, 1);
}

/** A reader that closes the pipe, such as `head`, is no failure. */
const explainUnwritten = (error: NodeJS.ErrnoException): number =>
  error.code === "EPIPE" ? 0 : complain(`standard output cannot be written: ${error.message}`, 1);

async function dispatch([name, ...rest]: readonly string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") return print(overview(COMMANDS));
  if (name === "--version" || name === "-v") return versionCommand.run(readArguments(versionCommand, []));
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) throw new UsageError(`no command ${quote(name)}; see 'toteboard --help'`);
  if (rest.includes("--help") || rest.includes("-h")) return print(commandHelp(command));
  return command.run(readArguments(command, rest));
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function complain(message: string, exitCode: number): number {
  process.stderr.write(`toteboard: ${message}\n`);
  return exitCode;
}
