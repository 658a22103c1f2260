import { type Config, readConfig } from "../config.ts";
import { messageOf } from "../errors.ts";
import type { Log } from "../log.ts";
import { type Service, startService } from "../service.ts";
import { VERSION } from "../version.ts";
import type { Arguments, Command } from "./command.ts";
import { requireOpenFiles } from "./open-files.ts";
import { reportPasses } from "./progress.ts";
import { openLog, SERVICE_SETTINGS } from "./settings.ts";
import { untilSignal } from "./signals.ts";
import { openSystemd } from "./systemd.ts";

export const serveCommand: Command = {
  name: "serve",
  summary: "Gather markets from the platforms and serve them",
  settings: SERVICE_SETTINGS,
  options: [{ name: "demo", help: "the same as 'toteboard demo'" }],
  run: (args) => (args.isGiven("demo") ? runService(args, true, greetDemo) : runService(args, false, greet)),
};

/** Runs the service until a signal stops it. Prints `greeting` once it can answer. */
export async function runService(
  args: Arguments,
  isDemo: boolean,
  greeting: (service: Service, config: Config) => Promise<string> | string,
): Promise<number> {
  requireOpenFiles();
  const config = readConfig(args.flags, { isDemo });
  const log = openLog(config);
  let service: Service | undefined;
  const stopping = untilSignal(() => reloadLogLevel(args, isDemo, log, service));
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
  killWhenStuck(log);
  await service.close();
  return 0;
}

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
function reloadLogLevel(args: Arguments, isDemo: boolean, log: Log, service: Service | undefined): void {
  try {
    const { logLevel } = readConfig(args.flags, { isDemo });
    log.level = logLevel;
    service?.setLogLevel(logLevel);
    log.info({ level: logLevel }, "settings read again");
  } catch (error) {
    log.error({ reason: messageOf(error) }, "settings not read again");
  }
}

const greet = ({ url, context }: Service, { db, ingests, platforms }: Config): string => `
Toteboard ${VERSION} is listening on ${url}

  Board      ${url}/
  Questions  ${url}/questions
  Markets    ${url}/api/v1/markets
  Status     ${url}/api/v1/status
  Data       ${db}, ${ingests ? `gathered from ${platforms.join(", ")}` : "nothing is gathered (--no-ingest)"}

Create a key:
  curl -X POST '${context.config.publicUrl ?? url}/api/v1/keys?name=me&email=me@example.com'

`;

/** What the demo prints: addresses to look at and a new key to try. */
export async function greetDemo({ url, context }: Service, { db }: Config): Promise<string> {
  const { secret } = await context.commands.createKey({ name: "Demo", email: "demo@example.com", tier: "pro" });
  return `
Toteboard ${VERSION} is listening on ${url} with demo data (${db})

  Board      ${url}/
  Questions  ${url}/questions
  Markets    ${url}/api/v1/markets
  Status     ${url}/api/v1/status
  Your key   ${secret}

Try it:
  curl -H 'X-API-Key: ${secret}' '${url}/api/v1/markets?page_size=3'

Ctrl-C stops it.
`;
}
