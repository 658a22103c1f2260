import { createRoutes } from "../api/index.ts";
import { toUrlHost } from "../http/lifecycle.ts";
import { toDocument } from "../http/openapi/document.ts";
import type { Command } from "./command.ts";
import { readSettings } from "./settings.ts";

export const openapiCommand: Command = {
  name: "openapi",
  summary: "Print the OpenAPI description of the API",
  settings: ["platforms", "public-url", "host", "port"],
  run(args) {
    const config = readSettings(args);
    const origin = config.publicUrl ?? `http://${toUrlHost(config.host)}:${config.port}`;
    const document = toDocument({ endpoints: createRoutes(config), platforms: config.platforms, origin });
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return 0;
  },
};
