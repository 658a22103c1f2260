import {
  type AlertRule,
  type AlertState,
  type AlertType,
  isFormer,
  isInPlan as isInPlanOf,
  type PriceRange,
} from "../../domain/alerts.ts";
import { type Alert, toAlert } from "../../store/alerts/alerts.ts";
import { isInScope, type ReadScope, readScope, type ScopedMarket, wordingOf } from "../../store/alerts/scope.ts";
import type { AlertSubject } from "../../store/alerts/subjects.ts";
import { type Db, prepare } from "../../store/database/db.ts";
import { findPosition } from "../../store/database/properties.ts";
import type { SearchTerm, SearchTerms } from "../../store/titles/terms.ts";

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
  const listChanged = prepare(db, "alerts", "listChanged");
  const listKeys = prepare(db, "alerts", "listKeys").pluck();
  const listStates = prepare(db, "alerts", "listStates");
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
      for (const { tier, olderAlerts, ...row } of listChanged.all({ generation: seen })) {
        remove(row.alertKey);
        const { rule, ...alert } = toAlert(row);
        if (isFormer(rule)) continue;
        const rows = listStates.all(alert.alertKey);
        const states = new Map(rows.map(({ subject, state }) => [subject, JSON.parse(state) as AlertState]));
        const isInPlan = isInPlanOf(rule.type, olderAlerts, tier);
        put({ ...alert, rule, states, ranges: new Map(), scope: readNow({ rule }), isInPlan });
      }
      seen = changes;
      const stored = new Set(listKeys.all());
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
