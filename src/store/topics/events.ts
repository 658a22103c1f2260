import { type AskingEvent, joinEvents } from "../../domain/topics.ts";
import { type Db, prepare } from "../database/db.ts";

const STEP_EVENTS = 100;

/** Joins some of the events again that ask other questions than before; true while more are left. */
export function relinkSomeEvents(db: Db): boolean {
  const noted = prepare(db, "topics", "someRelinked").pluck().all({ limit: STEP_EVENTS });
  if (noted.length === 0) return false;
  // What an event may be joined with depends on all that it reaches.
  const reached = prepare(db, "topics", "reached")
    .pluck()
    .all({ keys: JSON.stringify(noted) });
  const keys = JSON.stringify(reached);
  prepare(db, "topics", "unlink").run({ keys });
  for (const events of joinEvents(readAsking(db, keys))) {
    prepare(db, "topics", "link").run({ keys: JSON.stringify(events), topicKey: events[0] ?? 0 });
  }
  prepare(db, "topics", "noteChanged").run({ keys });
  prepare(db, "topics", "forgetRelinked").run({ keys });
  return noted.length === STEP_EVENTS;
}

/** What the listed markets of events ask; an event without any is left out. */
function readAsking(db: Db, keys: string): AskingEvent[] {
  const rows = Map.groupBy(prepare(db, "topics", "asked").all({ keys }), ({ eventKey }) => eventKey);
  return [...rows].map(([eventKey, asked]) => ({
    eventKey,
    platform: asked[0]?.platform ?? "",
    questionKeys: asked.flatMap(({ questionKey }) => questionKey ?? []),
    aloneCount: asked.find(({ questionKey }) => questionKey === null)?.count ?? 0,
  }));
}
