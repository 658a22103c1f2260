// What may be asked of an alert: how a change is merged into it, and what is wrong with the outcome.

import { AppError } from "../errors.ts";
import { snakeCase } from "../spelling.ts";
import { getPlan, type Tier } from "./accounts/plans.ts";
import { ALERT_TERMS, type AlertRule, type AlertScope, type AlertType, SCOPE_NAMES } from "./alerts.ts";
import { PLATFORMS } from "./platforms.ts";
import { isQuestionId } from "./questions.ts";

/** What may be changed of an alert. */
export interface AlertContent {
  readonly name: string;
  readonly rule: AlertRule;
  /** Null for all webhooks of its key. */
  readonly webhookIds: readonly string[] | null;
  /** Epoch milliseconds. */
  readonly expiresAt: number | null;
}

type AlertMembers = Omit<AlertRule, "type"> & Omit<AlertContent, "rule">;

/** What is left out stays as it is; null takes back what was asked before. A scope is replaced whole. */
export type AlertChange = { readonly [K in keyof AlertMembers]?: AlertMembers[K] | null };

/** What alerts on many markets wait between two firings about one of them, unless asked otherwise. */
const WIDE_COOLDOWN_SECONDS = 3600;

/** Whether a scope may hold more markets than somebody has named. */
const isWide = ({ market, question, ids }: AlertScope): boolean => !market && !question && !ids;

const DEFAULTS = { scope: {}, once: false, cooldownSeconds: 0, hysteresis: 0, minVolume: 0 };

/** An alert as it is after a change; without `before`, a new one. */
export function toContent(type: AlertType, change: AlertChange, before?: AlertContent): AlertContent {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const { rule, ...others } = before ?? {};
  const kept = { ...rule, ...others };
  // The other side of a price takes the place of the one before.
  if (change.above != null) delete kept.below;
  if (change.below != null) delete kept.above;
  const stated = Object.entries({ ...kept, ...Object.fromEntries(given) }).filter(([, value]) => value != null);
  const members = { ...DEFAULTS, ...ALERT_TERMS[type].options, ...Object.fromEntries(stated), type };
  if (isWide(members.scope) && !stated.some(([option]) => option === "cooldownSeconds")) {
    members.cooldownSeconds = WIDE_COOLDOWN_SECONDS;
  }
  const { name = "", webhookIds = [], expiresAt = null, ...merged } = members as AlertRule & Partial<AlertContent>;
  return { rule: merged, name, webhookIds: webhookIds?.length ? webhookIds : null, expiresAt };
}

interface Fault {
  readonly parameter: string;
  readonly message: string;
}

/** The most markets and questions of one scope. */
export const MAX_SCOPE_IDS = 100;

const NAMING = ["market", "event", "question", "ids"] as const;

/** What is wrong with a rule, by the names of the body. */
export function faultsOf(rule: AlertRule): Fault[] {
  const { type, scope } = rule;
  const { options, isForAll, isOfSource } = ALERT_TERMS[type];
  const faults: Fault[] = [];
  const add = (parameter: string, message: string): void => void faults.push({ parameter, message });
  const taken = Object.keys(options).map(snakeCase).join(", ") || "no option";
  for (const [name, value] of Object.entries(rule)) {
    const isKnown = name === "type" || name in DEFAULTS || name in options;
    if (value !== undefined && !isKnown) add(snakeCase(name), `${type} does not take it; it takes ${taken}`);
  }
  if (type === "market.price_crossed" && (rule.above === undefined) === (rule.below === undefined)) {
    add("above", "expected above or below, and not both; make two alerts for two prices");
  }
  if (type === "market.price_moved" && rule.points === undefined) add("points", `required for ${type}, such as 5`);
  const names = NAMING.filter((field) => scope[field] !== undefined);
  if (names.length > 1) add(`scope.${names[1]}`, `expected one of ${NAMING.join(", ")}, got ${names.join(" and ")}`);
  if (Object.keys(scope).length === 0 && !isForAll) {
    add("scope.market", `expected a scope for ${type}: one of ${SCOPE_NAMES.join(", ")}`);
  }
  const other = isOfSource && SCOPE_NAMES.find((field) => field !== "platform" && scope[field] !== undefined);
  if (other) add(`scope.${other}`, `${type} takes scope.platform alone`);
  for (const field of ["market", "event"] as const) {
    const value = scope[field];
    if (value !== undefined && !isName(value)) add(`scope.${field}`, EXPECTED_NAME);
  }
  if (scope.question !== undefined && !isQuestionId(scope.question)) {
    add("scope.question", "expected a question id of 16 hexadecimal characters, as /api/v1/questions gives it");
  }
  const ids = scope.ids ?? [];
  if (ids.length > MAX_SCOPE_IDS) add("scope.ids", `expected at most ${MAX_SCOPE_IDS}, got ${ids.length}`);
  if (!ids.every((one) => isQuestionId(one) || isName(one))) add("scope.ids", `${EXPECTED_NAME}, or ids of questions`);
  return faults;
}

const isName = (value: string): boolean => PLATFORMS.some(({ id }) => value.startsWith(`${id}:`) && value !== `${id}:`);

const EXPECTED_NAME = `expected platform:id (platforms: ${PLATFORMS.map(({ id }) => id).join(", ")})`;

/** Throws AppError validation_error. */
export function requireRule(rule: AlertRule): void {
  const errors = faultsOf(rule);
  if (errors.length === 0) return;
  const message = errors.map((error) => `${error.parameter}: ${error.message}`).join("; ");
  throw new AppError("validation_error", message, { details: { errors } });
}

/** What a plan needs for an alert: spreads are for those that may list them with GET /api/v1/arbitrage. */
export const tierFor = (type: AlertType): "any" | "pro" => (type.startsWith("spread.") ? "pro" : "any");

/** Whether the plan of its key has an alert; `place` is how many older ones the key has. The operator's have no plan. */
export const isInPlan = (type: AlertType, place: number, tier: Tier | null): boolean =>
  tier === null || (place < getPlan(tier).alerts && (tierFor(type) === "any" || tier !== "free"));
