import { type AlertRule, type AlertState, judge, limitsOf, type Sighting, thresholdOf } from "../../domain/alerts.ts";
import { isAtLeast } from "../../domain/arbitrage.ts";
import { isRealMoney, PLATFORMS } from "../../domain/platforms.ts";
import { centsOf } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/db.ts";
import { type Opportunity, openOpportunities } from "../spreads/arbitrage.ts";
import { isInScope, readScope } from "./scope.ts";
import { openSubjects } from "./subjects.ts";

/** A spread that is not there. */
const NONE = -Number.MAX_SAFE_INTEGER;

/** What an alert sees of a spread; undefined for one that is not there. */
export function sightSpread(
  { type, minConfidence = "high", minNetCents = 0, minVolume }: AlertRule,
  found: Opportunity | undefined,
  at: number,
): Sighting {
  const isSeen = found !== undefined && isAtLeast(found.confidence, minConfidence);
  const net = isSeen ? found.profit : NONE;
  return {
    at,
    value: type === "spread.opened" ? net : -net,
    observed: found === undefined ? null : centsOf(found.profit),
    baseline: minNetCents,
    isHeld: type === "spread.opened" && (found?.legs.volume ?? 0) < minVolume * 100,
  };
}

/** The state of a spread before an alert has seen it: it was not there. */
export const beginSpread = ({ type }: AlertRule, from: number): AlertState => ({
  isArmed: type === "spread.opened",
  firedAt: null,
  from,
  mark: null,
});

interface RuledAlert {
  readonly alertKey: number;
  readonly rule: AlertRule;
}

/**
 * Notes what a new alert must not take for news: the spreads that are there, the markets that close soon. The caller holds
 * the transaction.
 */
export function openFirstStates(db: Db): (alert: RuledAlert, now: number) => void {
  const listGroups = prepare(db, "alerts", "spreadGroups").pluck();
  const listClosing = prepare(db, "alerts", "closingBetween").pluck();
  const save = prepare(db, "alerts", "saveState");
  const findOpportunities = openOpportunities(db, []);
  const { read: readSubjects } = openSubjects(db);
  const platforms = PLATFORMS.map(({ id }) => id).filter(isRealMoney);

  const noteSpreads = ({ alertKey, rule }: RuledAlert, now: number): void => {
    const scope = readScope(rule.scope);
    const from = Math.floor(now / 1000);
    const begun = beginSpread(rule, from);
    for (const [groupKey, found] of findOpportunities(listGroups.all(), { platforms, now })) {
      if (!found.members.some((member) => isInScope(scope, { ...member, questionId: found.questionId }))) continue;
      const { state } = judge(begun, { ...sightSpread(rule, found, from), isHeld: false }, limitsOf(rule));
      if (state === begun) continue;
      save.run({ alertKey, subject: String(groupKey), state: JSON.stringify({ ...state, firedAt: null }) });
    }
  };
  const noteClosing = ({ alertKey, rule }: RuledAlert, now: number): void => {
    const scope = readScope(rule.scope);
    const state = JSON.stringify({ isArmed: false, firedAt: null, from: Math.floor(now / 1000), mark: null });
    for (const market of readSubjects(listClosing.all({ from: now, to: now - thresholdOf(rule) * 1000 }))) {
      if (isInScope(scope, market)) save.run({ alertKey, subject: String(market.marketKey), state });
    }
  };
  return (alert, now) => {
    const { type } = alert.rule;
    if (type === "spread.opened" || type === "spread.closed") noteSpreads(alert, now);
    if (type === "market.closing") noteClosing(alert, now);
  };
}
