// Alerts are looked at after each commit, and every few seconds for what the time brings. What they have seen, the messages
// of those that fire, and the position in the change log are written together: a kill loses no firing and repeats none.

import type { Clock } from "../../clock.ts";
import { type ToldSubject, tellFiring } from "../../domain/alert-texts.ts";
import {
  type AlertState,
  type AlertType,
  beginState,
  invertPoint,
  invertTimeline,
  judge,
  judgePrice,
  limitsOf,
  reachOf,
  type Sighting,
  shownThresholdOf,
  type Timeline,
  thresholdOf,
  toTimeline,
} from "../../domain/alerts.ts";
import { type OpportunityType, toType } from "../../domain/arbitrage.ts";
import { ageOf } from "../../domain/freshness.ts";
import type { Point } from "../../domain/history.ts";
import { getPlatform, isRealMoney } from "../../domain/platforms.ts";
import { ONE } from "../../domain/prices.ts";
import { ALERTS_UP_TO } from "../../store/alerts/alerts.ts";
import { beginSpread, sightSpread } from "../../store/alerts/first-states.ts";
import { isTurned, openSubjects, type AlertSubject as Subject } from "../../store/alerts/subjects.ts";
import { openTimelines } from "../../store/alerts/timelines.ts";
import { TYPE_CODES } from "../../store/change-log.ts";
import { type Db, immediately, prepare, type SqlRow } from "../../store/database/db.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import { openGroups } from "../../store/matching/groups.ts";
import { openImpliedPairs } from "../../store/matching/implied-pairs.ts";
import { openPriceAges, type PriceAges } from "../../store/price-ages.ts";
import { openPlatformReads } from "../../store/runs.ts";
import { type Opportunity, openOpportunities } from "../../store/spreads/arbitrage.ts";
import { enqueueMessage } from "../../store/webhooks/message-queue.ts";
import { isActive, type LiveAlert, openAlertIndex } from "./alert-index.ts";

/** Changes that are looked at in one transaction; what is left comes with the next commit or look. */
const STEP_CHANGES = 2000;

const PRICE_TYPES: readonly AlertType[] = ["market.price_crossed", "market.price_moved", "market.volume_jumped"];
const SPREAD_TYPES: readonly AlertType[] = ["spread.opened", "spread.closed"];

/** Up to when closing markets were looked for. */
const CLOSING_UP_TO = "alerts-closing-up-to";

export interface EvaluatorDeps {
  readonly clock: Clock;
  readonly platforms: readonly string[];
  /** Where people reach the pages; undefined where that is not known. */
  readonly publicUrl: string | undefined;
}

export type AlertEvaluator = ReturnType<typeof openAlertEvaluator>;

/** What a firing tells of. */
interface ToldFiring extends ToldSubject {
  readonly url: string;
  /** Members of the message that say which it is. */
  readonly members: object;
}

export function openAlertEvaluator(db: Db, { clock, platforms, publicUrl }: EvaluatorDeps) {
  const index = openAlertIndex(db);
  const changesAfter = prepare(db, "change-log", "changesAfter");
  const lastSeq = prepare(db, "change-log", "lastSeq").pluck();
  const { read: readSubjects } = openSubjects(db);
  const saveState = prepare(db, "alerts", "saveState");
  const deleteState = prepare(db, "alerts", "deleteState");
  const noteFired = prepare(db, "alerts", "noteFired");
  const wait = prepare(db, "alerts", "wait");
  const listWaiting = prepare(db, "alerts", "listWaiting");
  const endWaiting = prepare(db, "alerts", "endWaiting");
  const closingBetween = prepare(db, "alerts", "closingBetween").pluck();
  const questionMembers = prepare(db, "alerts", "questionMembers");
  const knownMembers = prepare(db, "alerts", "knownMembers").pluck();
  const knowMembers = prepare(db, "alerts", "knowMembers");
  const timelines = openTimelines(db);
  const openAges = openPriceAges(db);
  const findReads = openPlatformReads(db);
  const findOpportunities = openOpportunities(db, []);
  const findGroups = openGroups(db);
  const findPairs = openImpliedPairs(db);
  const traded = platforms.filter(isRealMoney);

  const save = (alert: LiveAlert, subject: string, state: AlertState): void => {
    index.setState(alert, subject, state);
    saveState.run({ alertKey: alert.alertKey, subject, state: JSON.stringify(state) });
  };

  const pageOf = (path: string): string | undefined => (publicUrl === undefined ? undefined : publicUrl + path);

  const fire = (alert: LiveAlert, sighting: Pick<Sighting, "observed" | "baseline">, told: ToldFiring): void => {
    const { id, keyId, name, rule, webhookIds, alertKey } = alert;
    const { observed, baseline } = sighting;
    const at = clock.now();
    const data = {
      alert_id: id,
      alert_name: name,
      title: name === "" ? told.title : `${name}: ${told.title}`,
      text: tellFiring(rule, sighting, told),
      url: told.url,
      fired_at: new Date(at).toISOString(),
      observed,
      threshold: shownThresholdOf(rule),
      baseline,
      window_hours: rule.windowHours ?? null,
      ...told.members,
    };
    enqueueMessage(db, {
      ...{ keyId, type: rule.type, data, at: clock.running(), alertId: id },
      webhookIds: webhookIds ?? undefined,
    });
    if (rule.once) alert.endedAt = at;
    noteFired.run({ alertKey, at, endedAt: alert.endedAt });
  };

  /** Judges what an alert sees of a subject, and saves what that changes. */
  const look = (
    alert: LiveAlert,
    subject: string,
    begun: () => AlertState,
    sighting: Sighting,
    told: () => ToldFiring,
  ): void => {
    const before = alert.states.get(subject) ?? begun();
    const { state, isFired } = judge(before, sighting, limitsOf(alert.rule));
    if (state !== before) save(alert, subject, state);
    if (isFired) fire(alert, sighting, told());
  };

  const secondsOf = (ms: number): number => Math.floor(ms / 1000);
  const now = (): number => clock.now();
  const activeOf = (market: Subject, types: readonly AlertType[]): LiveAlert[] =>
    index.find(market, types).filter((alert) => isActive(alert, now()));

  const toldOf = (market: Subject, price = market.yesPrice): ToldFiring => ({
    title: market.title,
    platform: market.platform,
    outcome: market.outcome,
    url: pageOf(`/markets/${market.platform}/${encodeURIComponent(market.id)}`) ?? market.url,
    members: {
      market: {
        ...{ platform: market.platform, id: market.id, title: market.title, url: market.url },
        yes_price: price === null ? null : price / ONE,
        question_id: market.questionId,
      },
    },
  });

  /** The price of a market, for those that look at prices. False while it is stale. */
  const lookAtPrice = (market: Subject, ages: PriceAges): boolean => {
    const { marketKey, yesPrice, volume, status } = market;
    if (yesPrice === null || status === "closed") return true;
    const alerts = activeOf(market, PRICE_TYPES);
    if (alerts.length === 0) return true;
    if (ages.of(market).isStale) return false;
    const at = secondsOf(now());
    const reach = Math.max(...alerts.map(({ rule }) => reachOf(rule)));
    const timeline = reach === 0 ? NO_TIMELINE : timelines.read(marketKey, { from: at - reach, to: at });
    // Many alerts of a market begin at one moment.
    const began = new Map<number, Point | undefined>();
    const pointAt = (moment: number): Point | undefined => {
      if (!began.has(moment)) began.set(moment, timelines.at(marketKey, moment));
      return began.get(moment);
    };
    for (const alert of alerts) lookAs(alert, market, { at, close: yesPrice, volume }, { timeline, pointAt });
    return true;
  };

  /** Of a question, an alert sees prices in its direction. */
  const lookAs = (
    alert: LiveAlert,
    market: Subject,
    seen: Point,
    { timeline, pointAt }: { readonly timeline: Timeline; pointAt(moment: number): Point | undefined },
  ): void => {
    const { rule, scope, states } = alert;
    const isOther = isTurned(scope, market);
    const turn = <P extends Point | undefined>(one: P): P => (isOther ? invertPoint(one) : one);
    const subject = String(market.marketKey);
    const from = secondsOf(alert.since);
    const known = states.get(subject);
    const before = known ?? beginState(rule, turn(pointAt(from)), from);
    const point = turn(seen);
    const judged = judgePrice(rule, before, point, isOther ? invertTimeline(timeline) : timeline);
    if (judged.state !== before) save(alert, subject, judged.state);
    else if (known === undefined) index.setState(alert, subject, before);
    if (judged.isFired) fire(alert, judged.sighting, toldOf(market, point.close));
  };

  const lookAtClosing = (market: Subject): void => {
    const { closesAt } = market;
    if (market.status === "closed" || closesAt === null) return;
    const hoursLeft = Math.round((closesAt - now()) / 36_000) / 100;
    for (const alert of activeOf(market, ["market.closing"])) {
      const sighting = sight(market, alert, -(closesAt - now()) / 1000, hoursLeft);
      look(
        alert,
        String(market.marketKey),
        () => ARMED,
        sighting,
        () => toldOf(market),
      );
    }
  };

  const lookAtStatus = (market: Subject): void => {
    const { marketKey, status, closedAt, resolvedAt } = market;
    const subject = String(marketKey);
    lookAtClosing(market);
    for (const alert of activeOf(market, ["market.closed"])) {
      const isArmed = status === "open" || (closedAt ?? resolvedAt ?? 0) >= alert.since;
      const sighting = sight(market, alert, status === "closed" ? 1 : 0, null);
      look(
        alert,
        subject,
        () => ({ ...ARMED, isArmed, from: secondsOf(alert.since) }),
        sighting,
        () => toldOf(market),
      );
    }
    if (status === "open") return;
    // Its price does not change any more.
    for (const alert of index.find(market, PRICE_TYPES)) {
      if (alert.states.delete(subject)) deleteState.run({ alertKey: alert.alertKey, subject });
    }
  };

  /** For what happens once to a market. */
  const lookOnce = (market: Subject, type: AlertType, observed: number | null, at: number): void => {
    for (const alert of activeOf(market, [type])) {
      if (at < alert.since) continue;
      const begun = () => ({ ...ARMED, from: secondsOf(alert.since) });
      look(alert, String(market.marketKey), begun, sight(market, alert, 1, observed), () => toldOf(market));
    }
  };

  const sight = ({ volume }: Subject, { rule }: LiveAlert, value: number, observed: number | null): Sighting => ({
    at: secondsOf(now()),
    ...{ value, observed, baseline: null, isHeld: volume < rule.minVolume * 100 },
  });

  const lookAtQuestions = (questionKeys: readonly number[]): void => {
    const isKept = index.listOf("match.found").length > 0;
    if (!isKept || questionKeys.length === 0) return;
    const rows = Map.groupBy(questionMembers.all(JSON.stringify(questionKeys)), ({ questionKey }) => questionKey);
    for (const [questionKey, members] of rows) {
      const known = JSON.parse(knownMembers.get(questionKey) ?? "[]") as readonly number[];
      const keys = members.map(({ marketKey }) => marketKey);
      const fresh = keys.filter((key) => !known.includes(key));
      if (fresh.length === 0 && keys.length === known.length) continue;
      knowMembers.run({ questionKey, members: JSON.stringify(keys) });
      if (fresh.length > 0) lookAtMatch(questionKey, readSubjects(keys), fresh);
    }
  };

  const lookAtMatch = (questionKey: number, markets: readonly Subject[], fresh: readonly number[]): void => {
    const alerts = new Map(markets.flatMap((market) => activeOf(market, ["match.found"]).map((one) => [one, market])));
    for (const [alert, market] of alerts) {
      const others = markets.filter(({ marketKey }) => marketKey !== market.marketKey);
      const found = others.find(({ marketKey }) => fresh.includes(marketKey)) ?? others[0];
      if (found === undefined) continue;
      const subject = String(questionKey);
      const before = { ...(alert.states.get(subject) ?? ARMED), isArmed: true };
      const { state, isFired } = judge(before, sight(market, alert, 1, null), limitsOf(alert.rule));
      if (state !== before) save(alert, subject, state);
      if (!isFired) continue;
      const { url, members } = toldOf(found);
      const page = market.questionId === null ? undefined : pageOf(`/questions/${market.questionId}`);
      const told = { title: market.title, platform: found.platform, url: page ?? url, members };
      fire(alert, { observed: null, baseline: null }, told);
    }
  };

  /** Gives the keys of those that cannot be judged while a price is stale. */
  const lookAtSpreads = (groupKeys: readonly number[], ages: PriceAges): number[] => {
    const isWatched = SPREAD_TYPES.some((type) => index.listOf(type).length > 0);
    if (!isWatched || groupKeys.length === 0) return [];
    const found = findOpportunities(groupKeys, { platforms: traded, now: now() });
    const gone = groupKeys.filter((key) => !found.has(key) && [...index.ofSubject(String(key))].length > 0);
    const keysOf = (type: OpportunityType): number[] => gone.filter((key) => toType(key) === type);
    const groups = new Map([...findGroups(keysOf("same")), ...findPairs(keysOf("implied"))]);
    const isSomeStale = traded.some((platform) => ages.ofPlatform(platform).isStale);
    const stale = gone.filter((key) =>
      // Which markets an event had in its spread is not known any more.
      toType(key) === "event" ? isSomeStale : groups.get(key)?.members.some((member) => ages.of(member).isStale),
    );
    for (const key of groupKeys) if (!stale.includes(key)) lookAtSpread(key, found.get(key));
    return stale;
  };

  const lookAtSpread = (groupKey: number, found: Opportunity | undefined): void => {
    const subject = String(groupKey);
    const scoped = (found?.members ?? []).flatMap((member) =>
      index.find({ ...member, questionId: found?.questionId ?? null }, SPREAD_TYPES),
    );
    for (const alert of new Set([...scoped, ...index.ofSubject(subject)])) {
      if (!isActive(alert, now())) continue;
      const begun = () => beginSpread(alert.rule, secondsOf(alert.since));
      const sighting = sightSpread(alert.rule, found, secondsOf(now()));
      look(alert, subject, begun, sighting, () => toldOfSpread(groupKey, found));
    }
  };

  const toldOfSpread = (groupKey: number, found: Opportunity | undefined): ToldFiring => {
    const group = found === undefined ? findGroups([groupKey]).get(groupKey) : undefined;
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

  /** How old the data of platforms is. */
  const lookAtSources = (): void => {
    for (const alert of index.listOf("source.stale").filter((one) => isActive(one, now()))) {
      for (const platform of platforms) {
        if (alert.scope.platform !== undefined && alert.scope.platform !== platform) continue;
        const { lastSuccessAt } = findReads(platform);
        const age = ageOf(lastSuccessAt, now());
        if (lastSuccessAt === null || age === undefined) continue;
        const isArmed = (alert.since - lastSuccessAt) / 1000 < thresholdOf(alert.rule);
        const minutes = Math.floor(age / 60_000);
        const sighting = { at: secondsOf(now()), value: age / 1000, observed: minutes, baseline: null, isHeld: false };
        const told = () => ({
          title: getPlatform(platform).name,
          url: pageOf("/status") ?? "",
          members: { source: { platform, last_success_at: new Date(lastSuccessAt).toISOString() } },
        });
        look(alert, platform, () => ({ ...ARMED, isArmed, from: secondsOf(alert.since) }), sighting, told);
      }
    }
  };

  const lookForClosing = (): void => {
    const alerts = index.listOf("market.closing").filter((one) => isActive(one, now()));
    const upTo = findPosition(db, CLOSING_UP_TO) || now();
    savePosition(db, CLOSING_UP_TO, now());
    for (const ahead of new Set(alerts.map(({ rule }) => -thresholdOf(rule) * 1000))) {
      const keys = closingBetween.all({ from: upTo + ahead, to: now() + ahead });
      for (const market of readSubjects(keys)) lookAtClosing(market);
    }
  };

  type ChangeRow = SqlRow<"change-log", "changesAfter">;

  const lookAtChanges = (rows: readonly ChangeRow[]): void => {
    const subjectsOf = (type: keyof typeof TYPE_CODES): Map<number, number> =>
      new Map(rows.filter((row) => row.type === TYPE_CODES[type]).map(({ subject, at }) => [Number(subject), at]));
    const [priced, status, listed] = [subjectsOf("price"), subjectsOf("status"), subjectsOf("listed")];
    const [resolved, spreads] = [subjectsOf("resolved"), subjectsOf("spread")];
    const isRead = rows.some(({ type }) => type === TYPE_CODES.source);
    const waiting = isRead ? listWaiting.all() : [];
    for (const { type, subject } of waiting) {
      (type === TYPE_CODES.price ? priced : spreads).set(subject, now());
      endWaiting.run({ type, subject });
    }
    const ages = openAges(now());
    const keys = new Set([...priced, ...status, ...listed, ...resolved].map(([key]) => key));
    for (const market of readSubjects([...keys])) {
      const { marketKey, platform, yesPrice } = market;
      const isKnown = ages.ofPlatform(platform).readAt !== null;
      if (priced.has(marketKey) && !lookAtPrice(market, ages)) wait.run({ type: TYPE_CODES.price, subject: marketKey });
      if (status.has(marketKey) || resolved.has(marketKey)) lookAtStatus(market);
      const listedAt = listed.get(marketKey);
      // A platform that was never read whole lists all it has.
      if (listedAt !== undefined && isKnown) lookOnce(market, "market.listed", yesPrice && yesPrice / ONE, listedAt);
      const resolvedAt = resolved.get(marketKey);
      if (resolvedAt !== undefined) lookOnce(market, "market.resolved", null, resolvedAt);
    }
    lookAtQuestions([...subjectsOf("match").keys()]);
    for (const subject of lookAtSpreads([...spreads.keys()], ages)) wait.run({ type: TYPE_CODES.spread, subject });
  };

  let position: number | undefined;
  const transact = (work: () => void): void => {
    try {
      immediately(db, work);
    } catch (error) {
      // What is in memory may say more than the rows.
      index.reset();
      position = undefined;
      throw error;
    }
  };
  return {
    /** Looks at what was committed since; false when all of it was. */
    lookAtCommits(): boolean {
      index.sync();
      if (index.alerts.size === 0) {
        position = undefined;
        return false;
      }
      position ??= findPosition(db, ALERTS_UP_TO);
      if (Number(lastSeq.get()) <= position) return false;
      const rows = changesAfter.all({ after: position, limit: STEP_CHANGES });
      const last = rows.at(-1);
      if (last === undefined) return false;
      transact(() => {
        lookAtChanges(rows);
        savePosition(db, ALERTS_UP_TO, last.seq);
      });
      position = last.seq;
      return rows.length === STEP_CHANGES;
    },

    /** Looks at what the time has brought. */
    lookAtTime(): void {
      index.sync();
      if (index.alerts.size === 0) return;
      transact(() => {
        lookForClosing();
        lookAtSources();
      });
    },
  };
}

const ARMED: AlertState = { isArmed: true, firedAt: null, from: 0, mark: null };

const NO_TIMELINE: Timeline = toTimeline([]);
