import { LICENSE_FILE, readEmbedded, readThirdParties } from "../embedded.ts";
import type { Command } from "./command.ts";

const FROM_SOURCE = "It runs from its sources: the licences of the packages it uses are in the folder node_modules.\n";

export const licensesCommand: Command = {
  name: "licenses",
  summary: "Print the licence of Toteboard and those of the software in its executable",
  settings: [],
  run() {
    process.stdout.write(`${readEmbedded(LICENSE_FILE)}\n${readThirdParties() ?? FROM_SOURCE}`);
    return 0;
  },
};
