import { randomUUID } from "node:crypto";
import { allowanceOf, getPlan, type Tier } from "../../domain/accounts/plans.ts";
import {
  type AlertChange,
  type AlertContent,
  type AlertRule,
  ARMED,
  type FormerRule,
  isFormer,
  judge,
  reasonOf,
  requireRule,
  toContent,
} from "../../domain/alerts.ts";
import { isAtLeast, toSpreadKey } from "../../domain/arbitrage.ts";
import { isRealMoney, PLATFORMS } from "../../domain/platforms.ts";
import { centsOf } from "../../domain/prices.ts";
import { AppError, invalidParameter, quote } from "../../errors.ts";
import { getLiveKey } from "../accounts/keys.ts";
import { lastSeqOf } from "../change-log.ts";
import { consistently, type Db, durably, prepare, type SqlRow } from "../database/db.ts";
import { findPosition, savePosition } from "../database/properties.ts";
import { readPriceAges } from "../runs.ts";
import { findOpportunities, type Opportunity } from "../spreads/arbitrage.ts";
import { listWebhooks } from "../webhooks/webhooks.ts";
import { findQuestionPrice, readQuestionTimeline, readTimeline } from "./prices.ts";
import { isInScope, listScopedMarkets, readScope, readSubjects, toCurrentScope } from "./scope.ts";

/** Times are epoch milliseconds. */
export interface Alert extends Omit<AlertContent, "rule"> {
  readonly rule: AlertRule | FormerRule;
  readonly alertKey: number;
  readonly id: string;
  /** Null for the operator's. */
  readonly keyId: string | null;
  readonly createdAt: number;
  /** What was true then is no news: its beginning or its last change. */
  readonly since: number;
  /** The newest point of the archive then: what comes after it is news, also within the same second. */
  readonly sinceSeq: number;
  readonly endedAt: number | null;
  readonly lastFiredAt: number | null;
  readonly firings: number;
}

/** An alert and its key; of the operator, where that is null. */
export type AlertName = Pick<Alert, "keyId" | "id">;

/** More than any key has. */
const MAX_LISTED = 10_000;

/** The last change that alerts have looked at. */
export const ALERTS_UP_TO = "alerts-up-to";

export const toAlert = ({ generation: _, rule, webhookIds, ...row }: SqlRow<"alerts", "find">): Alert => ({
  ...row,
  rule: JSON.parse(rule) as AlertRule | FormerRule,
  webhookIds: webhookIds === null ? null : (JSON.parse(webhookIds) as string[]),
});

/** Those of a key, or of the operator; the oldest first. */
export const listAlerts = (db: Db, keyId: string | null): readonly Alert[] =>
  prepare(db, "alerts", "listOfKey").all({ keyId, limit: MAX_LISTED }).map(toAlert);

export function findAlert(db: Db, keyId: string | null, id: string): Alert | undefined {
  const row = prepare(db, "alerts", "find").get({ keyId, id });
  return row && toAlert(row);
}

export const readAlertFigures = (db: Db) =>
  consistently(db, () => {
    const alerts = prepare(db, "alerts", "count").pluck().get();
    return {
      alerts,
      firings: prepare(db, "alerts", "countFirings").pluck().get(),
      /** Changes that were not looked at yet, at most. */
      behind: alerts === 0 ? 0 : Math.max(0, lastSeqOf(db) - findPosition(db, ALERTS_UP_TO)),
    };
  });

/** Makes a scope name what there is now. Throws AppError market_not_found, event_not_found, question_not_found. */
export const checkScope = (db: Db, scope: AlertRule["scope"]) => consistently(db, () => toCurrentScope(db, scope));

/** Epoch seconds. */
interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** The prices of a question, with a market that it is named by; undefined without a present price. */
export const listQuestionPoints = (db: Db, id: string, window: TimeWindow, now: number) =>
  consistently(db, () => {
    const found = findQuestionPrice(db, id, readPriceAges(db, now), window.to);
    const [market] = found?.counted ?? [];
    return found && market && { market, points: readQuestionTimeline(db, found, window) };
  });

export const listPoints = (db: Db, marketKey: number, window: TimeWindow) =>
  consistently(db, () => readTimeline(db, marketKey, window));

export const listSubjects = (db: Db, marketKeys: readonly number[]) =>
  consistently(db, () => readSubjects(db, marketKeys));

/** The markets that a scope names, as far as they pass its filters; undefined where it names none. */
export const listNamed = (db: Db, scope: AlertRule["scope"]) =>
  consistently(db, () => {
    const read = readScope(scope);
    if (read.names === undefined) return undefined;
    const keys = listScopedMarkets(db, read.names, MAX_LISTED).map(({ marketKey }) => marketKey);
    return readSubjects(db, keys).filter((market) => isInScope(read, market));
  });

/**
 * Creates one; of the operator without a key. The effect is on the disk when this returns, as with all that follow. Throws
 * AppError revoked_api_key, alert_limit_exceeded, validation_error, market_not_found, event_not_found,
 * question_not_found.
 */
export const createAlert = (db: Db, keyId: string | null, content: AlertContent, now: number): Alert =>
  durably(db, () => {
    requireRule(content.rule);
    if (keyId !== null) {
      requireRoom(getLiveKey(db, keyId).tier, prepare(db, "alerts", "countOfKey").pluck().get(keyId));
    }
    check(db, keyId, content, { now });
    const columns = toColumns(toCurrent(db, content));
    skipPast(db);
    const id = randomUUID();
    prepare(db, "alerts", "insert").run({ ...columns, id, keyId, now });
    const alert = getAlert(db, { keyId, id });
    noteFirstStates(db, { ...alert, rule: content.rule }, now);
    return alert;
  });

/**
 * Changes an alert, which forgets what it has seen. One transaction reads and writes it, so that two changes at once
 * both take effect. Throws AppError alert_not_found and those of `createAlert`.
 */
export const changeAlert = (db: Db, named: AlertName, asked: AlertChange, now: number): Alert =>
  durably(db, () => {
    const before = getAlert(db, named);
    const { alertKey, rule, name, webhookIds, expiresAt } = before;
    if (isFormer(rule)) throw invalidParameter("alert_id", `${reasonOf(rule)} Delete this alert`);
    const content = toContent(rule.type, asked, { rule, name, webhookIds, expiresAt });
    requireRule(content.rule);
    check(db, named.keyId, content, { now, before });
    // A scope that stays keeps its direction, also where its question was merged into another.
    const columns = toColumns(asked.scope == null ? content : toCurrent(db, content));
    skipPast(db);
    prepare(db, "alerts", "deleteStates").run(alertKey);
    prepare(db, "alerts", "change").run({ ...columns, alertKey, since: now, endedAt: null });
    noteFirstStates(db, { alertKey, rule: content.rule }, now);
    return getAlert(db, named);
  });

/** Throws AppError alert_not_found. */
export const deleteAlert = (db: Db, named: AlertName): Alert =>
  durably(db, () => {
    const alert = getAlert(db, named);
    prepare(db, "alerts", "delete").run({ ...named });
    return alert;
  });

function getAlert(db: Db, { keyId, id }: AlertName): Alert {
  const alert = findAlert(db, keyId, id);
  if (alert !== undefined) return alert;
  throw new AppError("alert_not_found", "your key has no alert with this id; see GET /api/v1/alerts");
}

/** Before an alert is written: what it must not take for news. */
function skipPast(db: Db): void {
  if (prepare(db, "alerts", "count").pluck().get() === 0) savePosition(db, ALERTS_UP_TO, lastSeqOf(db));
}

/** Of an alert that is changed, what stays is not looked at again: a webhook may have been deleted since. */
function check(
  db: Db,
  keyId: string | null,
  { webhookIds, expiresAt }: AlertContent,
  { now, before }: { readonly now: number; readonly before?: Alert },
): void {
  if (expiresAt !== null && expiresAt <= now && expiresAt !== before?.expiresAt) {
    throw invalidParameter("expires_at", "expected a time to come; leave it out for an alert without an end");
  }
  const known = new Set([...listWebhooks(db, keyId).map(({ id }) => id), ...(before?.webhookIds ?? [])]);
  const wrong = webhookIds?.find((id) => !known.has(id));
  if (wrong === undefined) return;
  const message = `expected ids of webhooks of this key, got ${quote(wrong)}; see GET /api/v1/webhooks`;
  throw invalidParameter("webhook_ids", message);
}

const toCurrent = (db: Db, { rule, ...content }: AlertContent): AlertContent => ({
  ...content,
  rule: { ...rule, scope: toCurrentScope(db, rule.scope) },
});

const toColumns = ({ name, rule, webhookIds, expiresAt }: AlertContent) => ({
  ...{ name, expiresAt },
  rule: JSON.stringify(rule),
  webhookIds: webhookIds === null ? null : JSON.stringify(webhookIds),
});

function requireRoom(tier: Tier, count: number): void {
  if (count < getPlan(tier).alerts) return;
  const message = `a key on the ${tier} plan has at most ${allowanceOf(tier, "alert")}; delete one with DELETE /api/v1/alerts/{id}, or upgrade`;
  throw new AppError("alert_limit_exceeded", message);
}

/** A spread that is not there. */
const NONE = -Number.MAX_SAFE_INTEGER;

/** What an alert sees of a spread; undefined for one that is not there. */
export function sightSpread({ minConfidence = "high", minNetCents = 0 }: AlertRule, found: Opportunity | undefined) {
  const isSeen = found !== undefined && isAtLeast(found.confidence, minConfidence);
  return {
    value: isSeen ? found.profit : NONE,
    observed: found === undefined ? null : centsOf(found.profit),
    baseline: minNetCents,
    volume: found?.volume ?? 0,
  };
}

/** Notes the spreads that are there, which a new alert must not take for news. The caller holds the transaction. */
function noteFirstStates(db: Db, { alertKey, rule }: { alertKey: number; rule: AlertRule }, now: number): void {
  if (rule.type !== "spread.opened") return;
  const saveState = prepare(db, "alerts", "saveState");
  const scope = readScope(rule.scope, db);
  const platforms = PLATFORMS.map(({ id }) => id).filter(isRealMoney);
  const keys = prepare(db, "alerts", "namedSpreads").all().map(toSpreadKey);
  for (const [key, found] of findOpportunities(db, [], keys, { platforms, now })) {
    if (!found.members.some((member) => isInScope(scope, { ...member, questionId: found.questionId }))) continue;
    const state = judge(rule, ARMED, { ...sightSpread(rule, found), at: 0, isHeld: false });
    if (!state.isArmed) saveState.run({ alertKey, subject: key, state: JSON.stringify({ ...ARMED, isArmed: false }) });
  }
}
