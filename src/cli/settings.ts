import { type Config, readConfig } from "../config.ts";
import { createLog, type Log } from "../log.ts";
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

/** The log of a command that has one. It begins with the warnings about the settings. */
export async function openLog(config: Config): Promise<Log> {
  const isPretty = config.logFormat === "pretty" || (config.logFormat === "auto" && process.stderr.isTTY === true);
  const log = await createLog({ level: config.logLevel, isPretty });
  for (const warning of config.warnings) log.warn(warning);
  return log;
}
