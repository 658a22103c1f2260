import { type Config, readConfig } from "../config.ts";
import { messageOf, UsageError } from "../errors.ts";
import { extractAddon } from "../store/database/index.ts";
import type { Call, Command } from "./command.ts";
import {
  checkDatabase,
  checkFolders,
  checkNetwork,
  checkOpenFiles,
  checkPayments,
  checkPort,
  checkService,
  type Finding,
} from "./doctor/index.ts";
import { SERVICE_SETTINGS } from "./serve.ts";

export const doctorCommand: Command = {
  name: "doctor",
  summary: "Check settings, files, platforms and payments; exit code 1 on a problem",
  settings: SERVICE_SETTINGS,
  options: [
    { name: "offline", help: "ask neither platforms nor Stripe" },
    { name: "json", help: "print JSON" },
  ],
  run,
};

async function run(call: Call): Promise<number> {
  const findings = await examine(call);
  if (call.isGiven("json")) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  else for (const finding of findings) process.stdout.write(`${toLine(finding)}\n`);
  return findings.some(({ status }) => status === "problem") ? 1 : 0;
}

async function examine(call: Call): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(call.flags);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [{ check: "settings", status: "problem", message: messageOf(error) }];
  }
  const addonPath = extractAddon();
  return [
    { check: "settings", status: "ok", message: `${config.platforms.length} platforms are on` },
    ...config.warnings.map((message) => ({ check: "settings", status: "warning", message }) as const),
    ...checkFolders(config),
    checkOpenFiles(config),
    ...checkDatabase(config, addonPath),
    ...(await checkService(config)),
    ...(await checkNetwork(config, call.isGiven("offline"))),
    await checkPort(config),
    ...(await checkPayments(config, call.isGiven("offline"))),
  ];
}

const SIGNS: Readonly<Record<Finding["status"], string>> = { ok: "ok", warning: "WARNING", problem: "PROBLEM" };

const toLine = ({ check, status, message }: Finding): string =>
  `${SIGNS[status].padEnd(9)}${check.padEnd(14)}${message.replaceAll("\n", " ")}`;
