import { messageOf } from "../errors.ts";
import { toUrlHost } from "../http/lifecycle.ts";
import { type Command, readSettings } from "./command.ts";

const TIMEOUT_MS = 5000;

export const healthCommand: Command = {
  name: "health",
  summary: "Ask a running service whether it is ready; exit code 1 if not",
  settings: ["host", "port"],
  async run(args) {
    const { host, port } = readSettings(args);
    const url = readinessUrl(host, port);
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      process.stdout.write(`${await response.text()}\n`);
      return response.ok ? 0 : 1;
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
      process.stderr.write(`toteboard: ${url} does not answer: ${cause}\n`);
      return 1;
    }
  },
};

/** Where a service with these settings says whether it is ready. */
export const readinessUrl = (host: string, port: number): string => `http://${toUrlHost(host)}:${port}/readyz`;
