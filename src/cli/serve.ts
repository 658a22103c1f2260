import { type Config, readConfig } from "../config.ts";
import { messageOf } from "../errors.ts";
import { createLog, type Log } from "../log.ts";
import { type Service, startService } from "../service.ts";
import { VERSION } from "../version.ts";
import type { Call, Command } from "./command.ts";
import { requireOpenFiles } from "./open-files.ts";
import { reportPasses } from "./progress.ts";
import { untilSignal } from "./signals.ts";
import { openSystemd } from "./systemd.ts";

/** Flags of everything that runs the service. */
export const SERVICE_SETTINGS = [
  "host",
  "port",
  "db",
  "no-ingest",
  "platforms",
  "public-url",
  "keys-per-hour",
  "pages-per-minute",
  "trusted-proxies",
  "log-level",
  "log-format",
  "raw-history-days",
  "hourly-history-days",
  "backup-cron",
  "backup-dir",
  "backup-keep",
  "max-connections",
  "max-connections-per-address",
  "metrics-address",
] as const satisfies Command["settings"];

export const serveCommand: Command = {
  name: "serve",
  summary: "Gather markets from the platforms and serve them",
  settings: SERVICE_SETTINGS,
  options: [{ name: "demo", help: "the same as 'toteboard demo'" }],
  run: (call) => (call.isGiven("demo") ? runService(call, true, greetDemo) : runService(call, false, greet)),
};

/** Runs the service until it is told to stop; `greet` gives what is printed once it listens. */
export async function runService(
  call: Call,
  isDemo: boolean,
  greeting: (service: Service, config: Config) => Promise<string> | string,
): Promise<number> {
  requireOpenFiles();
  const config = readConfig(call.flags, { isDemo });
  const log = openLog(config);
  let service: Service | undefined;
  const stopping = untilSignal(() => reloadLogLevel(call, isDemo, log, service));
  const systemd = openSystemd(config.systemd, log);
  service = await startService({ config, log, ...reportPasses(log) });
  await Promise.race([service.ready, stopping.signalled]);
  if (!stopping.isSignalled()) {
    process.stdout.write(await greeting(service, config));
    await systemd.ready();
  }
  const signal = await stopping.signalled;
  log.info({ signal }, "stopping");
  await systemd.stopping();
  endAtLast(log);
  await service.close();
  return 0;
}

/** Closing takes 10 s for requests and 8 s for the writer at most, unless a thread hangs outside of JavaScript. */
const LAST_RESORT_MS = 20_000;

/** The log's last line is written by then. */
const LAST_LINE_MS = 200;

/** Ends the process, should closing not: what was acknowledged is on disk, and SQLite undoes the rest at the next start. */
function endAtLast(log: Log): void {
  const end = (): void => {
    log.fatal("closing takes too long: the process is killed");
    setTimeout(() => process.kill(process.pid, "SIGKILL"), LAST_LINE_MS);
  };
  setTimeout(end, LAST_RESORT_MS).unref();
}

/** Reads the settings again; of those, the level of the log can change while the service runs. */
function reloadLogLevel(call: Call, isDemo: boolean, log: Log, service: Service | undefined): void {
  try {
    const { logLevel } = readConfig(call.flags, { isDemo });
    log.level = logLevel;
    service?.setLogLevel(logLevel);
    log.info({ level: logLevel }, "settings read again");
  } catch (error) {
    log.error({ reason: messageOf(error) }, "settings not read again");
  }
}

/** The log as the settings want it, begun with what was passed over in them. */
export function openLog(config: Config): Log {
  const isPretty = config.logFormat === "pretty" || (config.logFormat === "auto" && process.stderr.isTTY === true);
  const log = createLog({ level: config.logLevel, isPretty });
  for (const warning of config.warnings) log.warn(warning);
  return log;
}

const greet = ({ url, context }: Service, { db, ingests, platforms }: Config): string => `
Toteboard ${VERSION} is listening on ${url}

  Board     ${url}/
  Markets   ${url}/api/v1/markets
  Status    ${url}/api/v1/status
  Data      ${db}, ${ingests ? `gathered from ${platforms.join(", ")}` : "nothing is gathered (--no-ingest)"}

Create a key:
  curl -X POST '${context.config.publicUrl ?? url}/api/v1/keys?name=me&email=me@example.com'

`;

/** Shows around with a key made for the occasion. */
export async function greetDemo({ url, context }: Service, { db }: Config): Promise<string> {
  const { secret } = await context.commands.createKey({ name: "Demo", email: "demo@example.com", tier: "pro" });
  return `
Toteboard ${VERSION} is listening on ${url} with demo data (${db})

  Board     ${url}/
  Markets   ${url}/api/v1/markets
  Events    ${url}/api/v1/events
  Status    ${url}/api/v1/status
  Your key  ${secret}

Try it:
  curl -H 'X-API-Key: ${secret}' '${url}/api/v1/markets?page_size=3'

Ctrl-C stops it.
`;
}
