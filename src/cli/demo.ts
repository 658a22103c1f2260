import type { Command } from "./command.ts";
import { greetDemo, runService } from "./serve.ts";
import { SERVICE_SETTINGS } from "./settings.ts";

export const demoCommand: Command = {
  name: "demo",
  summary: "Try the service with sample markets; needs no network",
  settings: SERVICE_SETTINGS,
  run: (args) => runService(args, true, greetDemo),
};
