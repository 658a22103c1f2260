// Alerts are looked at after each commit, and every few seconds for what the time brings. What they have seen, the messages
// of those that fire, and the position in the change log are written together: a kill loses no firing and repeats none.

import { type Clock, SECOND_MS, toIso } from "../../clock.ts";
import { type AlertType, thresholdOf } from "../../domain/alerts.ts";
import { ageOf } from "../../domain/freshness.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { ONE } from "../../domain/prices.ts";
import type { Log } from "../../log.ts";
import { ALERTS_UP_TO } from "../../store/alerts/alerts.ts";
import { type AlertSubject, listScopedMarkets, readSubjects } from "../../store/alerts/scope.ts";
import { TYPE_CODES } from "../../store/change-log.ts";
import type { WatchedMarket } from "../../store/commands.ts";
import { type Db, immediately, prepare, type SqlRow } from "../../store/database/db.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import { readPlatformReads, readPriceAges } from "../../store/runs.ts";
import { tellHeldMessages } from "../../store/webhooks/deliveries.ts";
import type { Health } from "../transactions.ts";
import { type Judging, type LiveAlert, openAlertIndex, openJudging } from "./judging.ts";
import { openPriceAlerts, openSpreadAlerts, PRICE_TYPES } from "./rules.ts";

/** Changes that are looked at in one transaction; what is left comes with the next commit or look. */
const STEP_CHANGES = 2000;

interface EvaluatorDeps {
  readonly clock: Clock;
  readonly platforms: readonly string[];
  /** Where people reach the pages; undefined where that is not known. */
  readonly publicUrl: string | undefined;
}

export function openAlertEvaluator(db: Db, { clock, platforms, publicUrl }: EvaluatorDeps) {
  const index = openAlertIndex(db);
  const judging = openJudging(db, { index, clock, publicUrl });
  const lookAtPrice = openPriceAlerts(db, judging);
  const lookAtSpreads = openSpreadAlerts(db, index, judging, platforms);
  const wait = prepare(db, "alerts", "wait");

  const lookAtChanges = (rows: readonly SqlRow<"change-log", "changesAfter">[]): void => {
    const subjectsOf = (type: keyof typeof TYPE_CODES): Map<number, number> =>
      new Map(rows.filter((row) => row.type === TYPE_CODES[type]).map(({ subject, at }) => [Number(subject), at]));
    const [priced, status, listed] = [subjectsOf("price"), subjectsOf("status"), subjectsOf("listed")];
    const resolved = subjectsOf("resolved");
    const spreads = new Set(rows.flatMap(({ type, subject }) => (type === TYPE_CODES.spread ? [String(subject)] : [])));
    const isRead = rows.some(({ type }) => type === TYPE_CODES.source);
    const waiting = isRead ? prepare(db, "alerts", "listWaiting").all() : [];
    for (const { type, subject } of waiting) {
      if (type === TYPE_CODES.price) priced.set(Number(subject), clock.now());
      else spreads.add(String(subject));
      prepare(db, "alerts", "endWaiting").run({ type, subject });
    }
    index.followQuestions([...subjectsOf("match").keys()]);
    const ages = readPriceAges(db, clock.now());
    const keys = new Set([...priced, ...status, ...listed, ...resolved].map(([key]) => key));
    for (const market of readSubjects(db, [...keys])) {
      const { marketKey, platform, yesPrice } = market;
      const alerts = index.find(market);
      if (alerts.length === 0) continue;
      const isKnown = ages.ofPlatform(platform).readAt !== null;
      if (priced.has(marketKey) && !lookAtPrice(market, alerts, ages))
        wait.run({ type: TYPE_CODES.price, subject: marketKey });
      if (status.has(marketKey) || resolved.has(marketKey)) forgetClosed(db, market, alerts);
      const listedAt = listed.get(marketKey);
      // A platform that was never read whole lists all it has.
      if (listedAt !== undefined && isKnown) {
        const observed = yesPrice && yesPrice / ONE;
        lookOnce(judging, market, alerts, { type: "market.listed", observed, at: listedAt });
      }
      const resolvedAt = resolved.get(marketKey);
      if (resolvedAt !== undefined) lookOnce(judging, market, alerts, { type: "market.resolved", at: resolvedAt });
    }
    for (const subject of lookAtSpreads([...spreads], ages)) wait.run({ type: TYPE_CODES.spread, subject });
  };

  /** How old the data of platforms is. */
  const lookAtSources = (): void => {
    const now = clock.now();
    for (const alert of judging.activeOf("source.stale")) {
      for (const platform of platforms) {
        if (alert.scope.platform !== undefined && alert.scope.platform !== platform) continue;
        const { lastSuccessAt } = readPlatformReads(db, platform);
        const age = ageOf(lastSuccessAt, now);
        if (lastSuccessAt === null || age === undefined) continue;
        const isArmed = (alert.since - lastSuccessAt) / 1000 < thresholdOf(alert.rule);
        const seen = { isArmed, value: age / 1000, observed: Math.floor(age / 60_000) };
        judging.look(alert, platform, seen, () => ({
          title: getPlatform(platform).name,
          url: judging.pageOf("/status") ?? "",
          members: { source: { platform, last_success_at: toIso(lastSuccessAt) } },
        }));
      }
    }
  };

  const transact = (work: () => void): void => {
    try {
      immediately(db, work);
    } catch (error) {
      // What is in memory may say more than the rows.
      index.reset();
      throw error;
    }
  };
  return {
    /** Looks at what was committed since; false when all of it was. */
    lookAtCommits(): boolean {
      index.sync();
      if (index.alerts.size === 0) return false;
      const asked = { after: findPosition(db, ALERTS_UP_TO), limit: STEP_CHANGES };
      const rows = prepare(db, "change-log", "changesAfter").all(asked);
      const last = rows.at(-1);
      if (last === undefined) return false;
      transact(() => {
        lookAtChanges(rows);
        savePosition(db, ALERTS_UP_TO, last.seq);
      });
      return rows.length === STEP_CHANGES;
    },

    /** Markets that active alerts on prices and spreads name, for the fast lane. */
    listNamed(limit: number): readonly WatchedMarket[] {
      index.sync();
      const alerts = judging.activeOf(...PRICE_TYPES, "spread.opened");
      return listScopedMarkets(db, new Set(alerts.flatMap(({ scope }) => [...(scope.names ?? [])])), limit);
    },

    /** Looks at what the time has brought. */
    lookAtTime(): void {
      tellHeldMessages(db, clock.running());
      index.sync();
      if (index.alerts.size === 0) return;
      transact(lookAtSources);
    },
  };
}

interface MarketNews {
  readonly type: AlertType;
  readonly observed?: number | null;
  /** When it happened, in epoch milliseconds. */
  readonly at: number;
}

/** Looks at what happens once to a market. The caller holds the transaction. */
function lookOnce(
  { active, look, toldOf }: Judging,
  market: AlertSubject,
  alerts: readonly LiveAlert[],
  { type, observed = null, at }: MarketNews,
): void {
  const seen = { value: 1, observed, volume: market.volume };
  for (const alert of active(alerts, type)) {
    if (at >= alert.since) look(alert, String(market.marketKey), seen, () => toldOf(market));
  }
}

/** Forgets what alerts on prices have seen of a closed market: its price does not change any more. */
function forgetClosed(db: Db, { marketKey, status }: AlertSubject, alerts: readonly LiveAlert[]): void {
  if (status === "open") return;
  const subject = String(marketKey);
  for (const alert of alerts.filter(({ rule }) => PRICE_TYPES.includes(rule.type))) {
    alert.ranges.delete(subject);
    if (alert.states.delete(subject)) prepare(db, "alerts", "deleteState").run({ alertKey: alert.alertKey, subject });
  }
}

/** Steps in a row after one commit; what is left comes a second later. */
const MAX_STEPS = 4;

/** Has alerts looked at. An error keeps no pass from going on: the next look begins where this one did. */
export function createAlertLook(
  evaluator: ReturnType<typeof openAlertEvaluator>,
  { health, log }: { readonly health: Pick<Health, "failed">; readonly log: Log },
) {
  let isFailing = false;
  const attempt = (work: () => void): void => {
    try {
      work();
      isFailing = false;
    } catch (error) {
      health.failed(error);
      if (!isFailing) log.error({ err: error }, "alerts cannot be looked at; tried again with every commit");
      isFailing = true;
    }
  };
  const look = (): void =>
    attempt(() => {
      for (let step = 0; step < MAX_STEPS && evaluator.lookAtCommits(); step++);
    });
  /** What is left of commits, and what the time has brought. */
  const lookAtTime = (): void => {
    look();
    attempt(evaluator.lookAtTime);
  };
  return {
    /** After a commit. */
    look,
    listNamed: evaluator.listNamed,
    lookAtTime,
    job: { name: "look-at-alerts", everyMs: SECOND_MS, run: lookAtTime },
  };
}
