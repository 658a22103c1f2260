import { type Config, readConfig } from "../config.ts";
import { quote, UsageError } from "../errors.ts";
import { createLog } from "../log.ts";
import { SETTINGS } from "../settings.ts";
import type { Arguments } from "./command.ts";

/** The flags of every command that runs the service. */
export const SERVICE_SETTINGS = SETTINGS.filter(({ isEnvironmentOnly }) => !isEnvironmentOnly).map(({ name }) => name);

/** The settings of a command that has no log. Warnings about them go to standard error. */
export function readSettings({ flags }: Arguments): Config {
  const config = readConfig(flags);
  for (const warning of config.warnings) process.stderr.write(`toteboard: ${warning}\n`);
  return config;
}

/** The log of a command that has one, and its terminal. It begins with the warnings about the settings. */
export function openLog(config: Config): ReturnType<typeof createLog> {
  const isPretty = config.logFormat === "pretty" || (config.logFormat === "auto" && process.stderr.isTTY === true);
  const opened = createLog({ level: config.logLevel, isPretty });
  for (const warning of config.warnings) opened.log.warn(warning);
  return opened;
}

/** What --url names, without the slash at its end. Throws UsageError for what is no address. */
export function toServiceUrl(url: string): string {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new UsageError(`--url: expected an address such as http://127.0.0.1:8080, not ${quote(url)}`);
  }
  return url.replace(/\/+$/, "");
}
