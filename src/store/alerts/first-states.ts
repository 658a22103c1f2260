import { type AlertRule, ARMED, judge } from "../../domain/alerts.ts";
import { isAtLeast, toSpreadKey } from "../../domain/arbitrage.ts";
import { isRealMoney, PLATFORMS } from "../../domain/platforms.ts";
import { centsOf } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/db.ts";
import { findOpportunities, type Opportunity } from "../spreads/arbitrage.ts";
import { isInScope, readScope } from "./scope.ts";

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

interface RuledAlert {
  readonly alertKey: number;
  readonly rule: AlertRule;
}

/** Notes the spreads that are there, which a new alert must not take for news. The caller holds the transaction. */
export function noteFirstStates(db: Db, { alertKey, rule }: RuledAlert, now: number): void {
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
