import { type AlertRule, type AlertState, judge, limitsOf, type Sighting } from "../../domain/alerts.ts";
import { isAtLeast } from "../../domain/arbitrage.ts";
import { isRealMoney, PLATFORMS } from "../../domain/platforms.ts";
import { centsOf } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/db.ts";
import { type Opportunity, openOpportunities } from "../spreads/arbitrage.ts";
import { isInScope, readScope } from "./scope.ts";

/** A spread that is not there. */
const NONE = -Number.MAX_SAFE_INTEGER;

/** What an alert sees of a spread; undefined for one that is not there. */
export function sightSpread(
  { type, minConfidence = "medium", minNetCents = 0, minVolume }: AlertRule,
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

/** Has a new alert on spreads know those that are there: they have not opened since. The caller holds the transaction. */
export function openSpreadStates(db: Db): (alert: RuledAlert, now: number) => void {
  const listGroups = prepare(db, "alerts", "spreadGroups").pluck();
  const save = prepare(db, "alerts", "saveState");
  const findOpportunities = openOpportunities(db, []);
  const platforms = PLATFORMS.map(({ id }) => id).filter(isRealMoney);
  return ({ alertKey, rule }, now) => {
    if (rule.type !== "spread.opened" && rule.type !== "spread.closed") return;
    const scope = readScope(rule.scope);
    const from = Math.floor(now / 1000);
    for (const [groupKey, found] of findOpportunities(listGroups.all(), { platforms, now })) {
      const isOfScope = found.members.some((member) => isInScope(scope, { ...member, questionId: found.questionId }));
      if (!isOfScope) continue;
      const begun = beginSpread(rule, from);
      const { state } = judge(
        begun,
        { ...sightSpread(rule, found, from), isHeld: false },
        { ...limitsOf(rule), cooldownSeconds: 0 },
      );
      if (state !== begun)
        save.run({ alertKey, subject: String(groupKey), state: JSON.stringify({ ...state, firedAt: null }) });
    }
  };
}
