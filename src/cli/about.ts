import { LICENSE_FILE, readEmbedded, readThirdParties } from "../embedded.ts";
import { extractAddon } from "../store/database/addon.ts";
import { sqliteVersion } from "../store/database/db.ts";
import { findVersion } from "../version.ts";
import { type Command, readSettings } from "./command.ts";

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

export const openapiCommand: Command = {
  name: "openapi",
  summary: "Print the OpenAPI description of the API",
  settings: ["platforms", "public-url", "host", "port"],
  async run(args) {
    // Loaded by no other command but those that serve.
    const [{ createRoutes }, { toUrlHost }, { toOpenapi }] = await Promise.all([
      import("../api/index.ts"),
      import("../http/lifecycle.ts"),
      import("../http/openapi/document.ts"),
    ]);
    const config = readSettings(args);
    const origin = config.publicUrl ?? `http://${toUrlHost(config.host)}:${config.port}`;
    const document = toOpenapi({ endpoints: createRoutes(config), platforms: config.platforms, origin });
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return 0;
  },
};
