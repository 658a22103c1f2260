import { type Config, type ConfigOptions, readConfig } from "../../config.ts";
import { messageOf } from "../../errors.ts";
import type { Log } from "../../log.ts";
import type { Service } from "../../service.ts";
import type { Arguments } from "../command.ts";
import { requireOpenFiles } from "../open-files.ts";
import { reportPasses } from "../progress.ts";
import { openLog } from "../settings.ts";
import { untilSignal } from "../signals.ts";
import { openSystemd } from "./systemd.ts";

/** Runs the service until a signal stops it. Prints `greeting` once it can answer; `check` may refuse the settings. */
export async function runService(
  args: Arguments,
  options: ConfigOptions,
  greeting: (service: Service, config: Config) => Promise<string> | string,
  check: (config: Config) => void = () => undefined,
): Promise<number> {
  requireOpenFiles();
  const config = readConfig(args.flags, options);
  check(config);
  const log = await openLog(config);
  // Other commands do not wait for all of it to be loaded.
  const { startService } = await import("../../service.ts");
  let service: Service | undefined;
  const stopping = untilSignal(() => reloadLogLevel(args, options, log, service));
  const systemd = openSystemd(config.systemd, log);
  const terminal = findTerminal();
  // The greeting of a demo has the link itself.
  const hasTerminal = config.isDemo || terminal !== undefined;
  service = await startService({ config, log, hasTerminal, ...reportPasses(log) });
  await Promise.race([service.ready, stopping.signalled]);
  if (!stopping.isSignalled()) {
    process.stdout.write(await greeting(service, config));
    const { operatorLink } = service;
    if (!config.isDemo && operatorLink !== undefined) terminal?.write(`Operator's pages: ${operatorLink}\n\n`);
    await systemd.ready();
  }
  const signal = await stopping.signalled;
  log.info({ signal }, "stopping");
  await systemd.stopping();
  killWhenStuck(log);
  await service.close();
  return 0;
}

/** A stream that a person reads, and no log keeps. */
const findTerminal = () => [process.stdout, process.stderr].find(({ isTTY }) => isTTY === true);

/** Requests take at most 10 s to finish and the writer 8 s, unless a thread hangs outside JavaScript. */
const CLOSE_TIMEOUT_MS = 20_000;

/** Leaves time to write the last line of the log. */
const LAST_LINE_MS = 200;

/** Kills the process if closing hangs. Acknowledged writes are on disk; SQLite rolls the rest back at the next start. */
function killWhenStuck(log: Log): void {
  const kill = (): void => {
    log.fatal("closing takes too long: the process is killed");
    setTimeout(() => process.kill(process.pid, "SIGKILL"), LAST_LINE_MS);
  };
  setTimeout(kill, CLOSE_TIMEOUT_MS).unref();
}

/** Reads the settings again. Only the level of the log can change while the service runs. */
function reloadLogLevel(args: Arguments, options: ConfigOptions, log: Log, service: Service | undefined): void {
  try {
    const { logLevel } = readConfig(args.flags, options);
    log.level = logLevel;
    service?.setLogLevel(logLevel);
    log.info({ level: logLevel }, "settings read again");
  } catch (error) {
    log.error({ reason: messageOf(error) }, "settings not read again");
  }
}
