import type { Command } from "./command.ts";
import { greetDemo, runService, SERVICE_SETTINGS } from "./serve.ts";

export const demoCommand: Command = {
  name: "demo",
  summary: "Try the service with sample markets; needs no network",
  settings: SERVICE_SETTINGS,
  run: (call) => runService(call, true, greetDemo),
};
