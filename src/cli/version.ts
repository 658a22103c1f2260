import { extractAddon } from "../store/database/addon.ts";
import { sqliteVersion } from "../store/database/db.ts";
import { findVersion } from "../version.ts";
import type { Command } from "./command.ts";

export const versionCommand: Command = {
  name: "version",
  summary: "Print the version",
  settings: [],
  run() {
    const parts = [`node ${process.versions.node}`, `sqlite ${sqliteVersion(extractAddon())}`];
    process.stdout.write(`toteboard ${findVersion()} (${parts.join(", ")}, ${process.platform} ${process.arch})\n`);
    return 0;
  },
};
