import type { Clock } from "../../clock.ts";
import { CATEGORY_RULES_VERSION, toStoredCategory } from "../../domain/categories/categories.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import type { Allowance, Writing } from "../transactions/writing.ts";

/** Its position is the version of the rules that all events are filed by. */
const JOB = "category-rules";
const STEP_EVENTS = 200;

/** Files stored events by the rules of this version, once: most closed ones are never read from their platform again. */
export async function applyCategoryRules(writing: Writing, clock: Pick<Clock, "now">): Promise<void> {
  if (findPosition(writing.db, JOB) === CATEGORY_RULES_VERSION) return;
  // Events without labels follow those of their family that have some.
  for (const isLabelled of [true, false]) {
    for (let last: number | undefined = 0; last !== undefined; ) {
      const after: number = last;
      last = await writing.part((allowance) => fileEvents(writing, { after, isLabelled, allowance, now: clock.now() }));
    }
  }
  await writing.step(() => savePosition(writing.db, JOB, CATEGORY_RULES_VERSION));
}

interface FilingStep {
  readonly after: number;
  /** Whether events with labels are filed, or those without. */
  readonly isLabelled: boolean;
  readonly allowance: Allowance;
  readonly now: number;
}

/** Gives the key of the last event that was looked at; undefined at the end. */
function fileEvents(writing: Writing, { after, isLabelled, allowance, now }: FilingStep): number | undefined {
  const { events } = writing.catalogue;
  let last: number | undefined;
  for (const { platform, ...event } of events.listAfter(after, STEP_EVENTS)) {
    if (last !== undefined && allowance.isSpent()) break;
    last = event.eventKey;
    const tags = JSON.parse(event.tags) as readonly string[];
    if (tags.length > 0 !== isLabelled) continue;
    const byFamily = isLabelled ? undefined : events.findCategoryOfFamily(platform, event.id);
    const category = byFamily ?? toStoredCategory({ ...event, platform, tags });
    if (category === event.category) continue;
    events.update(event, { ...event, category }, now);
    allowance.spend();
  }
  return last;
}
