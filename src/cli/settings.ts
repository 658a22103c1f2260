import { type Config, readConfig } from "../config.ts";
import { commandToAccept, downText, STOPPED } from "../domain/freshness.ts";
import { getPlatform } from "../domain/platforms.ts";
import { quote, UsageError } from "../errors.ts";
import { CLEAR_LINE, createLog, type Log } from "../log.ts";
import type { ServiceOptions } from "../service.ts";
import { SETTINGS } from "../settings.ts";
import type { Run } from "../store/runs.ts";
import type { Arguments } from "./command.ts";

/** The flags of every command that runs the service. */
export const SERVICE_SETTINGS = SETTINGS.filter(({ isEnvironmentOnly }) => !isEnvironmentOnly).map(({ name }) => name);

/** The settings of a command that has no log. Warnings about them go to standard error. */
export function readSettings({ flags }: Arguments): Config {
  const config = readConfig(flags);
  for (const warning of config.warnings) process.stderr.write(`toteboard: ${warning}\n`);
  return config;
}

/** The log of a command that has one. It begins with the warnings about the settings. */
export async function openLog(config: Config): Promise<Log> {
  const isPretty = config.logFormat === "pretty" || (config.logFormat === "auto" && process.stderr.isTTY === true);
  const log = await createLog({ level: config.logLevel, isPretty });
  for (const warning of config.warnings) log.warn(warning);
  return log;
}

/** What --url names, without the slash at its end. Throws UsageError for what is no address. */
export function toServiceUrl(url: string): string {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new UsageError(`--url: expected an address such as http://127.0.0.1:8080, not ${quote(url)}`);
  }
  return url.replace(/\/+$/, "");
}

/** Reports passes: on a terminal a line that counts markets of full passes, and a log line when a pass ends. */
export function reportPasses(log: Log): Pick<Required<ServiceOptions>, "onProgress" | "onPass"> {
  const reached = new Map<string, number>();
  const troubles = createTroubles();
  const isTerminal = process.stderr.isTTY === true && log.isLevelEnabled("info");
  const draw = (): void => {
    const parts = [...reached].map(([platform, markets]) => `${platform} ${markets.toLocaleString("en")}`);
    process.stderr.write(`${CLEAR_LINE}${parts.length > 0 ? `Reading ${parts.join(" · ")} markets` : ""}`);
  };
  return {
    onProgress({ platform, kind, markets }) {
      if (!isTerminal || kind !== "full") return;
      reached.set(platform, markets);
      draw();
    },
    onPass(run) {
      if (isTerminal && reached.delete(run.platform)) process.stderr.write(CLEAR_LINE);
      logPass(log, run, troubles);
    },
  };
}

/** What is known to be wrong with platforms, each with the kinds of passes that found it. */
interface Troubles {
  /** True for what no pass has found since the platform was well. */
  isNew(run: Run, trouble: string): boolean;
  /** True when the last trouble of a platform is over. */
  end(run: Run): boolean;
}

function createTroubles(): Troubles {
  const found = new Map<string, Map<string, string>>();
  return {
    isNew({ platform, kind }, trouble) {
      const byKind = found.get(platform) ?? new Map<string, string>();
      const isNew = ![...byKind.values()].includes(trouble);
      found.set(platform, byKind.set(kind, trouble));
      return isNew;
    },
    end({ platform, kind }) {
      const byKind = found.get(platform);
      if (byKind?.delete(kind) !== true || byKind.size > 0) return false;
      return found.delete(platform);
    },
  };
}

/** A platform in trouble is tried again and again: one line says so, and one that it is over. */
function logPass(log: Log, run: Run, troubles: Troubles): void {
  const { platform, kind, markets, inserted, changed, missing, rejected, error, host } = run;
  const seconds = (run.finishedAt - run.startedAt) / 1000;
  const figures = { platform, kind, seconds, markets, inserted, changed, missing, rejected };
  if (error === STOPPED) log.info(figures, `${platform}: ${kind} pass stopped`);
  else if (run.status !== "ok") {
    const command = commandToAccept(platform, error);
    const advice = command === undefined ? "" : `; if what it sends is right, stop the service and run '${command}'`;
    const trouble = downText(platform, error);
    const level = troubles.isNew(run, trouble) ? "warn" : "debug";
    log[level]({ platform, kind, seconds, host, reason: error }, `${trouble}${advice}`);
  } else {
    if (troubles.end(run)) log.info({ platform }, `${getPlatform(platform).name} is read again`);
    const hasNews = inserted + changed + missing > 0;
    log[hasNews ? "info" : "debug"](figures, `${platform}: ${kind} pass done${hasNews ? "" : ", nothing changed"}`);
  }
}
