import {
  addToWindow,
  createMinuteWindow,
  type MinuteWindow,
  slideWindow,
  waitForFewer,
} from "../domain/accounts/minute-window.ts";
import { AppError } from "../errors.ts";
import { createLru } from "../lru.ts";

/** Counts requests of callers without a key, by address. */
interface AddressLimit {
  /** Counts a request at `now` (epoch ms). Throws AppError rate_limit_exceeded at the limit, counting nothing. */
  admit(address: string, now: number, perMinute: number): void;
  /** The same without an error: false at the limit. */
  tryAdmit(address: string, now: number, perMinute: number): boolean;
}

/** Addresses remembered at a time; beyond them the least recently used is forgotten. */
const MAX_ADDRESSES = 4000;

/** What callers without a key are given, for the words of a refusal. */
type Given = "pages are shown to one address" | "messages are answered to one address or key, calls with a key apart";

export function createAddressLimit(given: Given = "pages are shown to one address"): AddressLimit {
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
    admit(address, now, perMinute) {
      const full = count(address, now, perMinute);
      if (full !== undefined) throw refusal(given, full, perMinute);
    },
    tryAdmit: (address, now, perMinute) => count(address, now, perMinute) === undefined,
  };
}

function refusal(given: Given, window: MinuteWindow, perMinute: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitForFewer(window, perMinute) / 1000));
  const message = `At most ${perMinute} ${given.replace(" ", " a minute ")}; try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  return new AppError("rate_limit_exceeded", message, {
    details: { limit: perMinute, used: perMinute },
    headers: { "Retry-After": String(seconds) },
  });
}
