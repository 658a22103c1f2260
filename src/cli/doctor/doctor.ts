import { type Config, readConfig } from "../../config.ts";
import { describePagesTier } from "../../domain/accounts/plans.ts";
import { messageOf, UsageError } from "../../errors.ts";
import { extractAddon } from "../../store/database/addon.ts";
import type { Arguments, Command } from "../command.ts";
import { SERVICE_SETTINGS } from "../settings.ts";
import { checkDatabase } from "./database.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";
import { checkFolders, checkOpenFiles } from "./folders.ts";
import { checkNetwork } from "./network.ts";
import { checkPayments } from "./payments.ts";
import { checkPort, checkService } from "./service.ts";

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

async function run(args: Arguments): Promise<number> {
  const findings = await examine(args);
  if (args.isGiven("json")) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  else for (const finding of findings) process.stdout.write(`${toLine(finding)}\n`);
  return findings.some(({ status }) => status === "problem") ? 1 : 0;
}

async function examine(args: Arguments): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(args.flags);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [problem("settings", messageOf(error))];
  }
  const addonPath = extractAddon();
  const isOffline = args.isGiven("offline");
  return [
    ok("settings", `${config.platforms.length} platforms are on`),
    ok("pages", describePagesTier(config)),
    ...config.warnings.map((message) => warning("settings", message)),
    ...checkFolders(config),
    checkOpenFiles(config),
    ...checkDatabase(config, addonPath),
    ...(await checkService(config)),
    ...(await checkNetwork(config, isOffline)),
    await checkPort(config),
    ...(await checkPayments(config, isOffline)),
  ];
}

const SIGNS: Readonly<Record<Finding["status"], string>> = { ok: "ok", warning: "WARNING", problem: "PROBLEM" };

const toLine = ({ check, status, message }: Finding): string =>
  `${SIGNS[status].padEnd(9)}${check.padEnd(14)}${message.replaceAll("\n", " ")}`;
