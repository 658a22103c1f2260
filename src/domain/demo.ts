import type { SharedClock } from "../clock.ts";
import { isForThisMachine, type ListenSettings } from "./addresses.ts";

/** All data of a demo that names no seed follows from this one and the time. */
export const DEMO_SEED = 20_261_120;

/** What a sample platform does in place of answering. */
export type DemoFault = "timeout" | "garbage" | "reset" | number;

/** A demo that can be repeated: equal values give equal data. */
export interface DemoOptions {
  readonly seed: number;
  /** Epoch milliseconds at which the service's time of day stands still; undefined where time passes. */
  readonly heldAt: number | undefined;
  /** The platforms that fail, since two hours before the start. */
  readonly faults: Readonly<Record<string, DemoFault>>;
}

/** What sets a demo apart from others; nothing for one that need not be repeatable. */
export interface DemoChoice {
  readonly demo?: DemoOptions | undefined;
  /** Its database where no setting names one. */
  readonly demoFile?: string | undefined;
}

/** Keys that follow from a seed are known to anyone: they must open nothing that other machines reach. */
export const allowsFixedKeys: (settings: ListenSettings) => boolean = isForThisMachine;

/** Long enough for data to be `delayed`. */
const FAILING_FOR_MS = 2 * 3_600_000;

const FAULT_NAMES: readonly DemoFault[] = ["timeout", "garbage", "reset"];

/** Reads "kalshi=503,polymarket=timeout". Throws an error that says what was expected. */
export function parseFaults(text: string, platforms: readonly string[]): DemoOptions["faults"] {
  const faults = text.split(",").map((part) => {
    const [platform = "", fault = ""] = part.trim().split("=");
    if (!platforms.includes(platform)) throw new Error(`expected one of ${platforms.join(", ")} before '='`);
    return [platform, parseFault(fault)] as const;
  });
  return Object.fromEntries(faults);
}

function parseFault(text: string): DemoFault {
  if (/^[45]\d\d$/.test(text)) return Number(text);
  const named = FAULT_NAMES.find((name) => name === text);
  if (named === undefined) {
    throw new Error(`expected a status from 400 to 599, ${FAULT_NAMES.join(", ")} after '=', such as kalshi=503`);
  }
  return named;
}

const TIME = /^(20\d\d-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)Z)?$/;

/** Reads "2026-11-20" or "2026-11-20T12:00:00Z" as epoch milliseconds. Throws an error that says what was expected. */
export function parseDemoTime(text: string): number {
  const [, day = "", time = "00:00"] = TIME.exec(text) ?? [];
  const at = Date.parse(`${day}T${time}Z`);
  // Date.parse takes the 31st of a month of 30 days for the next day.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) {
    throw new Error("expected a UTC time of this century such as 2026-11-20 or 2026-11-20T12:00:00Z");
  }
  return at;
}

/** What the sample platforms are started with. All they list follows from the seed and the start. */
export interface DemoStart {
  readonly seed: number;
  /** Epoch milliseconds; platforms that fail answer until then. */
  readonly startsAt: number;
  readonly faults: Readonly<Record<string, DemoFault>>;
}

/** Says what the platforms of a demo list. Holds the clock where `options` ask for it. */
export function planDemoStart(clock: SharedClock, options?: DemoOptions): DemoStart {
  const startsAt = options?.heldAt ?? clock.now();
  if (options !== undefined) holdClock(clock, options, startsAt);
  const { seed, faults } = options ?? { seed: DEMO_SEED, faults: {} };
  return { seed, faults, startsAt };
}

/** Holds the clock at the start or, where platforms are to have failed for a while, in the past until all is read. */
function holdClock(clock: SharedClock, { heldAt, faults }: DemoOptions, startsAt: number): void {
  clock.set(startsAt - clock.running());
  const hasFaults = Object.keys(faults).length > 0;
  if (heldAt !== undefined || hasFaults) clock.holdAt(hasFaults ? startsAt - FAILING_FOR_MS : startsAt);
}
