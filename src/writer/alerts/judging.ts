import type { Clock } from "../../clock.ts";
import { type ToldSubject, tellFiring } from "../../domain/alert-texts.ts";
import {
  type AlertState,
  type AlertType,
  judge,
  limitsOf,
  type Sighting,
  shownThresholdOf,
} from "../../domain/alerts.ts";
import { ONE } from "../../domain/prices.ts";
import type { AlertSubject as Subject } from "../../store/alerts/subjects.ts";
import { type Db, prepare } from "../../store/database/db.ts";
import { enqueueMessage } from "../../store/webhooks/message-queue.ts";
import { type AlertIndex, isActive, type LiveAlert } from "./alert-index.ts";

/** What a firing tells of. */
export interface ToldFiring extends ToldSubject {
  readonly url: string;
  /** Members of the message that say which it is. */
  readonly members: object;
}

interface JudgingDeps {
  readonly index: AlertIndex;
  readonly clock: Clock;
  /** Where people reach the pages; undefined where that is not known. */
  readonly publicUrl: string | undefined;
}

/** What alerts of all types share: judging what they see, saving their states, firing. */
export type Judging = ReturnType<typeof openJudging>;

export function openJudging(db: Db, { index, clock, publicUrl }: JudgingDeps) {
  const saveState = prepare(db, "alerts", "saveState");
  const noteFired = prepare(db, "alerts", "noteFired");

  const save = (alert: LiveAlert, subject: string, state: AlertState): void => {
    index.setState(alert, subject, state);
    saveState.run({ alertKey: alert.alertKey, subject, state: JSON.stringify(state) });
  };

  const pageOf = (path: string): string | undefined => (publicUrl === undefined ? undefined : publicUrl + path);

  const fire = (alert: LiveAlert, sighting: Pick<Sighting, "observed" | "baseline">, told: ToldFiring): void => {
    const { id, keyId, name, rule, webhookIds, alertKey } = alert;
    const { observed, baseline } = sighting;
    const at = clock.now();
    const data = {
      alert_id: id,
      alert_name: name,
      title: name === "" ? told.title : `${name}: ${told.title}`,
      text: tellFiring(rule, sighting, told),
      url: told.url,
      fired_at: new Date(at).toISOString(),
      observed,
      threshold: shownThresholdOf(rule),
      baseline,
      window_hours: rule.windowHours ?? null,
      ...told.members,
    };
    enqueueMessage(db, {
      ...{ keyId, type: rule.type, data, at: clock.running(), alertId: id },
      webhookIds: webhookIds ?? undefined,
    });
    if (rule.once) alert.endedAt = at;
    noteFired.run({ alertKey, at, endedAt: alert.endedAt });
  };

  /** Judges what an alert sees of a subject, and saves what that changes. */
  const look = (
    alert: LiveAlert,
    subject: string,
    begun: () => AlertState,
    sighting: Sighting,
    told: () => ToldFiring,
  ): void => {
    const before = alert.states.get(subject) ?? begun();
    const { state, isFired } = judge(before, sighting, limitsOf(alert.rule));
    if (state !== before) save(alert, subject, state);
    if (isFired) fire(alert, sighting, told());
  };

  return {
    save,
    fire,
    look,
    pageOf,
    now: (): number => clock.now(),
    seconds: (): number => secondsOf(clock.now()),

    /** Those of these types that are neither ended nor beyond the plan of their key. */
    active(alerts: readonly LiveAlert[], ...types: readonly AlertType[]): LiveAlert[] {
      const now = clock.now();
      return alerts.filter((alert) => types.includes(alert.rule.type) && isActive(alert, now));
    },

    sight: ({ volume }: Subject, { rule }: LiveAlert, value: number, observed: number | null): Sighting => ({
      at: secondsOf(clock.now()),
      ...{ value, observed, baseline: null, isHeld: volume < rule.minVolume * 100 },
    }),

    toldOf: (market: Subject, price = market.yesPrice): ToldFiring => ({
      title: market.title,
      platform: market.platform,
      outcome: market.outcome,
      url: pageOf(`/markets/${market.platform}/${encodeURIComponent(market.id)}`) ?? market.url,
      members: {
        market: {
          ...{ platform: market.platform, id: market.id, title: market.title, url: market.url },
          yes_price: price === null ? null : price / ONE,
          question_id: market.questionId,
        },
      },
    }),
  };
}

export const secondsOf = (ms: number): number => Math.floor(ms / 1000);

export const ARMED: AlertState = { isArmed: true, firedAt: null, from: 0, mark: null };
