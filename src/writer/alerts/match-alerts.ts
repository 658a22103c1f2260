import { judge, limitsOf } from "../../domain/alerts.ts";
import { openSubjects, type AlertSubject as Subject } from "../../store/alerts/subjects.ts";
import { type Db, prepare } from "../../store/database/db.ts";
import type { AlertIndex } from "./alert-index.ts";
import { ARMED, type Judging } from "./judging.ts";

/** Looks at questions whose markets changed. The caller holds the transaction. */
export function openMatchAlerts(
  db: Db,
  index: AlertIndex,
  { active, fire, pageOf, save, sight, toldOf }: Judging,
): (questionKeys: readonly number[]) => void {
  const questionMembers = prepare(db, "alerts", "questionMembers");
  const knownMembers = prepare(db, "alerts", "knownMembers").pluck();
  const knowMembers = prepare(db, "alerts", "knowMembers");
  const { read: readSubjects } = openSubjects(db);

  const lookAtQuestions = (questionKeys: readonly number[]): void => {
    if (questionKeys.length === 0 || index.listOf("match.found").length === 0) return;
    const rows = Map.groupBy(questionMembers.all(JSON.stringify(questionKeys)), ({ questionKey }) => questionKey);
    for (const [questionKey, members] of rows) {
      const known = JSON.parse(knownMembers.get(questionKey) ?? "[]") as readonly number[];
      const keys = members.map(({ marketKey }) => marketKey);
      const fresh = keys.filter((key) => !known.includes(key));
      if (fresh.length === 0 && keys.length === known.length) continue;
      knowMembers.run({ questionKey, members: JSON.stringify(keys) });
      if (fresh.length > 0) lookAtMatch(questionKey, readSubjects(keys), fresh);
    }
  };

  const lookAtMatch = (questionKey: number, markets: readonly Subject[], fresh: readonly number[]): void => {
    const alerts = new Map(
      markets.flatMap((market) => active(index.find(market), "match.found").map((one) => [one, market])),
    );
    for (const [alert, market] of alerts) {
      const others = markets.filter(({ marketKey }) => marketKey !== market.marketKey);
      const found = others.find(({ marketKey }) => fresh.includes(marketKey)) ?? others[0];
      if (found === undefined) continue;
      const subject = String(questionKey);
      const before = { ...(alert.states.get(subject) ?? ARMED), isArmed: true };
      const { state, isFired } = judge(before, sight(market, alert, 1, null), limitsOf(alert.rule));
      if (state !== before) save(alert, subject, state);
      if (!isFired) continue;
      const { url, members } = toldOf(found);
      const page = market.questionId === null ? undefined : pageOf(`/questions/${market.questionId}`);
      const told = { title: market.title, platform: found.platform, url: page ?? url, members };
      fire(alert, { observed: null, baseline: null }, told);
    }
  };
  return lookAtQuestions;
}
