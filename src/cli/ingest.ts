import { readConfig } from "../config.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import { UsageError } from "../errors.ts";
import { extractAddon } from "../store/database/addon.ts";
import { acquireLock } from "../store/database/lock.ts";
import { requireUsable } from "../store/database/properties.ts";
import type { Run } from "../store/runs.ts";
import { type Arguments, type Command, readChoice, seeHelp } from "./command.ts";
import { withWriter } from "./database.ts";
import { requireOpenFiles } from "./process.ts";
import { reportProgress } from "./progress.ts";
import { openLog } from "./settings.ts";

export const ingestCommand: Command = {
  name: "ingest",
  summary: "Read all platforms once, without serving",
  settings: [
    "db",
    "platforms",
    "judge-url",
    "judge-model",
    "judge-key",
    "judge-calls-per-day",
    "log-level",
    "log-format",
  ],
  options: [
    { name: "once", help: "one full pass over each platform; required" },
    { name: "platform", value: "NAME", isRepeatable: true, help: "only this platform" },
    {
      name: "accept-drift",
      value: "NAME",
      isRepeatable: true,
      help: "believe what this platform sends now, although it lost a field or most of its markets",
    },
  ],
  run,
};

async function run(args: Arguments): Promise<number> {
  if (!args.isGiven("once")) throw new UsageError(`ingest needs --once; ${seeHelp(ingestCommand)}`);
  const only = args.listValues("platform");
  const accepted = args.listValues("accept-drift");
  const known = PLATFORMS.map(({ id }) => id);
  for (const name of only) readChoice("platform", name, known);
  requireOpenFiles();
  const config = readConfig(only.length > 0 ? { ...args.flags, platforms: only.join(",") } : args.flags);
  for (const name of accepted) readChoice("accept-drift", name, config.platforms);
  const { log, screen } = openLog(config);
  const addonPath = extractAddon();
  requireUsable(config.db, "live", addonPath);
  const lock = acquireLock(config.db, addonPath);
  const progress = reportProgress({ log, screen, platforms: config.platforms, isOnce: true });
  const runs = await withWriter(lock, { config, log, ...progress }, (writer) => writer.runOnce(new Set(accepted)));
  for (const one of runs) process.stdout.write(`${summarise(one)}\n`);
  return runs.some(({ status }) => status !== "ok") ? 1 : 0;
}

function summarise(run: Run): string {
  const seconds = ((run.finishedAt - run.startedAt) / 1000).toFixed(1);
  const reasons = Object.entries(run.rejections).map(([reason, { count }]) => `${reason} ${count}`);
  const rejected = run.rejected === 0 ? "" : `, ${run.rejected} rejected (${reasons.join(", ")})`;
  const figures = `${run.markets} markets: ${run.inserted} new, ${run.changed} changed, ${run.missing} gone${rejected}`;
  return `${run.platform.padEnd(11)}${run.status.padEnd(7)}${figures}, ${seconds} s${run.error === null ? "" : `: ${run.error}`}`;
}
