import { randomUUID } from "node:crypto";
import { allowanceOf, getPlan, type Tier } from "../../domain/accounts/plans.ts";
import { type AlertChange, type AlertContent, requireRule, toContent } from "../../domain/alert-rules.ts";
import type { AlertRule } from "../../domain/alerts.ts";
import { AppError, invalidParameter, quote } from "../../errors.ts";
import { getLiveKey } from "../accounts/key-rows.ts";
import { consistently, type Db, durably, prepare, type SqlRow } from "../database/db.ts";
import { savePosition } from "../database/properties.ts";
import { openPriceAges } from "../price-ages.ts";
import { openFirstStates } from "./first-states.ts";
import { openQuestionPrices } from "./question-prices.ts";
import { isInScope, openScopeCheck, readScope } from "./scope.ts";
import { openSubjects } from "./subjects.ts";
import { openTimelines } from "./timelines.ts";

/** Times are epoch milliseconds. */
export interface Alert extends AlertContent {
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
  rule: JSON.parse(rule) as AlertRule,
  webhookIds: webhookIds === null ? null : (JSON.parse(webhookIds) as string[]),
});

/** Reads alerts over one connection. */
export function openAlerts(db: Db) {
  const list = prepare(db, "alerts", "listOfKey");
  const find = prepare(db, "alerts", "find");
  const count = prepare(db, "alerts", "count").pluck();
  const firings = prepare(db, "alerts", "countFirings").pluck();
  const position = prepare(db, "properties", "findPosition").pluck();
  const lastSeq = prepare(db, "change-log", "lastSeq").pluck();
  const checkScope = openScopeCheck(db);
  const timelines = openTimelines(db);
  const subjects = openSubjects(db);
  const questions = openQuestionPrices(db);
  const openAges = openPriceAges(db);
  return {
    /** The oldest first. */
    list: (keyId: string | null): readonly Alert[] => list.all({ keyId, limit: MAX_LISTED }).map(toAlert),
    find: (keyId: string | null, id: string): Alert | undefined => {
      const row = find.get({ keyId, id });
      return row && toAlert(row);
    },
    figures: () =>
      consistently(db, () => ({
        alerts: count.get(),
        firings: firings.get(),
        /** Changes that were not looked at yet, at most. */
        behind: count.get() === 0 ? 0 : Math.max(0, Number(lastSeq.get()) - Number(position.get(ALERTS_UP_TO) ?? 0)),
      })),
    checkScope: (scope: AlertRule["scope"]) => consistently(db, () => checkScope(scope)),
    /** The prices of a question, with a market that it is named by; undefined without a present price. */
    listQuestionPoints: (id: string, window: { readonly from: number; readonly to: number }, now: number) =>
      consistently(db, () => {
        const found = questions.find(id, openAges(now), window.to);
        const [market] = found?.counted ?? [];
        return found && market && { market, points: questions.read(found, window) };
      }),
    listPoints: (marketKey: number, window: { readonly from: number; readonly to: number }) =>
      consistently(db, () => timelines.read(marketKey, window)),
    listSubjects: (marketKeys: readonly number[]) => consistently(db, () => subjects.read(marketKeys)),
    /** The markets that a scope names, as far as they pass its filters; undefined where it names none. */
    listNamed: (scope: AlertRule["scope"]) =>
      consistently(db, () => {
        const read = readScope(scope);
        if (read.names === undefined) return undefined;
        const keys = subjects.listNamed(read.names, MAX_LISTED).map(({ marketKey }) => marketKey);
        return subjects.read(keys).filter((market) => isInScope(read, market));
      }),
  };
}

/** Writes alerts; each method's effect is on the disk when it returns. */
export function openAlertWriter(db: Db) {
  const countOfKey = prepare(db, "alerts", "countOfKey").pluck();
  const count = prepare(db, "alerts", "count").pluck();
  const countMatch = prepare(db, "alerts", "countMatchAlerts").pluck();
  const insert = prepare(db, "alerts", "insert");
  const change = prepare(db, "alerts", "change");
  const restart = prepare(db, "alerts", "restart");
  const listChanged = prepare(db, "alerts", "listChanged");
  const remove = prepare(db, "alerts", "delete");
  const find = prepare(db, "alerts", "find");
  const deleteStates = prepare(db, "alerts", "deleteStates");
  const forgetQuestions = prepare(db, "alerts", "forgetQuestions");
  const knowQuestions = prepare(db, "alerts", "knowQuestions");
  const lastSeq = prepare(db, "change-log", "lastSeq").pluck();
  const checkScope = openScopeCheck(db);
  const noteFirst = openFirstStates(db);
  const listWebhooks = prepare(db, "webhooks", "listOfKey");

  const get = ({ keyId, id }: AlertName): Alert => {
    const row = find.get({ keyId, id });
    if (row !== undefined) return toAlert(row);
    throw new AppError("alert_not_found", "your key has no alert with this id; see GET /api/v1/alerts");
  };
  const skipChanges = (): void => savePosition(db, ALERTS_UP_TO, Number(lastSeq.get() ?? 0));
  const noteQuestions = (): void => {
    forgetQuestions.run();
    knowQuestions.run();
  };
  /** Before an alert is written: what it must not take for news. */
  const prepareFor = ({ type }: AlertRule): void => {
    if (count.get() === 0) skipChanges();
    if (type === "match.found" && countMatch.get() === 0) noteQuestions();
  };
  /** Of an alert that is changed, what stays is not looked at again: a webhook may have been deleted since. */
  const check = (keyId: string | null, { webhookIds, expiresAt }: AlertContent, now: number, before?: Alert): void => {
    if (expiresAt !== null && expiresAt <= now && expiresAt !== before?.expiresAt) {
      throw invalidParameter("expires_at", "expected a time to come; leave it out for an alert without an end");
    }
    const known = new Set([...listWebhooks.all({ keyId }).map(({ id }) => id), ...(before?.webhookIds ?? [])]);
    const wrong = webhookIds?.find((id) => !known.has(id));
    if (wrong === undefined) return;
    const message = `expected ids of webhooks of this key, got ${quote(wrong)}; see GET /api/v1/webhooks`;
    throw invalidParameter("webhook_ids", message);
  };
  const toCurrent = ({ rule, ...content }: AlertContent): AlertContent => ({
    ...content,
    rule: { ...rule, scope: checkScope(rule.scope) },
  });
  const toColumns = ({ name, rule, webhookIds, expiresAt }: AlertContent) => ({
    ...{ name, expiresAt },
    rule: JSON.stringify(rule),
    webhookIds: webhookIds === null ? null : JSON.stringify(webhookIds),
  });
  return {
    /**
     * Of the operator without a key. Throws AppError revoked_api_key, alert_limit_exceeded, validation_error,
     * market_not_found, event_not_found, question_not_found.
     */
    create: (keyId: string | null, content: AlertContent, now: number): Alert =>
      durably(db, () => {
        requireRule(content.rule);
        if (keyId !== null) requireRoom(getLiveKey(db, keyId).tier, countOfKey.get(keyId));
        check(keyId, content, now);
        const columns = toColumns(toCurrent(content));
        prepareFor(content.rule);
        const id = randomUUID();
        insert.run({ ...columns, id, keyId, now });
        const alert = get({ keyId, id });
        noteFirst(alert, now);
        return alert;
      }),

    /**
     * Changes an alert, which forgets what it has seen. One transaction reads and writes it, so that two changes at once
     * both take effect. Throws AppError alert_not_found and those of `create`.
     */
    change: (named: AlertName, asked: AlertChange, now: number): Alert =>
      durably(db, () => {
        const before = get(named);
        const { alertKey, rule, name, webhookIds, expiresAt } = before;
        const content = toContent(rule.type, asked, { rule, name, webhookIds, expiresAt });
        requireRule(content.rule);
        check(named.keyId, content, now, before);
        // A scope that stays keeps its direction, also where its question was merged into another.
        const columns = toColumns(asked.scope == null ? content : toCurrent(content));
        prepareFor(content.rule);
        deleteStates.run(alertKey);
        change.run({ ...columns, alertKey, since: now, endedAt: null });
        const alert = get(named);
        noteFirst(alert, now);
        return alert;
      }),

    /** For alerts copied from another database without their states: they have not seen the markets of this one. */
    beginAnew: (now: number): void =>
      durably(db, () => {
        skipChanges();
        noteQuestions();
        restart.run({ now });
        for (const row of listChanged.all({ generation: 0 })) noteFirst(toAlert(row), now);
      }),

    /** Throws AppError alert_not_found. */
    delete: (named: AlertName): Alert =>
      durably(db, () => {
        const alert = get(named);
        remove.run({ ...named });
        return alert;
      }),
  };
}

function requireRoom(tier: Tier, count: number): void {
  if (count < getPlan(tier).alerts) return;
  const message = `a key on the ${tier} plan has at most ${allowanceOf(tier, "alert")}; delete one with DELETE /api/v1/alerts/{id}, or upgrade`;
  throw new AppError("alert_limit_exceeded", message);
}
