import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Config } from "../config.ts";
import { messageOf } from "../errors.ts";
import type { Log } from "../log.ts";

/** Reports the state to systemd; does nothing without systemd. */
export interface Systemd {
  ready(): Promise<void>;
  stopping(): Promise<void>;
}

const tell = promisify(execFile);

/**
 * Node cannot send to systemd's socket itself, so systemd's own `systemd-notify` does (the unit needs
 * `NotifyAccess=all`). Once ready, it reports twice in each watchdog interval that the event loop turns.
 */
export function openSystemd(settings: Config["systemd"], log: Log): Systemd {
  if (settings === undefined) return { ready: async () => {}, stopping: async () => {} };
  let watchdog: NodeJS.Timeout | undefined;
  let hasFailed = false;
  const notify = async (...states: string[]): Promise<void> => {
    try {
      await tell("systemd-notify", states, { timeout: 5000 });
    } catch (error) {
      if (!hasFailed) log.warn({ reason: messageOf(error) }, "systemd could not be told how the service is");
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
