import { VERSION } from "../version.ts";
import type { Command } from "./command.ts";

export const versionCommand: Command = {
  name: "version",
  summary: "Print the version",
  settings: [],
  run() {
    process.stdout.write(`toteboard ${VERSION} (node ${process.versions.node}, ${process.platform} ${process.arch})\n`);
    return 0;
  },
};
