// The jobs that keep the file small and current.

import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../clock.ts";
import { nextTime } from "../../cron.ts";
import { CATEGORY_RULES_VERSION, toStoredCategory } from "../../domain/categories/categories.ts";
import { PASS_DAYS } from "../../domain/freshness.ts";
import { findCategoryOfFamily, updateEvent } from "../../store/catalogue/market-writer.ts";
import { trimSomeChanges } from "../../store/change-log.ts";
import { prepare } from "../../store/database/db.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import { foldHistory, keepCriterionPrices, type RollUpStep, rollUpHistory } from "../../store/history/history.ts";
import { mergeSomeTitles } from "../../store/titles/words.ts";
import { deleteSomeDeliveries, disableSomeWebhooks } from "../../store/webhooks/webhooks.ts";
import type { ClockSteps } from "../clock-steps.ts";
import { GIVE_UP_MS } from "../ingest/lookups.ts";
import { closeMarkets } from "../ingest/missing.ts";
import type { Matcher } from "../matching/matcher.ts";
import type { Job, JobCounts } from "../schedule.ts";
import type { TimeBudget, Writing } from "../transactions.ts";

const STEP_POINTS = 1000;
const STEP_MARKETS = 200;
const STEP_PAGES = 200;
/** Of a full-text index: some milliseconds; in a million titles a few take 30. */
const STEP_TITLE_PAGES = 64;

/** Free pages the file may hold before some are given back. */
const SPARE_PAGES = 1000;

const KEEP_RUNS_MS = 7 * DAY_MS;
const KEEP_VOLUME_DAYS = 400;
const KEEP_USAGE_DAYS = 400;
const KEEP_DELIVERIES_MS = 30 * DAY_MS;

interface MaintenanceDeps {
  readonly writing: Writing;
  readonly clock: Clock;
}

/** What keeps tables and lists in order; none of it forgets anything. */
export const maintenanceJobs = ({ writing, clock }: MaintenanceDeps): Job[] => [
  { name: "close-markets", everyMs: SECOND_MS, run: () => closePassed(writing, clock) },
  { name: "trim-changes", everyMs: MINUTE_MS, firstMs: 30 * SECOND_MS, run: () => trimChanges(writing) },
  { name: "archive-history", everyMs: HOUR_MS, firstMs: 10 * MINUTE_MS, run: () => archiveHistory(writing) },
  {
    name: "keep-criterion-prices",
    everyMs: HOUR_MS,
    firstMs: 50 * SECOND_MS,
    run: () => keepAllCriterionPrices(writing),
  },
  {
    name: "recategorise-events",
    everyMs: MINUTE_MS,
    firstMs: 25 * SECOND_MS,
    run: () => recategoriseEvents(writing, clock),
  },
];

interface RetentionDeps extends MaintenanceDeps {
  readonly clockSteps: Pick<ClockSteps, "isTrusted">;
  readonly config: Retention;
  readonly matcher: Pick<Matcher, "retireClosed">;
}

/** What forgets what is old, put off while the clock may be wrong: that would make everything old. */
export const retentionJobs = ({ writing, clock, clockSteps, config, matcher }: RetentionDeps): Job[] =>
  [
    {
      name: "apply-retention",
      everyMs: MINUTE_MS,
      firstMs: 40 * SECOND_MS,
      run: () => applyRetention(writing, clock, config),
    },
    {
      name: "delete-deliveries",
      everyMs: MINUTE_MS,
      firstMs: 55 * SECOND_MS,
      run: () => deleteDeliveries(writing, clock),
    },
    { name: "retire-propositions", everyMs: HOUR_MS, firstMs: 20 * MINUTE_MS, run: () => matcher.retireClosed() },
  ].map((job) => ({ ...job, run: async () => (clockSteps.isTrusted() ? job.run() : undefined) }));

/** Closes markets whose close time has passed. */
export async function closePassed(writing: Writing, clock: Clock): Promise<void> {
  while (await writing.step((budget) => closeSome(writing, clock.now(), budget)));
}

/** False when none is left. */
function closeSome(writing: Writing, now: number, budget: TimeBudget): boolean {
  const passed = prepare(writing.db, "catalogue", "listPassedClose").pluck().all({ now, limit: STEP_MARKETS });
  const closed = closeMarkets(writing, passed, { why: "passed", now, budget });
  return closed < passed.length || passed.length === STEP_MARKETS;
}

/** Folds the points that were appended since the last time into the archive. */
export async function archiveHistory(writing: Writing): Promise<{ readonly points: number }> {
  const steps = foldHistory(writing.db, STEP_POINTS);
  for (;;) {
    const { done, value } = await writing.step(() => steps.next());
    if (done === true) return { points: value };
  }
}

/** Deletes the oldest changes. */
export async function trimChanges(writing: Writing): Promise<void> {
  while (await writing.step(() => trimSomeChanges(writing.db)));
}

const CRITERION_PRICES_UP_TO = "criterion-prices-up-to";

/** Keeps the prices of markets that resolved before such prices were kept. Goes on where it stopped, over new ones too. */
export async function keepAllCriterionPrices(writing: Writing): Promise<{ readonly markets: number }> {
  let markets = 0;
  /** False at the end. */
  const keepSome = (budget: TimeBudget): boolean => {
    const asked = { after: findPosition(writing.db, CRITERION_PRICES_UP_TO), limit: STEP_MARKETS };
    const found = prepare(writing.db, "criteria", "listMarketsAfter").all(asked);
    let last: number | undefined;
    for (const { marketKey, isResolved } of found) {
      if (last !== undefined && budget.isSpent()) break;
      last = marketKey;
      if (isResolved === 0) continue;
      keepCriterionPrices(writing.db, marketKey);
      budget.spend();
      markets++;
    }
    if (last !== undefined) savePosition(writing.db, CRITERION_PRICES_UP_TO, last);
    return last !== undefined;
  };
  while (await writing.step(keepSome));
  return { markets };
}

interface Retention {
  /** When it is applied, by UTC. */
  readonly retentionCron: string;
  readonly rawHistoryDays: number;
  readonly hourlyHistoryDays: number;
}

/**
 * When its time has come since it was last done, also while nothing ran, rolls up old history, deletes old passes, merges the full-text indexes and gives free pages back to the file
 * system. Each step stores its position, so that a run that was cut short goes on there. Gives what was archived, deleted
 * and given back; undefined where it is not time.
 */
export async function applyRetention(
  writing: Writing,
  clock: Pick<Clock, "now">,
  retention: Retention,
): Promise<JobCounts> {
  const now = clock.now();
  const today = Math.floor(now / DAY_MS);
  const appliedAt = findPosition(writing.db, APPLIED_AT);
  // One dated ahead of now was dated by a clock that was set back since.
  if (appliedAt <= now && nextTime(retention.retentionCron, appliedAt) > now) return undefined;
  const step = {
    rawBefore: wholeDays(now - retention.rawHistoryDays * DAY_MS),
    hourlyBefore: wholeDays(now - retention.hourlyHistoryDays * DAY_MS),
    markets: STEP_MARKETS,
  };
  // A point that is still among the recent ones would be archived, and rolled up, once more.
  const { points } = await archiveHistory(writing);
  while (await writing.step(() => rollUpSome(writing, step)));
  const { db } = writing;
  const deleted = await writing.step(() => ({
    passes: prepare(db, "runs", "deleteOld").run({ before: now - KEEP_RUNS_MS }).changes,
    passDays: prepare(db, "runs", "deleteOldDays").run({ before: today - PASS_DAYS }).changes,
    dailyVolumes: prepare(db, "volumes", "deleteOld").run(today - KEEP_VOLUME_DAYS).changes,
    outcomeChecks: prepare(db, "outcomes", "deleteOld").run(now - GIVE_UP_MS).changes,
    usageDays: prepare(db, "usage", "deleteOld").run(today - KEEP_USAGE_DAYS).changes,
  }));
  await mergeTitles(writing);
  const pages = await writing.releasePages(SPARE_PAGES, STEP_PAGES);
  await writing.step(() => savePosition(writing.db, APPLIED_AT, now));
  return { points, ...deleted, pages };
}

/** Deletes old deliveries and ended webhooks, and disables webhooks beyond a plan or with too much waiting. */
export async function deleteDeliveries(writing: Writing, clock: Pick<Clock, "running">): Promise<JobCounts> {
  const disabled = await writing.step(() => disableSomeWebhooks(writing.db));
  const now = clock.running();
  let deleted = 0;
  for (let rows = -1; rows !== 0; deleted += rows) {
    rows = await writing.step(() => deleteSomeDeliveries(writing.db, now - KEEP_DELIVERIES_MS, now));
  }
  return { disabled, deleted };
}

/** Merges all segments of each full-text index into one. Passes add segments, and a search reads every one of them. */
export async function mergeTitles(writing: Writing): Promise<void> {
  for (const noun of ["Market", "Event"] as const) {
    const mergeSome = (isFirst: boolean) =>
      writing.part(() => mergeSomeTitles(writing.db, noun, STEP_TITLE_PAGES, isFirst));
    for (let isFirst = true; await mergeSome(isFirst); isFirst = false);
  }
}

/** False when all markets are done. */
function rollUpSome(writing: Writing, step: Omit<RollUpStep, "after">): boolean {
  const last = rollUpHistory(writing.db, { ...step, after: findPosition(writing.db, ROLLED_UP_TO) });
  savePosition(writing.db, ROLLED_UP_TO, last ?? 0);
  return last !== undefined;
}

/** As it is called in databases that exist, where older versions kept the day. */
const APPLIED_AT = "kept-bounded-on";
const ROLLED_UP_TO = "rolled-up-to";

/** Epoch seconds of the UTC midnight at or before `ms`. */
const wholeDays = (ms: number): number => (Math.floor(ms / DAY_MS) * DAY_MS) / 1000;

/** Its position is the version of the rules that gave all stored events their categories. */
const CATEGORY_RULES = "category-rules";
const STEP_EVENTS = 200;

/**
 * Gives stored events the categories of these rules, once: most closed ones are never read from their platform again.
 * Gives how many moved.
 */
export async function recategoriseEvents(writing: Writing, clock: Pick<Clock, "now">): Promise<{ events: number }> {
  if (findPosition(writing.db, CATEGORY_RULES) === CATEGORY_RULES_VERSION) return { events: 0 };
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
  await writing.step(() => savePosition(writing.db, CATEGORY_RULES, CATEGORY_RULES_VERSION));
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
  let last: number | undefined;
  let moved = 0;
  const listAfter = prepare(writing.db, "catalogue", "listEventsAfter");
  for (const { platform, ...event } of listAfter.all({ eventKey: after, limit: STEP_EVENTS })) {
    if (last !== undefined && budget.isSpent()) break;
    last = event.eventKey;
    const tags = JSON.parse(event.tags) as readonly string[];
    if (tags.length > 0 !== isLabelled) continue;
    const byFamily = isLabelled ? undefined : findCategoryOfFamily(writing.db, platform, event.id);
    const category = byFamily ?? toStoredCategory({ ...event, platform, tags });
    if (category === event.category) continue;
    updateEvent(writing, event, { ...event, category }, now);
    budget.spend();
    moved++;
  }
  return { last, moved };
}
