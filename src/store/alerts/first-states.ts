import { type AlertRule, ARMED, judge, thresholdOf } from "../../domain/alerts.ts";
import { isAtLeast, toSpreadKey } from "../../domain/arbitrage.ts";
import { isRealMoney, PLATFORMS } from "../../domain/platforms.ts";
import { centsOf } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/db.ts";
import { findOpportunities, type Opportunity } from "../spreads/arbitrage.ts";
import { isInScope, readScope } from "./scope.ts";
import { readSubjects } from "./subjects.ts";

/** A spread that is not there. */
const NONE = -Number.MAX_SAFE_INTEGER;

/** What an alert sees of a spread; undefined for one that is not there. */
export function sightSpread(
  { type, minConfidence = "high", minNetCents = 0 }: AlertRule,
  found: Opportunity | undefined,
) {
  const isSeen = found !== undefined && isAtLeast(found.confidence, minConfidence);
  const net = isSeen ? found.profit : NONE;
  const isOpening = type === "spread.opened";
  return {
    value: isOpening ? net : -net,
    observed: found === undefined ? null : centsOf(found.profit),
    baseline: minNetCents,
    ...(isOpening && { volume: found?.volume ?? 0 }),
    // Before an alert has seen a spread, it was not there.
    isArmed: isOpening,
  };
}

interface RuledAlert {
  readonly alertKey: number;
  readonly rule: AlertRule;
}

/**
 * Notes what a new alert must not take for news: the spreads that are there, the markets that close soon. The caller holds
 * the transaction.
 */
export function noteFirstStates(db: Db, alert: RuledAlert, now: number): void {
  const { type } = alert.rule;
  if (type === "spread.opened" || type === "spread.closed") noteSpreads(db, alert, now);
  if (type === "market.closing") noteClosing(db, alert, now);
}

function noteSpreads(db: Db, { alertKey, rule }: RuledAlert, now: number): void {
  const scope = readScope(rule.scope, db);
  const platforms = PLATFORMS.map(({ id }) => id).filter(isRealMoney);
  const keys = prepare(db, "alerts", "namedSpreads").all().map(toSpreadKey);
  for (const [key, found] of findOpportunities(db, [], keys, { platforms, now })) {
    if (!found.members.some((member) => isInScope(scope, { ...member, questionId: found.questionId }))) continue;
    const seen = sightSpread(rule, found);
    const { isArmed } = judge(rule, { ...ARMED, ...seen }, { ...seen, at: 0, isHeld: false });
    if (isArmed !== seen.isArmed) noteState(db, alertKey, key, isArmed);
  }
}

function noteClosing(db: Db, { alertKey, rule }: RuledAlert, now: number): void {
  const scope = readScope(rule.scope, db);
  const soon = { from: now, to: now - thresholdOf(rule) * 1000 };
  for (const market of readSubjects(db, prepare(db, "alerts", "closingBetween").pluck().all(soon))) {
    if (isInScope(scope, market)) noteState(db, alertKey, String(market.marketKey), false);
  }
}

const noteState = (db: Db, alertKey: number, subject: string, isArmed: boolean): void =>
  void prepare(db, "alerts", "saveState").run({ alertKey, subject, state: JSON.stringify({ ...ARMED, isArmed }) });
