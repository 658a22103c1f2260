import { setImmediate } from "node:timers/promises";
import { licensesCommand, openapiCommand, versionCommand } from "./cli/about.ts";
import { alertsCommand } from "./cli/alerts.ts";
import { type Command, commandHelp, overview, readArguments } from "./cli/command.ts";
import { backupCommand, restoreCommand } from "./cli/database.ts";
import { doctorCommand } from "./cli/doctor.ts";
import { exportCommand } from "./cli/export.ts";
import { healthCommand } from "./cli/health.ts";
import { ingestCommand } from "./cli/ingest.ts";
import { keysCommand, paymentsCommand } from "./cli/keys.ts";
import { mcpCommand } from "./cli/mcp.ts";
import { mirrorCommand } from "./cli/mirror.ts";
import { matchCommand, pairsCommand } from "./cli/pairs.ts";
import { demoCommand, serveCommand } from "./cli/serve.ts";
import { OperatorError, quote, toTerminal, UsageError } from "./errors.ts";
import { explainTrouble } from "./store/database/db.ts";

export const COMMANDS: readonly Command[] = [
  serveCommand,
  demoCommand,
  ingestCommand,
  matchCommand,
  pairsCommand,
  exportCommand,
  alertsCommand,
  keysCommand,
  paymentsCommand,
  backupCommand,
  restoreCommand,
  mirrorCommand,
  doctorCommand,
  healthCommand,
  mcpCommand,
  openapiCommand,
  licensesCommand,
  versionCommand,
];

/** Databases, logs and backups contain names and addresses of people, so only the owner may read them. */
const OWNER_ONLY = 0o077;

/** Runs the program and gives its exit code: 0 done, 1 failed, 2 wrong call. */
export async function main(argv: readonly string[]): Promise<number> {
  process.umask(OWNER_ONLY);
  let outputError: NodeJS.ErrnoException | undefined;
  const noteError = (error: NodeJS.ErrnoException): void => {
    outputError ??= error;
  };
  process.stdout.on("error", noteError);
  try {
    const exitCode = await dispatch(argv);
    // The stream reports an error in a later turn.
    await setImmediate();
    return outputError === undefined ? exitCode : explainOutput(outputError);
  } catch (error) {
    return outputError !== undefined && error === outputError ? explainOutput(outputError) : explain(error);
  } finally {
    process.stdout.off("error", noteError);
  }
}

/** Prints an error that the operator can fix and gives the exit code; throws any other. */
function explain(error: unknown): number {
  // Closing failed too; what went wrong first says more.
  if (error instanceof SuppressedError) return explain(error.suppressed);
  if (error instanceof UsageError) return complain(error.message, 2);
  if (error instanceof OperatorError) return complain(error.message, 1);
  const trouble = explainTrouble(error);
  if (trouble === undefined) throw error;
  return complain(trouble, 1);
}

/** A reader that stops early, such as `head`, is no failure. */
const explainOutput = (error: NodeJS.ErrnoException): number =>
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
  process.stderr.write(`toteboard: ${toTerminal(message)}\n`);
  return exitCode;
}
