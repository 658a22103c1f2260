import {
  addToWindow,
  createMinuteWindow,
  type MinuteWindow,
  slideWindow,
  waitForFewer,
} from "../domain/accounts/minute-window.ts";
import { AppError } from "../errors.ts";
import { createLru } from "../lru.ts";

/** Counts requests by the address they come from. */
export type AddressLimit = ReturnType<typeof createAddressLimit>;

/** Addresses remembered at a time; beyond them the least recently used is forgotten. */
const MAX_ADDRESSES = 4000;

/** What the limit allows, as the error says it. */
type Given =
  | "pages are shown to one address"
  | "updates of open pages are sent to one address"
  | "reports are taken from one address"
  | "actions on keys and plans are taken from one address"
  | "messages are answered to one address or key, calls with a key apart";

export function createAddressLimit(given: Given = "pages are shown to one address") {
  const windows = createLru<string, MinuteWindow>(MAX_ADDRESSES);
  /** Counts a request; where the limit is reached, returns the full window instead. */
  const count = (address: string, now: number, perMinute: number): MinuteWindow | undefined => {
    const window = windows.get(address) ?? createMinuteWindow();
    windows.set(address, window);
    if (slideWindow(window, now) >= perMinute) return window;
    addToWindow(window);
    return undefined;
  };
  return {
    /**
     * Counts a request at `now` (epoch ms). Throws AppError rate_limit_exceeded at the limit, counting nothing; it has the
     * details given beside `perMinute`.
     */
    admit(
      address: string,
      now: number,
      { perMinute, ...details }: { readonly perMinute: number; readonly [detail: string]: unknown },
    ): void {
      const full = count(address, now, perMinute);
      if (full !== undefined) throw refusal(given, full, perMinute, details);
    },
    /** The same without an error: false at the limit. */
    tryAdmit: (address: string, now: number, perMinute: number): boolean =>
      count(address, now, perMinute) === undefined,
  };
}

function refusal(given: Given, window: MinuteWindow, perMinute: number, details: Record<string, unknown>): AppError {
  const seconds = Math.max(1, Math.ceil(waitForFewer(window, perMinute) / 1000));
  const message = `At most ${perMinute} ${given.replace(" ", " a minute ")}; try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  return new AppError("rate_limit_exceeded", message, {
    details: { limit: perMinute, used: perMinute, ...details },
    headers: { "Retry-After": String(seconds) },
  });
}
