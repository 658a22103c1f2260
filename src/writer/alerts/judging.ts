import { type Clock, toIso } from "../../clock.ts";
import {
  type AlertState,
  type AlertType,
  ARMED,
  judge,
  type Sighting,
  shownThresholdOf,
  tellFiring,
  toFigures,
  UNITS,
} from "../../domain/alerts.ts";
import { ONE } from "../../domain/prices.ts";
import type { AlertSubject as Subject } from "../../store/alerts/subjects.ts";
import { type Db, prepare } from "../../store/database/db.ts";
import { enqueueMessage } from "../../store/webhooks/message-queue.ts";
import type { AlertIndex, LiveAlert } from "./alert-index.ts";

/** What a firing tells of. */
export interface ToldFiring {
  /** What people call it. */
  readonly title: string;
  /** How a market ended. */
  readonly outcome?: string | null;
  readonly url: string;
  /** Members of the message that say which it is. */
  readonly members: object;
}

/** What is seen of a subject now. */
interface SeenSubject extends Pick<Sighting, "value"> {
  readonly observed?: number | null;
  readonly baseline?: number | null;
  /** In cents, where the least volume of the alert holds. */
  readonly volume?: number;
  /** Whether it fires at its first sighting. */
  readonly isArmed?: boolean;
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
    alert.states.set(subject, state);
    saveState.run({ alertKey: alert.alertKey, subject, state: JSON.stringify(state) });
  };

  const pageOf = (path: string): string | undefined => (publicUrl === undefined ? undefined : publicUrl + path);

  /** Those of these types that are neither ended nor beyond the plan of their key. */
  const active = (alerts: readonly LiveAlert[], ...types: readonly AlertType[]): LiveAlert[] => {
    const now = clock.now();
    return alerts.filter(
      ({ rule, isInPlan, endedAt, expiresAt }) =>
        types.includes(rule.type) && isInPlan && endedAt === null && (expiresAt === null || now < expiresAt),
    );
  };

  const fire = (alert: LiveAlert, { observed, baseline }: FiredFigure, told: ToldFiring): void => {
    const { id, keyId, name, rule, webhookIds, alertKey } = alert;
    const at = clock.now();
    const figures = toFigures(rule.type, { observed, baseline });
    const data = {
      alert_id: id,
      alert_name: name,
      title: name === "" ? told.title : `${name}: ${told.title}`,
      text: tellFiring(rule, { observed, baseline }, told.outcome),
      url: told.url,
      fired_at: toIso(at),
      observed: figures.observed,
      threshold: shownThresholdOf(rule),
      unit: UNITS[rule.type],
      baseline: figures.baseline,
      baseline_unit: figures.baselineUnit,
      window_hours: rule.windowHours ?? null,
      ...told.members,
    };
    enqueueMessage(db, { keyId, type: rule.type, data, at: clock.running(), alertId: id, webhookIds });
    if (rule.once) alert.endedAt = at;
    noteFired.run({ alertKey, at, endedAt: alert.endedAt });
  };

  return {
    save,
    fire,
    pageOf,
    active,
    activeOf: (...types: readonly AlertType[]): LiveAlert[] =>
      types.flatMap((type) => active(index.listOf(type), type)),
    now: (): number => clock.now(),
    seconds: (): number => secondsOf(clock.now()),

    /** Judges what an alert sees of a subject, and saves what that changes. */
    look(alert: LiveAlert, subject: string, seen: SeenSubject, told: () => ToldFiring): void {
      const { value, observed = null, baseline = null, volume, isArmed = true } = seen;
      const before = alert.states.get(subject) ?? { ...ARMED, isArmed };
      const isHeld = volume !== undefined && volume < alert.rule.minVolume * 100;
      const sighting = { at: secondsOf(clock.now()), value, observed, baseline, isHeld };
      const state = judge(alert.rule, before, sighting);
      if (state === before) return;
      save(alert, subject, state);
      if (!state.isArmed) fire(alert, sighting, told());
    },

    toldOf: (market: Subject, price = market.yesPrice): ToldFiring => ({
      title: market.title,
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

type FiredFigure = Pick<Sighting, "observed" | "baseline">;

export const secondsOf = (ms: number): number => Math.floor(ms / 1000);
