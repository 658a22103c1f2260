import type { Clock } from "../clock.ts";
import type { DemoOptions } from "../domain/demo.ts";
import type { createFeeds } from "./ingest/feeds.ts";
import { seedArchive } from "./maintenance/seed.ts";
import type { Matcher } from "./matching/matcher.ts";
import type { Writing } from "./transactions/writing.ts";

export interface LoadDemoDeps {
  readonly writing: Writing;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly feeds: Pick<ReturnType<typeof createFeeds>, "runInTurn" | "hurry" | "runDue" | "whenIdle">;
  readonly matcher: Pick<Matcher, "runDue">;
  readonly books: { run(): Promise<void> };
  /** Undefined where the demo need not be repeatable. */
  readonly demo: DemoOptions | undefined;
  /** Moves the clock from the past, where platforms still answer that fail, to the start. */
  readonly endPast: () => void;
}

/** Reads what the demo lists, then its past and its matches. A demo that can be repeated reads one platform after another. */
export async function loadDemo({ writing, clock, signal, feeds, matcher, books, demo, endPast }: LoadDemoDeps) {
  const read = async (): Promise<void> => {
    if (demo === undefined) {
      feeds.runDue();
      return feeds.whenIdle();
    }
    // The second round asks for the events of markets that came without.
    await feeds.runInTurn();
    await feeds.runInTurn();
  };
  await read();
  if (!signal.aborted) await seedArchive(writing, clock, signal, demo);
  // What the demo shows first must not look as if nothing matched.
  await matcher.runDue();
  if (demo !== undefined && Object.keys(demo.faults).length > 0) {
    endPast();
    feeds.hurry();
    await read();
    await matcher.runDue();
  }
  await books.run();
}
