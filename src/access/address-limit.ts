import {
  addToWindow,
  createMinuteWindow,
  type MinuteWindow,
  slideWindow,
  waitForFewer,
} from "../domain/minute-window.ts";
import { AppError } from "../errors.ts";
import { createLru } from "../lru.ts";

/** Counts requests of callers without a key, by address. */
export interface AddressLimit {
  /** Counts one at `now` (epoch ms). Throws AppError rate_limit_exceeded where the minute's are used up, counting nothing. */
  admit(address: string, now: number, perMinute: number): void;
  /** The same without an error: false where the minute's are used up. */
  tryAdmit(address: string, now: number, perMinute: number): boolean;
}

/** Addresses remembered at a time, about 1.5 KB each; beyond them the one heard of longest ago is forgotten. */
const MOST_ADDRESSES = 4000;

export function createAddressLimit(): AddressLimit {
  const windows = createLru<string, MinuteWindow>(MOST_ADDRESSES);
  /** Counts one where there is room; gives the window where there is none. */
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
      if (full !== undefined) throw refusal(full, perMinute);
    },
    tryAdmit: (address, now, perMinute) => count(address, now, perMinute) === undefined,
  };
}

function refusal(window: MinuteWindow, perMinute: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitForFewer(window, perMinute) / 1000));
  const message = `At most ${perMinute} pages a minute are shown to one address; the next one in ${seconds} seconds.`;
  return new AppError("rate_limit_exceeded", message, {
    details: { limit: perMinute, used: perMinute },
    headers: { "Retry-After": String(seconds) },
  });
}
