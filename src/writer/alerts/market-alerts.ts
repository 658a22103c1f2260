import { type AlertType, thresholdOf } from "../../domain/alerts.ts";
import { openSubjects, type AlertSubject as Subject } from "../../store/alerts/subjects.ts";
import { type Db, prepare } from "../../store/database/db.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import type { AlertIndex, LiveAlert } from "./alert-index.ts";
import { ARMED, type Judging, secondsOf } from "./judging.ts";
import { PRICE_TYPES } from "./price-alerts.ts";

/** Up to when closing markets were looked for. */
const CLOSING_UP_TO = "alerts-closing-up-to";

/** Looks at what happens to markets other than prices. The caller holds the transaction. */
export function openMarketAlerts(db: Db, index: AlertIndex, { active, look, now, sight, toldOf }: Judging) {
  const deleteState = prepare(db, "alerts", "deleteState");
  const closingBetween = prepare(db, "alerts", "closingBetween").pluck();
  const { read: readSubjects } = openSubjects(db);

  const lookAtClosing = (market: Subject, alerts: readonly LiveAlert[]): void => {
    const { closesAt } = market;
    if (market.status === "closed" || closesAt === null) return;
    const hoursLeft = Math.round((closesAt - now()) / 36_000) / 100;
    for (const alert of active(alerts, "market.closing")) {
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

  const lookAtStatus = (market: Subject, alerts: readonly LiveAlert[]): void => {
    const { marketKey, status, closedAt, resolvedAt } = market;
    const subject = String(marketKey);
    lookAtClosing(market, alerts);
    for (const alert of active(alerts, "market.closed")) {
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
    for (const alert of alerts.filter(({ rule }) => PRICE_TYPES.includes(rule.type))) {
      alert.ranges.delete(subject);
      if (alert.states.delete(subject)) deleteState.run({ alertKey: alert.alertKey, subject });
    }
  };

  /** For what happens once to a market. */
  const lookOnce = (
    market: Subject,
    alerts: readonly LiveAlert[],
    { type, observed, at }: { readonly type: AlertType; readonly observed: number | null; readonly at: number },
  ): void => {
    for (const alert of active(alerts, type)) {
      if (at < alert.since) continue;
      const begun = () => ({ ...ARMED, from: secondsOf(alert.since) });
      look(alert, String(market.marketKey), begun, sight(market, alert, 1, observed), () => toldOf(market));
    }
  };

  const lookForClosing = (): void => {
    const alerts = active(index.listOf("market.closing"), "market.closing");
    const upTo = findPosition(db, CLOSING_UP_TO) || now();
    savePosition(db, CLOSING_UP_TO, now());
    for (const ahead of new Set(alerts.map(({ rule }) => -thresholdOf(rule) * 1000))) {
      const keys = closingBetween.all({ from: upTo + ahead, to: now() + ahead });
      for (const market of readSubjects(keys)) lookAtClosing(market, index.find(market));
    }
  };
  return { lookAtStatus, lookForClosing, lookOnce };
}
