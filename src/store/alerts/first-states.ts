import { type AlertRule, ARMED, judge, thresholdOf } from "../../domain/alerts.ts";
import { EVENT_KEY_BASE, isAtLeast } from "../../domain/arbitrage.ts";
import { isRealMoney, PLATFORMS } from "../../domain/platforms.ts";
import { centsOf } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/db.ts";
import { type Opportunity, openOpportunities } from "../spreads/arbitrage.ts";
import { isInScope, openCurrentQuestions, readScope } from "./scope.ts";
import { openSubjects } from "./subjects.ts";

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
    ...(isOpening && { volume: found?.legs.volume ?? 0 }),
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
export function openFirstStates(db: Db): (alert: RuledAlert, now: number) => void {
  const listGroups = prepare(db, "alerts", "spreadGroups").pluck();
  const listClosing = prepare(db, "alerts", "closingBetween").pluck();
  const save = prepare(db, "alerts", "saveState");
  const findCurrent = openCurrentQuestions(db);
  const findOpportunities = openOpportunities(db, []);
  const { read: readSubjects } = openSubjects(db);
  const platforms = PLATFORMS.map(({ id }) => id).filter(isRealMoney);

  const noteState = (alertKey: number, subject: number, isArmed: boolean): void =>
    void save.run({ alertKey, subject: String(subject), state: JSON.stringify({ ...ARMED, isArmed }) });
  const noteSpreads = ({ alertKey, rule }: RuledAlert, now: number): void => {
    const scope = readScope(rule.scope, findCurrent);
    for (const [groupKey, found] of findOpportunities(listGroups.all({ eventKeys: EVENT_KEY_BASE }), {
      platforms,
      now,
    })) {
      if (!found.members.some((member) => isInScope(scope, { ...member, questionId: found.questionId }))) continue;
      const seen = sightSpread(rule, found);
      const { isArmed } = judge(rule, { ...ARMED, ...seen }, { ...seen, at: 0, isHeld: false });
      if (isArmed !== seen.isArmed) noteState(alertKey, groupKey, isArmed);
    }
  };
  const noteClosing = ({ alertKey, rule }: RuledAlert, now: number): void => {
    const scope = readScope(rule.scope, findCurrent);
    for (const market of readSubjects(listClosing.all({ from: now, to: now - thresholdOf(rule) * 1000 }))) {
      if (isInScope(scope, market)) noteState(alertKey, market.marketKey, false);
    }
  };
  return (alert, now) => {
    const { type } = alert.rule;
    if (type === "spread.opened" || type === "spread.closed") noteSpreads(alert, now);
    if (type === "market.closing") noteClosing(alert, now);
  };
}
