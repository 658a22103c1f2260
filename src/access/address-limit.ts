import { AppError } from "../errors.ts";
import { createLru } from "../lru.ts";
import {
  addToWindow,
  createMinuteWindow,
  type MinuteWindow,
  removeFromWindow,
  slideWindow,
  waitForFewer,
} from "./counters.ts";

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
  /** The window of an address, moved to `now` (epoch ms). */
  const slide = (address: string, now: number): MinuteWindow => {
    const window = windows.get(address) ?? createMinuteWindow();
    windows.set(address, window);
    slideWindow(window, now);
    return window;
  };
  return {
    /**
     * Counts a request at `now` (epoch ms), or several; returns what takes that back. Throws AppError rate_limit_exceeded at
     * the limit, counting nothing; it has the details given beside `perMinute`.
     */
    admit(
      address: string,
      now: number,
      {
        perMinute,
        requests = 1,
        ...details
      }: { readonly perMinute: number; readonly requests?: number; readonly [detail: string]: unknown },
    ): () => void {
      const window = slide(address, now);
      if (window.used + requests > perMinute) throw refusal(given, window, { perMinute, requests }, details);
      const second = addToWindow(window, requests);
      return () => removeFromWindow(window, second, requests);
    },
    /** The same without an error: false at the limit. */
    tryAdmit(address: string, now: number, perMinute: number): boolean {
      const window = slide(address, now);
      if (window.used >= perMinute) return false;
      addToWindow(window);
      return true;
    },
  };
}

function refusal(
  given: Given,
  window: MinuteWindow,
  { perMinute, requests }: { readonly perMinute: number; readonly requests: number },
  details: Record<string, unknown>,
): AppError {
  const seconds = Math.max(1, Math.ceil(waitForFewer(window, perMinute - requests + 1) / 1000));
  const cost = requests === 1 ? "" : `, and this file counts as ${requests}`;
  const message = `At most ${perMinute} ${given.replace(" ", " a minute ")}${cost}; try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  return new AppError("rate_limit_exceeded", message, {
    details: { limit: perMinute, used: window.used, ...details },
    headers: { "Retry-After": String(seconds) },
  });
}
