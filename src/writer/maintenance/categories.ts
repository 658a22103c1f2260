import type { Clock } from "../../clock.ts";
import { CATEGORY_RULES_VERSION, toStoredCategory } from "../../domain/categories/categories.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import type { TimeBudget, Writing } from "../transactions/writing.ts";

/** Its position is the version of the rules that gave all stored events their categories. */
const JOB = "category-rules";
const STEP_EVENTS = 200;

/**
 * Gives stored events the categories of these rules, once: most closed ones are never read from their platform again.
 * Gives how many moved.
 */
export async function recategoriseEvents(writing: Writing, clock: Pick<Clock, "now">): Promise<{ events: number }> {
  if (findPosition(writing.db, JOB) === CATEGORY_RULES_VERSION) return { events: 0 };
  let moved = 0;
  // Events without labels follow those of their family that have some.
  for (const isLabelled of [true, false]) {
    for (let last: number | undefined = 0; last !== undefined; ) {
      const after: number = last;
      const step = await writing.part((budget) =>
        recategoriseSome(writing, { after, isLabelled, budget, now: clock.now() }),
      );
      last = step.last;
      moved += step.moved;
    }
  }
  await writing.step(() => savePosition(writing.db, JOB, CATEGORY_RULES_VERSION));
  return { events: moved };
}

interface RecategorisingStep {
  readonly after: number;
  /** Whether it is the turn of events with labels, or of those without. */
  readonly isLabelled: boolean;
  readonly budget: TimeBudget;
  readonly now: number;
}

/** `last` is the key of the last event that was looked at; undefined at the end. */
function recategoriseSome(writing: Writing, { after, isLabelled, budget, now }: RecategorisingStep) {
  const { events } = writing.catalogue;
  let last: number | undefined;
  let moved = 0;
  for (const { platform, ...event } of events.listAfter(after, STEP_EVENTS)) {
    if (last !== undefined && budget.isSpent()) break;
    last = event.eventKey;
    const tags = JSON.parse(event.tags) as readonly string[];
    if (tags.length > 0 !== isLabelled) continue;
    const byFamily = isLabelled ? undefined : events.findCategoryOfFamily(platform, event.id);
    const category = byFamily ?? toStoredCategory({ ...event, platform, tags });
    if (category === event.category) continue;
    events.update(event, { ...event, category }, now);
    budget.spend();
    moved++;
  }
  return { last, moved };
}
