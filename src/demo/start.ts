import type { SharedClock } from "../clock.ts";
import { DEMO_SEED, type DemoFault, type DemoOptions, FAILING_FOR_MS } from "../domain/demo.ts";

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
