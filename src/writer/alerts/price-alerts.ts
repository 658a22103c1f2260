import {
  type AlertType,
  beginState,
  extremesOf,
  invertPoint,
  invertTimeline,
  judgePrice,
  mayHaveMoved,
  reachOf,
  type Timeline,
} from "../../domain/alerts.ts";
import type { Point } from "../../domain/history.ts";
import { isTurned, type AlertSubject as Subject } from "../../store/alerts/subjects.ts";
import { openTimelines } from "../../store/alerts/timelines.ts";
import type { Db } from "../../store/database/db.ts";
import type { PriceAges } from "../../store/price-ages.ts";
import type { AlertIndex, LiveAlert } from "./alert-index.ts";
import { type Judging, secondsOf } from "./judging.ts";
import { isNext, noteMove } from "./seen-moves.ts";

export const PRICE_TYPES: readonly AlertType[] = ["market.price_crossed", "market.price_moved", "market.volume_jumped"];

/** Looks at the price of a market for the alerts on it. False while the price is stale. */
export type PriceLook = (market: Subject, alerts: readonly LiveAlert[], ages: PriceAges) => boolean;

/** The caller holds the transaction. */
export function openPriceAlerts(
  db: Db,
  index: AlertIndex,
  { active, fire, save, seconds, toldOf }: Judging,
): PriceLook {
  const timelines = openTimelines(db);

  /** Of a question, an alert sees prices in its direction. */
  const lookAs = (
    alert: LiveAlert,
    market: Subject,
    seen: Point,
    { timeline, begin }: { readonly timeline: Timeline; begin(alert: LiveAlert): Point | undefined },
  ): void => {
    const { rule, scope, states, moves } = alert;
    const isOther = isTurned(scope, market);
    const turn = <P extends Point | undefined>(one: P): P => (isOther ? invertPoint(one) : one);
    const subject = String(market.marketKey);
    const point = turn(seen);
    const move = moves.get(subject);
    if (move?.isTurned === isOther && isNext(market, move)) {
      const seen = noteMove(market, point, move, isOther);
      moves.set(subject, seen);
      if (!mayHaveMoved(rule, seen, point.close)) return;
    }
    const from = secondsOf(alert.since);
    const known = states.get(subject);
    const before = known ?? beginState(rule, turn(begin(alert)), from);
    const turned = isOther ? invertTimeline(timeline) : timeline;
    const judged = judgePrice(rule, before, point, turned);
    if (judged.state !== before) save(alert, subject, judged.state);
    else if (known === undefined) index.setState(alert, subject, before);
    if (rule.type === "market.price_moved") {
      moves.set(subject, noteMove(market, point, extremesOf(rule, judged.state, point, turned), isOther));
    }
    if (judged.isFired) fire(alert, judged.sighting, toldOf(market, point.close));
  };
  return (market, alerts, ages) => {
    const { marketKey, platform, yesPrice, volume, status } = market;
    if (yesPrice === null || status === "closed") return true;
    const looking = active(alerts, ...PRICE_TYPES);
    if (looking.length === 0) return true;
    // What the fast lane reads is never older than what the platform's passes read.
    if (ages.ofPlatform(platform).isStale && ages.of(market).isStale) return false;
    const at = seconds();
    const timeline = readLate(() =>
      timelines.read(marketKey, { from: Math.min(...looking.map((alert) => windowOf(alert, at))), to: at }),
    );
    // Many alerts of a market begin at one moment.
    const began = new Map<number, Point | undefined>();
    const begin = (alert: LiveAlert): Point | undefined => {
      if (!began.has(alert.sinceSeq)) began.set(alert.sinceSeq, timelines.begin(marketKey, alert));
      return began.get(alert.sinceSeq);
    };
    for (const alert of looking) lookAs(alert, market, { at, close: yesPrice, volume }, { timeline, begin });
    return true;
  };
}

/** Where the window of an alert begins at the earliest: that of a move not before the alert. */
const windowOf = ({ rule, since }: LiveAlert, at: number): number =>
  Math.max(at - reachOf(rule), rule.type === "market.price_moved" ? secondsOf(since) : 0);

/** Most looks need nothing of the archive. */
function readLate(read: () => Timeline): Timeline {
  let known: Timeline | undefined;
  const timeline = (): Timeline => {
    known ??= read();
    return known;
  };
  return {
    at: (moment) => timeline().at(moment),
    between: (from, to) => timeline().between(from, to),
    rangeBetween: (from, to) => timeline().rangeBetween(from, to),
    first: () => timeline().first(),
  };
}
