import { type Clock, toIso } from "../../clock.ts";
import {
  type AlertRule,
  type AlertState,
  type AlertType,
  ARMED,
  isFormer,
  isInPlan as isInPlanOf,
  judge,
  type PriceRange,
  type Sighting,
  shownThresholdOf,
  tellFiring,
  toFigures,
  UNITS,
} from "../../domain/alerts.ts";
import { ONE } from "../../domain/prices.ts";
import { type Alert, toAlert } from "../../store/alerts/alerts.ts";
import {
  type AlertSubject,
  isInScope,
  type ReadScope,
  readScope,
  type ScopedMarket,
  wordingOf,
} from "../../store/alerts/scope.ts";
import { type Db, prepare } from "../../store/database/db.ts";
import { findPosition } from "../../store/database/properties.ts";
import type { SearchTerm, SearchTerms } from "../../store/titles/terms.ts";
import { enqueueMessage } from "../../store/webhooks/deliveries.ts";

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
  const save = (alert: LiveAlert, subject: string, state: AlertState): void => {
    alert.states.set(subject, state);
    prepare(db, "alerts", "saveState").run({ alertKey: alert.alertKey, subject, state: JSON.stringify(state) });
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
    prepare(db, "alerts", "noteFired").run({ alertKey, at, endedAt: alert.endedAt });
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

    toldOf: (market: AlertSubject, price = market.yesPrice): ToldFiring => ({
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

/** Between which prices a market was in the window of a move, and how far the archive went then. */
export interface KnownRange extends PriceRange, Pick<AlertSubject, "lastSeq" | "backfilledAt"> {
  /** Whether these are prices of the other side. */
  readonly isOther: boolean;
}

/** An alert with what it has seen of its subjects. */
export interface LiveAlert extends Omit<Alert, "endedAt" | "rule"> {
  readonly rule: AlertRule;
  /** Names questions by their present ids. */
  scope: ReadScope;
  readonly states: Map<string, AlertState>;
  /** Of markets whose moves it looks at; empty when the process starts. */
  readonly ranges: Map<string, KnownRange>;
  /** False where the plan of its key has fewer alerts, or none of its type. */
  readonly isInPlan: boolean;
  endedAt: number | null;
}

/** All alerts in memory, found by what they look at. */
export type AlertIndex = ReturnType<typeof openAlertIndex>;

export function openAlertIndex(db: Db) {
  const questionIds = prepare(db, "change-log", "questionIds");
  const readNow = ({ rule }: Pick<LiveAlert, "rule">): ReadScope => readScope(rule.scope, db);
  const alerts = new Map<number, LiveAlert>();
  const places = new Map<string, Set<LiveAlert>>();
  let seen = 0;

  const put = (alert: LiveAlert): void => {
    alerts.set(alert.alertKey, alert);
    for (const place of placesOf(alert)) places.set(place, (places.get(place) ?? new Set()).add(alert));
  };
  const remove = (alertKey: number): void => {
    const alert = alerts.get(alertKey);
    if (alert === undefined) return;
    alerts.delete(alertKey);
    for (const place of placesOf(alert)) places.get(place)?.delete(alert);
  };
  return {
    alerts,

    /** Takes in what was changed, also by another process. The caller holds the transaction. */
    sync(): void {
      const changes = findPosition(db, "alert-changes");
      if (changes === seen) return;
      for (const { tier, olderAlerts, ...row } of prepare(db, "alerts", "listChanged").all({ generation: seen })) {
        remove(row.alertKey);
        const { rule, ...alert } = toAlert(row);
        if (isFormer(rule)) continue;
        const rows = prepare(db, "alerts", "listStates").all(alert.alertKey);
        const states = new Map(rows.map(({ subject, state }) => [subject, JSON.parse(state) as AlertState]));
        const isInPlan = isInPlanOf(rule.type, olderAlerts, tier);
        put({ ...alert, rule, states, ranges: new Map(), scope: readNow({ rule }), isInPlan });
      }
      seen = changes;
      const stored = new Set(prepare(db, "alerts", "listKeys").pluck().all());
      for (const alertKey of alerts.keys()) if (!stored.has(alertKey)) remove(alertKey);
    },

    /** Call it for questions that changed: where one was merged into another, its alerts go on with that. */
    followQuestions(questionKeys: readonly number[]): void {
      for (const { id } of questionKeys.length === 0 ? [] : questionIds.all(JSON.stringify(questionKeys))) {
        for (const alert of [...(places.get(id) ?? [])]) {
          remove(alert.alertKey);
          alert.scope = readNow(alert);
          put(alert);
        }
      }
    },

    /** Alerts whose scope a market is in. */
    find(market: ScopedMarket): LiveAlert[] {
      const wording = wordingOf(market);
      const found = new Set<LiveAlert>();
      const findAt = (place: string): void => {
        for (const alert of places.get(place) ?? []) if (isInScope(alert.scope, market, wording)) found.add(alert);
      };
      for (const name of wording.called) findAt(name);
      for (const word of wording.words) {
        findAt(word);
        for (const length of PREFIX_LENGTHS) if (length < word.length) findAt(word.slice(0, length));
      }
      findAt(ANYWHERE);
      return [...found];
    },

    listOf: (type: AlertType): LiveAlert[] => [...alerts.values()].filter(({ rule }) => rule.type === type),

    /** Reads all again: a transaction was undone. */
    reset(): void {
      alerts.clear();
      places.clear();
      seen = 0;
    },
  };
}

/** No word or name is this. Names hold a space, so they are no words. */
const ANYWHERE = "";

/** Where an alert is found: by the names of its scope, else by a word that a title must have, or by how it must begin. */
function placesOf({ scope }: LiveAlert): readonly string[] {
  if (scope.names !== undefined) return [...scope.names];
  return (scope.terms && termPlacesOf(scope.terms)) ?? [ANYWHERE];
}

/** Of words that are not finished, so much of the beginning counts. */
const PREFIX_LENGTHS = [2, 3, 4] as const;
const LONGEST_PREFIX = 4;

/** The places of the finished term with the longest word, which few titles have; undefined where none is finished or long. */
function termPlacesOf({ wanted }: SearchTerms): readonly string[] | undefined {
  const finished = wanted.filter(({ phrases: [phrase] }) => phrase?.isPrefix === false);
  const lengthOf = ({ phrases: [phrase] }: SearchTerm): number => phrase?.words[0].length ?? 0;
  const [term = wanted[0]] = finished.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const [phrase] = term?.phrases ?? [];
  if (term === undefined || phrase === undefined) return undefined;
  const [first] = phrase.words;
  // Only the last word of a phrase may be unfinished.
  const isBeginning = phrase.isPrefix && phrase.words.length === 1;
  if (isBeginning && first.length < PREFIX_LENGTHS[0]) return undefined;
  const others = [phrase.other, ...term.others.map(({ words }) => words[0])].filter((word) => word !== undefined);
  return [...new Set([isBeginning ? first.slice(0, LONGEST_PREFIX) : first, ...others])];
}
