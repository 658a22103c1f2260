import type { Command } from "./command.ts";
import { readSettings } from "./settings.ts";

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
