import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Config } from "../../config.ts";
import { messageOf } from "../../errors.ts";
import type { Log } from "../../log.ts";

/** Notifies systemd of the state of the service; does nothing where systemd did not start it. */
interface Systemd {
  ready(): Promise<void>;
  stopping(): Promise<void>;
}

const runProgram = promisify(execFile);

/**
 * Node cannot send to systemd's socket, so `systemd-notify` does (the unit needs `NotifyAccess=all`). Once ready, the
 * watchdog hears twice in its period that the event loop runs.
 */
export function openSystemd(settings: Config["systemd"], log: Log): Systemd {
  if (settings === undefined) return { ready: async () => {}, stopping: async () => {} };
  let watchdog: NodeJS.Timeout | undefined;
  let hasFailed = false;
  const notify = async (...states: string[]): Promise<void> => {
    try {
      await runProgram("systemd-notify", states, { timeout: 5000 });
    } catch (error) {
      if (!hasFailed) log.warn({ reason: messageOf(error) }, "systemd cannot be notified of the state of the service");
      hasFailed = true;
    }
  };
  const { watchdogMs } = settings;
  return {
    async ready() {
      await notify("READY=1");
      if (watchdogMs === undefined) return;
      watchdog = setInterval(() => void notify("WATCHDOG=1"), watchdogMs / 2).unref();
    },
    async stopping() {
      clearInterval(watchdog);
      await notify("STOPPING=1");
    },
  };
}
