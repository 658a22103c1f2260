import {
  type AlertState,
  type AlertType,
  beginState,
  type FollowedPrice,
  invertPoint,
  judgePrice,
  type Past,
  reachOf,
  turnState,
} from "../../domain/alerts.ts";
import type { Point } from "../../domain/history.ts";
import { ONE } from "../../domain/prices.ts";
import {
  findBeginning,
  findQuestionBeginning,
  findQuestionPrice,
  findWatchedQuestion,
  readQuestionTimeline,
  readTimeline,
} from "../../store/alerts/prices.ts";
import { isTurned, type AlertSubject as Subject } from "../../store/alerts/subjects.ts";
import type { Db } from "../../store/database/db.ts";
import type { PriceAges } from "../../store/price-ages.ts";
import type { KnownRange, LiveAlert } from "./alert-index.ts";
import { type Judging, secondsOf } from "./judging.ts";

export const PRICE_TYPES: readonly AlertType[] = ["market.price_crossed", "market.price_moved"];

/** A present price, and those before it, of a subject as its platforms show them. */
interface SeenPrice extends Pick<FollowedPrice, "range"> {
  /** Whether the alert sees them from the other side. */
  readonly isOther: boolean;
  readonly point: Point;
  /** What was in force when the alert began. */
  begin(): Point | undefined;
  readonly past: Past;
}

/** Looks at the price of a market for the alerts on it; false while the price is stale. The caller holds the transaction. */
export function openPriceAlerts(db: Db, { active, fire, pageOf, save, seconds, toldOf }: Judging) {
  /** Judges the present price of a subject and saves what that changes. Of a question, an alert sees prices in its direction. */
  const judgeNext = (alert: LiveAlert, subject: string, { isOther, point, range, begin, past }: SeenPrice) => {
    const { rule, states, since } = alert;
    const turn = <P extends Point | undefined>(one: P): P => (isOther ? invertPoint(one) : one);
    const now = turn(point);
    const known = states.get(subject);
    const isTurnedSince = known?.isOther !== undefined && known.isOther !== isOther;
    const begun = (): AlertState => ({ ...beginState(rule, turn(begin()), secondsOf(since)), isOther });
    const state = isTurnedSince ? turnState(rule, known, now) : (known ?? begun());
    const judged = judgePrice(rule, { state, range }, now, () => (isOther ? past().map(turn) : past()));
    if (known === undefined && judged.state === state) states.set(subject, state);
    else if (judged.state !== known) save(alert, subject, judged.state);
    return { ...judged, price: now.close };
  };
  const lookAs = (alert: LiveAlert, market: Subject, seen: Pick<SeenPrice, "point" | "begin" | "past">): void => {
    const { scope, ranges } = alert;
    const subject = String(market.marketKey);
    const isOther = isTurned(scope, market);
    const { lastSeq, backfilledAt } = market;
    const before = ranges.get(subject);
    const range = before?.isOther === isOther && isNext(market, before) ? before : undefined;
    const judged = judgeNext(alert, subject, { ...seen, isOther, range });
    if (judged.range !== undefined) ranges.set(subject, { ...judged.range, lastSeq, backfilledAt, isOther });
    if (judged.firing !== undefined) fire(alert, judged.firing, toldOf(market, judged.price));
  };
  const lookAtQuestion = (alert: LiveAlert, questionId: string, ages: PriceAges): void => {
    const at = seconds();
    const found = findQuestionPrice(db, questionId, ages, at);
    if (found === undefined) return;
    const judged = judgeNext(alert, `question ${questionId}`, {
      isOther: alert.scope.opposites.has(questionId),
      point: found.now,
      begin: () => findQuestionBeginning(db, found, alert),
      past: () => readQuestionTimeline(db, found, { from: windowOf(alert, at), to: at }),
    });
    const [titled] = found.counted;
    if (judged.firing === undefined || titled === undefined) return;
    const { members, ...told } = toldOf(titled);
    const url = pageOf(`/questions/${questionId}`) ?? told.url;
    const question = { id: questionId, title: titled.title, price: judged.price / ONE };
    fire(alert, judged.firing, { ...told, url, members: { ...members, question } });
  };
  return (market: Subject, alerts: readonly LiveAlert[], ages: PriceAges): boolean => {
    const { marketKey, platform, yesPrice, volume, status } = market;
    if (yesPrice === null || status === "closed") return true;
    const looking = active(alerts, ...PRICE_TYPES);
    if (looking.length === 0) return true;
    // What the fast lane reads is never older than what the platform's passes read.
    if (ages.ofPlatform(platform).isStale && ages.of(market).isStale) return false;
    const at = seconds();
    let read: readonly Point[] | undefined;
    const past = (): readonly Point[] => {
      read ??= readTimeline(db, marketKey, { from: Math.min(...looking.map((alert) => windowOf(alert, at))), to: at });
      return read;
    };
    // Many alerts of a market begin at one moment.
    const began = new Map<number, Point | undefined>();
    const begin = (alert: LiveAlert): Point | undefined => {
      if (!began.has(alert.sinceSeq)) began.set(alert.sinceSeq, findBeginning(db, marketKey, alert));
      return began.get(alert.sinceSeq);
    };
    for (const alert of looking) {
      const questionId = findWatchedQuestion(alert.rule, alert.scope, market);
      if (questionId !== undefined) lookAtQuestion(alert, questionId, ages);
      else lookAs(alert, market, { point: { at, close: yesPrice, volume }, past, begin: () => begin(alert) });
    }
    return true;
  };
}

/** Where the window of an alert begins at the earliest: that of a move not before the alert. */
const windowOf = ({ rule, since }: LiveAlert, at: number): number =>
  Math.max(at - reachOf(rule), rule.type === "market.price_moved" ? secondsOf(since) : 0);

/** Whether the present price is all that the archive has got since. */
const isNext = ({ lastSeq, previousSeq, backfilledAt }: Subject, known: KnownRange): boolean =>
  known.lastSeq !== null &&
  backfilledAt === known.backfilledAt &&
  (lastSeq === known.lastSeq || previousSeq === known.lastSeq);
