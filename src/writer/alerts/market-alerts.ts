import { type AlertType, ARMED, thresholdOf } from "../../domain/alerts.ts";
import { readSubjects, type AlertSubject as Subject } from "../../store/alerts/subjects.ts";
import { type Db, prepare } from "../../store/database/db.ts";
import { findPosition, savePosition } from "../../store/database/properties.ts";
import type { AlertIndex, LiveAlert } from "./alert-index.ts";
import type { Judging } from "./judging.ts";
import { PRICE_TYPES } from "./price-alerts.ts";

/** Up to when closing markets were looked for. */
const CLOSING_UP_TO = "alerts-closing-up-to";

/** Looks at what happens to markets and questions other than prices. The caller holds the transaction. */
export function openMarketAlerts(db: Db, index: AlertIndex, { active, activeOf, look, now, pageOf, toldOf }: Judging) {
  const deleteState = prepare(db, "alerts", "deleteState");
  const closingBetween = prepare(db, "alerts", "closingBetween").pluck();
  const questionMembers = prepare(db, "alerts", "questionMembers");
  const knownMembers = prepare(db, "alerts", "knownMembers").pluck();
  const knowMembers = prepare(db, "alerts", "knowMembers");

  const lookAtClosing = (market: Subject, alerts: readonly LiveAlert[]): void => {
    const { closesAt, marketKey, volume } = market;
    if (market.status === "closed" || closesAt === null) return;
    const seconds = (closesAt - now()) / 1000;
    const seen = { value: -seconds, observed: Math.round(seconds / 36) / 100, volume };
    for (const alert of active(alerts, "market.closing")) look(alert, String(marketKey), seen, () => toldOf(market));
  };

  const lookAtStatus = (market: Subject, alerts: readonly LiveAlert[]): void => {
    const { marketKey, status, closedAt, resolvedAt, volume } = market;
    const subject = String(marketKey);
    lookAtClosing(market, alerts);
    for (const alert of active(alerts, "market.closed")) {
      const isArmed = status === "open" || (closedAt ?? resolvedAt ?? 0) >= alert.since;
      look(alert, subject, { isArmed, value: status === "closed" ? 1 : 0, volume }, () => toldOf(market));
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
    { type, observed = null, at }: { readonly type: AlertType; readonly observed?: number | null; readonly at: number },
  ): void => {
    const seen = { value: 1, observed, volume: market.volume };
    for (const alert of active(alerts, type)) {
      if (at >= alert.since) look(alert, String(market.marketKey), seen, () => toldOf(market));
    }
  };

  const lookForClosing = (): void => {
    const upTo = findPosition(db, CLOSING_UP_TO) || now();
    savePosition(db, CLOSING_UP_TO, now());
    for (const ahead of new Set(activeOf("market.closing").map(({ rule }) => -thresholdOf(rule) * 1000))) {
      const keys = closingBetween.all({ from: upTo + ahead, to: now() + ahead });
      for (const market of readSubjects(db, keys)) lookAtClosing(market, index.find(market));
    }
  };

  const lookAtQuestions = (questionKeys: readonly number[]): void => {
    if (questionKeys.length === 0 || index.listOf("match.found").length === 0) return;
    const rows = Map.groupBy(questionMembers.all(JSON.stringify(questionKeys)), ({ questionKey }) => questionKey);
    for (const [questionKey, members] of rows) {
      const known = JSON.parse(knownMembers.get(questionKey) ?? "[]") as readonly number[];
      const keys = members.map(({ marketKey }) => marketKey);
      const fresh = keys.filter((key) => !known.includes(key));
      if (fresh.length === 0 && keys.length === known.length) continue;
      knowMembers.run({ questionKey, members: JSON.stringify(keys) });
      if (fresh.length > 0) lookAtMatch(String(questionKey), readSubjects(db, keys), fresh);
    }
  };

  const lookAtMatch = (subject: string, markets: readonly Subject[], fresh: readonly number[]): void => {
    const alerts = new Map(
      markets.flatMap((market) => active(index.find(market), "match.found").map((one) => [one, market])),
    );
    for (const [alert, market] of alerts) {
      const others = markets.filter(({ marketKey }) => marketKey !== market.marketKey);
      const found = others.find(({ marketKey }) => fresh.includes(marketKey)) ?? others[0];
      if (found === undefined) continue;
      // Each new market is news.
      alert.states.set(subject, { ...(alert.states.get(subject) ?? ARMED), isArmed: true });
      look(alert, subject, { value: 1, volume: market.volume }, () => {
        const page = market.questionId === null ? undefined : pageOf(`/questions/${market.questionId}`);
        const { url, members } = toldOf(found);
        return { title: market.title, platform: found.platform, url: page ?? url, members };
      });
    }
  };
  return { lookAtStatus, lookForClosing, lookOnce, lookAtQuestions };
}
