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
import { parseSpreadKey } from "../../domain/arbitrage.ts";
import type { Point } from "../../domain/history.ts";
import { isRealMoney } from "../../domain/platforms.ts";
import { ONE } from "../../domain/prices.ts";
import { sightSpread } from "../../store/alerts/alerts.ts";
import {
  findBeginning,
  findQuestionBeginning,
  findQuestionPrice,
  findWatchedQuestion,
  readQuestionTimeline,
  readTimeline,
} from "../../store/alerts/prices.ts";
import { type AlertSubject, isTurned } from "../../store/alerts/scope.ts";
import type { Db } from "../../store/database/db.ts";
import { findSpreadGroups } from "../../store/matching/groups.ts";
import type { PriceAges } from "../../store/runs.ts";
import { findOpportunities, type Opportunity } from "../../store/spreads/arbitrage.ts";
import {
  type AlertIndex,
  type Judging,
  type KnownRange,
  type LiveAlert,
  secondsOf,
  type ToldFiring,
} from "./judging.ts";

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
  const lookAs = (alert: LiveAlert, market: AlertSubject, seen: Pick<SeenPrice, "point" | "begin" | "past">): void => {
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
  return (market: AlertSubject, alerts: readonly LiveAlert[], ages: PriceAges): boolean => {
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
const isNext = ({ lastSeq, previousSeq, backfilledAt }: AlertSubject, known: KnownRange): boolean =>
  known.lastSeq !== null &&
  backfilledAt === known.backfilledAt &&
  (lastSeq === known.lastSeq || previousSeq === known.lastSeq);

/** Looks at spreads that opened, changed or closed. The caller holds the transaction. */
export function openSpreadAlerts(
  db: Db,
  index: AlertIndex,
  { active, activeOf, look, now, pageOf }: Judging,
  platforms: readonly string[],
): (keys: readonly string[], ages: PriceAges) => string[] {
  const traded = platforms.filter(isRealMoney);

  /** Gives the keys of those that cannot be judged while a price is stale. */
  const lookAtSpreads = (keys: readonly string[], ages: PriceAges): string[] => {
    const alerts = keys.length === 0 ? [] : activeOf("spread.opened");
    if (alerts.length === 0) return [];
    const seenBy = (key: string): LiveAlert[] => alerts.filter(({ states }) => states.has(key));
    const found = findOpportunities(db, [], keys, { platforms: traded, now: now() });
    const gone = keys.filter((key) => !found.has(key) && seenBy(key).length > 0);
    const groups = findSpreadGroups(db, gone);
    const isSomeStale = traded.some((platform) => ages.ofPlatform(platform).isStale);
    const stale = gone.filter((key) => {
      // Which markets an event had in its spread is not known any more.
      if (parseSpreadKey(key).type === "event") return isSomeStale;
      return groups.get(key)?.members.some((member) => ages.of(member).isStale);
    });
    for (const key of keys) if (!stale.includes(key)) lookAtSpread(key, seenBy(key), found.get(key));
    return stale;
  };

  const lookAtSpread = (key: string, seenBy: readonly LiveAlert[], found: Opportunity | undefined): void => {
    const scoped = (found?.members ?? []).flatMap((member) =>
      index.find({ ...member, questionId: found?.questionId ?? null }),
    );
    for (const alert of active([...new Set([...scoped, ...seenBy])], "spread.opened")) {
      look(alert, key, sightSpread(alert.rule, found), () => toldOfSpread(key, found));
    }
  };

  const toldOfSpread = (key: string, found: Opportunity | undefined): ToldFiring => {
    const group = found === undefined ? findSpreadGroups(db, [key]).get(key) : undefined;
    const titled = found?.titled ?? group?.members[0];
    const questionId = found?.questionId ?? group?.questionId ?? null;
    const legs = found?.orders.map(({ market, side, price }) => ({
      ...{ platform: market.platform, id: market.id, action: "buy", side, price: price / ONE, url: market.url },
    }));
    return {
      title: titled?.title ?? "A spread",
      url:
        (questionId === null ? pageOf("/arbitrage") : pageOf(`/questions/${questionId}`)) ??
        found?.orders[0]?.market.url ??
        group?.members[0]?.url ??
        "",
      members: {
        spread: {
          id: found?.id ?? null,
          question_id: questionId,
          confidence: found?.confidence ?? null,
          legs: legs ?? [],
        },
      },
    };
  };
  return lookAtSpreads;
}
