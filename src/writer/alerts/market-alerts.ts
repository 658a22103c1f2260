import type { AlertType } from "../../domain/alerts.ts";
import type { AlertSubject as Subject } from "../../store/alerts/subjects.ts";
import { type Db, prepare } from "../../store/database/db.ts";
import type { LiveAlert } from "./alert-index.ts";
import type { Judging } from "./judging.ts";
import { PRICE_TYPES } from "./price-alerts.ts";

interface MarketNews {
  readonly type: AlertType;
  readonly observed?: number | null;
  /** When it happened, in epoch milliseconds. */
  readonly at: number;
}

/** Looks at what happens once to a market. The caller holds the transaction. */
export function lookOnce(
  { active, look, toldOf }: Judging,
  market: Subject,
  alerts: readonly LiveAlert[],
  { type, observed = null, at }: MarketNews,
): void {
  const seen = { value: 1, observed, volume: market.volume };
  for (const alert of active(alerts, type)) {
    if (at >= alert.since) look(alert, String(market.marketKey), seen, () => toldOf(market));
  }
}

/** Forgets what alerts on prices have seen of a closed market: its price does not change any more. */
export function forgetClosed(db: Db, { marketKey, status }: Subject, alerts: readonly LiveAlert[]): void {
  if (status === "open") return;
  const subject = String(marketKey);
  for (const alert of alerts.filter(({ rule }) => PRICE_TYPES.includes(rule.type))) {
    alert.ranges.delete(subject);
    if (alert.states.delete(subject)) prepare(db, "alerts", "deleteState").run({ alertKey: alert.alertKey, subject });
  }
}
