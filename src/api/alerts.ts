import type { Context } from "../context.ts";
import type { Key } from "../domain/accounts/keys.ts";
import {
  ALERT_TERMS,
  ALERT_TYPES,
  type AlertRule,
  type AlertScope,
  type AlertType,
  DIRECTIONS,
  MAX_ALERTS,
  SCOPE_NAMES,
} from "../domain/alerts.ts";
import { CONFIDENCES } from "../domain/arbitrage.ts";
import { CATEGORIES } from "../domain/categories/names.ts";
import { isQuestionId } from "../domain/questions.ts";
import { AppError } from "../errors.ts";
import { endpoint } from "../http/endpoint.ts";
import { searchText } from "../http/filters.ts";
import { metaOf } from "../http/meta-schema.ts";
import {
  choice,
  decimal,
  flag,
  type Input,
  inBody,
  inPath,
  type Kind,
  optional,
  type ParameterError,
  repeatable,
  required,
  text,
  timestamp,
  wholeNumber,
} from "../http/parameters.ts";
import { keyOf } from "../http/route.ts";
import {
  always,
  arrayOf,
  boolean,
  dateTime,
  integer,
  named,
  noun,
  nounFields,
  nullable,
  number,
  object,
  oneOf,
  publishedBy,
  publisher,
  rare,
  type Schema,
  string,
  withExample,
} from "../http/schema.ts";
import { examplePlatform } from "../http/value-schemas.ts";
import type { Alert, AlertContent } from "../store/alerts/alerts.ts";
import { MAX_PREVIEWED, PREVIEW_DAYS, previewAlert, previewSchema } from "./alert-preview.ts";

const EXAMPLE_ID = "0d9f6a52-8f0e-4c56-9a6e-2f6d1c0b7e11";
const MONTH_SECONDS = 30 * 24 * 3600;
const MAX_SCOPE_IDS = 100;
const MAX_NAME = 500;

const id = inPath(
  text({ description: "The alert's id, as its listing shows it.", min: 1, max: 100, example: EXAMPLE_ID }),
);

const member = <T>(kind: Kind<T>) => inBody(optional(kind));

const name = (what: string, example?: string) =>
  member(text({ description: what, min: 1, max: MAX_NAME, ...(example === undefined ? {} : { example }) }));

/** What an alert is made of beside its type; each is named in the body as here. */
export const alertOptions = (platforms: readonly string[]) => ({
  name: member(text({ description: "What messages call it.", min: 1, max: 100, example: "Fed cut" })),
  "scope.market": name("One market, as `platform:id`.", `${examplePlatform(platforms)}:KXFED-27JAN-CUT`),
  "scope.event": name("All markets of an event, as `platform:id`."),
  "scope.question": name("All markets of a question, by its id. Prices are in its direction."),
  "scope.ids": inBody(
    repeatable(
      text({
        description: `Up to ${MAX_SCOPE_IDS} markets and questions, as a watchlist has them.`,
        min: 1,
        max: MAX_NAME,
      }),
    ),
  ),
  "scope.query": member(searchText("Markets whose title has these words.")),
  "scope.category": member(choice({ description: "Markets of this category.", values: CATEGORIES })),
  "scope.platform": member(choice({ description: "Only this platform.", values: platforms })),
  above: member(
    decimal({ description: "Of price_crossed: fires at or above this price of yes.", min: 0, max: 1, example: 0.6 }),
  ),
  below: member(decimal({ description: "Of price_crossed: fires at or below this price of yes.", min: 0, max: 1 })),
  points: member(decimal({ description: "Of price_moved: percentage points.", min: 0.1, max: 100, example: 5 })),
  window_hours: member(
    wholeNumber({ description: "Of price_moved and volume_jumped; 24 unless given.", min: 1, max: 168 }),
  ),
  direction: member(choice({ description: "Of price_moved; either unless given.", values: DIRECTIONS })),
  times: member(
    decimal({ description: "Of volume_jumped: how many times the usual volume; 3 unless given.", min: 1.1, max: 1000 }),
  ),
  hours_before: member(wholeNumber({ description: "Of closing; 24 unless given.", min: 1, max: 720 })),
  minutes: member(
    wholeNumber({ description: "Of source.stale: how old its data is; 60 unless given.", min: 5, max: 10_080 }),
  ),
  min_net_cents: member(
    decimal({ description: "Of spreads: net of fees, a contract; 0 unless given.", min: 0, max: 100 }),
  ),
  min_confidence: member(choice({ description: "Of spreads; high unless given.", values: CONFIDENCES })),
  once: member(flag({ description: "Ends with its first firing." })),
  cooldown_seconds: member(
    wholeNumber({ description: "After a firing, its market fires no more for so long.", min: 0, max: MONTH_SECONDS }),
  ),
  hysteresis: member(
    decimal({
      description:
        "How far the figure must come back before it fires again: points, cents of spreads, times of volumes.",
      min: 0,
      max: 100,
    }),
  ),
  min_volume: member(decimal({ description: "Fires only at this lifetime volume in USD, or above.", min: 0 })),
  expires_at: member(timestamp({ description: "Ends then." })),
  webhook_ids: inBody(
    repeatable(text({ description: "Where its messages go; all webhooks of the key unless given.", min: 1, max: 100 })),
  ),
});

type AlertInput = Input<ReturnType<typeof alertOptions>>;

const type = inBody(
  required(choice({ description: "What it tells of.", values: ALERT_TYPES, example: "market.price_crossed" })),
);

const OPTION_NAMES = {
  above: "above",
  below: "below",
  points: "points",
  windowHours: "window_hours",
  direction: "direction",
  times: "times",
  hoursBefore: "hours_before",
  minutes: "minutes",
  minNetCents: "min_net_cents",
  minConfidence: "min_confidence",
} as const satisfies Partial<Record<keyof AlertRule, keyof AlertInput>>;
type Option = keyof typeof OPTION_NAMES;

/** The rule that a body asks for, over that of an alert that is changed. */
export function toRule(kind: AlertType, input: Partial<AlertInput>, before?: AlertRule): AlertRule {
  const { options } = ALERT_TERMS[kind];
  const given = toScope(input);
  const asked = Object.entries(OPTION_NAMES).flatMap(([option, field]) => {
    // The other side of a price takes the place of the one before.
    const isReplaced =
      (option === "above" && input.below !== undefined) || (option === "below" && input.above !== undefined);
    const kept = isReplaced ? undefined : before?.[option as Option];
    const value = input[field] ?? kept ?? options[option as Option];
    return value === undefined ? [] : [[option, value]];
  });
  return {
    type: kind,
    scope: Object.keys(given).length === 0 ? (before?.scope ?? {}) : given,
    ...(Object.fromEntries(asked) as Partial<Pick<AlertRule, Option>>),
    once: input.once ?? before?.once ?? false,
    cooldownSeconds: input.cooldown_seconds ?? before?.cooldownSeconds ?? 0,
    hysteresis: input.hysteresis ?? before?.hysteresis ?? 0,
    minVolume: input.min_volume ?? before?.minVolume ?? 0,
  };
}

const toScope = (input: Partial<AlertInput>): AlertScope =>
  Object.fromEntries(
    SCOPE_NAMES.flatMap((field) => {
      const value = input[`scope.${field}`];
      return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[field, value]];
    }),
  );

const NAMING = ["market", "event", "question", "ids"] as const;

/** What is wrong with a rule, by the names of the body. */
export function ruleErrors(rule: AlertRule, platforms: readonly string[]): ParameterError[] {
  const { type: kind, scope } = rule;
  const { options, isForAll, isOfSource } = ALERT_TERMS[kind];
  const errors: ParameterError[] = [];
  const add = (parameter: string, message: string): void => void errors.push({ parameter, message });
  for (const [option, field] of Object.entries(OPTION_NAMES)) {
    if (rule[option as Option] !== undefined && !(option in options)) {
      const taken = Object.keys(options).map((one) => OPTION_NAMES[one as Option]);
      add(field, `${kind} does not take it; it takes ${taken.join(", ") || "no option"}`);
    }
  }
  if (kind === "market.price_crossed" && (rule.above === undefined) === (rule.below === undefined)) {
    add("above", "expected above or below, and not both; make two alerts for two prices");
  }
  if (kind === "market.price_moved" && rule.points === undefined) add("points", `required for ${kind}, such as 5`);
  const names = NAMING.filter((field) => scope[field] !== undefined);
  if (names.length > 1) add(`scope.${names[1]}`, `expected one of ${NAMING.join(", ")}, got ${names.join(" and ")}`);
  if (Object.keys(scope).length === 0 && !isForAll) {
    add("scope.market", `expected a scope for ${kind}: one of ${SCOPE_NAMES.join(", ")}`);
  }
  const other = isOfSource && SCOPE_NAMES.find((field) => field !== "platform" && scope[field] !== undefined);
  if (other) add(`scope.${other}`, `${kind} takes scope.platform alone`);
  for (const field of ["market", "event"] as const) {
    const value = scope[field];
    if (value !== undefined && !isName(value, platforms)) add(`scope.${field}`, expectedName(platforms));
  }
  if (scope.question !== undefined && !isQuestionId(scope.question)) {
    add("scope.question", "expected a question id of 16 hexadecimal characters, as /api/v1/questions gives it");
  }
  const ids = scope.ids ?? [];
  if (ids.length > MAX_SCOPE_IDS) add("scope.ids", `expected at most ${MAX_SCOPE_IDS}, got ${ids.length}`);
  const wrong = ids.find((one) => !isQuestionId(one) && !isName(one, platforms));
  if (wrong !== undefined) add("scope.ids", `${expectedName(platforms)}, or ids of questions`);
  return errors;
}

const isName = (value: string, platforms: readonly string[]): boolean => {
  const colon = value.indexOf(":");
  return platforms.includes(value.slice(0, Math.max(colon, 0))) && colon < value.length - 1;
};

const expectedName = (platforms: readonly string[]): string =>
  `expected platform:id (platforms: ${platforms.join(", ")})`;

/** Throws AppError validation_error. */
export function requireRule(rule: AlertRule, platforms: readonly string[]): AlertRule {
  const errors = ruleErrors(rule, platforms);
  if (errors.length === 0) return rule;
  const message = errors.map((error) => `${error.parameter}: ${error.message}`).join("; ");
  throw new AppError("validation_error", message, { details: { errors } });
}

export const toContent = (rule: AlertRule, input: Partial<AlertInput>, before?: Alert): AlertContent => ({
  rule,
  name: input.name ?? before?.name ?? "",
  webhookIds: input.webhook_ids?.length ? input.webhook_ids : (before?.webhookIds ?? null),
  expiresAt: input.expires_at ?? before?.expiresAt ?? null,
});

interface ShownAlert extends Alert {
  readonly status: AlertStatus;
}

const STATUSES = ["active", "ended", "expired", "beyond_plan"] as const;
type AlertStatus = (typeof STATUSES)[number];

const ofRule =
  <K extends keyof AlertRule>(key: K) =>
  ({ rule }: Alert) =>
    rule[key] ?? null;
const option = <T>(schema: Schema<T, T>) => withExample(nullable(schema), null);

const EXAMPLE_SCOPE = { market: "kalshi:KXFED-27JAN-CUT" };

const scopeMember = rare(string("", EXAMPLE_SCOPE.market));

const scopeSchema = publishedBy(
  named(
    "AlertScope",
    object(
      {},
      {
        ...{ market: string("", EXAMPLE_SCOPE.market), event: scopeMember, question: scopeMember, query: scopeMember },
        ...{ category: scopeMember, platform: scopeMember, ids: rare(arrayOf(string("", EXAMPLE_SCOPE.market))) },
      },
    ),
  ),
  (scope: AlertScope) => scope,
);

const alertSchema = noun<ShownAlert>("Alert")(
  {
    id: string("The alert's id.", EXAMPLE_ID, { format: "uuid" }),
    name: string("What messages call it; may be empty.", "Fed cut"),
    type: oneOf(ALERT_TYPES, "What it tells of."),
    scope: scopeSchema,
    ...nounFields<Alert>()(
      {
        above: withExample(option(number("Price of yes.", 0.6, { minimum: 0, maximum: 1 })), 0.6),
        below: option(number("Price of yes.", 0.4, { minimum: 0, maximum: 1 })),
        points: option(number("Percentage points.", 5)),
        window_hours: option(integer("", 24)),
        direction: option(string("", "either")),
        times: option(number("", 3)),
        hours_before: option(integer("", 24)),
        minutes: option(integer("", 60)),
        min_net_cents: option(number("", 1)),
        min_confidence: option(string("", "high")),
        once: boolean("Ends with its first firing.", false),
        cooldown_seconds: integer("", 3600),
        hysteresis: number("", 1),
        min_volume: number("USD.", 0),
      },
      {
        ...{ above: ofRule("above"), below: ofRule("below"), points: ofRule("points") },
        ...{ window_hours: ofRule("windowHours"), direction: ofRule("direction"), times: ofRule("times") },
        ...{ hours_before: ofRule("hoursBefore"), minutes: ofRule("minutes"), min_net_cents: ofRule("minNetCents") },
        min_confidence: ofRule("minConfidence"),
        once: ({ rule }) => rule.once,
        cooldown_seconds: ({ rule }) => rule.cooldownSeconds,
        hysteresis: ({ rule }) => rule.hysteresis,
        min_volume: ({ rule }) => rule.minVolume,
      },
    ),
    expires_at: withExample(nullable(dateTime("Ends then.")), null),
    webhook_ids: withExample(nullable(arrayOf(string("", "wh_1"))), null),
    status: oneOf(
      STATUSES,
      "ended: it fired once; beyond_plan: the key's plan has fewer alerts, and older ones go first.",
    ),
    created_at: dateTime("When it was made."),
    last_fired_at: withExample(nullable(dateTime("When it last fired; null for never.")), null),
    firings: integer("How often it has fired.", 0),
  },
  { type: ({ rule }) => rule.type, scope: ({ rule }) => rule.scope },
);
const publish = publisher(alertSchema);

/** How an alert stands; `place` is how many older ones its key has. */
export function statusOf(
  alert: Alert,
  { now, place, key }: { now: number; place: number; key: Pick<Key, "tier"> },
): AlertStatus {
  if (alert.endedAt !== null) return "ended";
  if (alert.expiresAt !== null && alert.expiresAt <= now) return "expired";
  return place < MAX_ALERTS[key.tier] ? "active" : "beyond_plan";
}

/** The alerts of a key with their status. */
export const listAlerts = ({ store, clock }: Pick<Context, "store" | "clock">, key: Key): ShownAlert[] =>
  store.alerts
    .list(key.id)
    .map((alert, place) => ({ ...alert, status: statusOf(alert, { now: clock.now(), place, key }) }));

/** Throws AppError alert_not_found. */
function getAlert(context: Pick<Context, "store" | "clock">, key: Key, alertId: string): ShownAlert {
  const found = listAlerts(context, key).find((alert) => alert.id === alertId);
  if (found !== undefined) return found;
  throw new AppError("alert_not_found", "your key has no alert with this id; see GET /api/v1/alerts");
}

const SCOPE_ERRORS = ["market_not_found", "event_not_found", "question_not_found"] as const;

const DESCRIPTION =
  "It fires when what it looks at happens, or when a figure reaches its threshold: what is so already is no news. The figure must " +
  "come back before it fires again. Stale prices take no part. A message goes to the key's webhooks, and says observed, threshold, " +
  "baseline and window. `market.price_moved` looks at the largest move within the window, `market.volume_jumped` at its volume " +
  "against that of the week before. Both begin again with each firing. " +
  `Free: ${MAX_ALERTS.free} alerts. Pro: ${MAX_ALERTS.pro}. Enterprise: ${MAX_ALERTS.enterprise.toLocaleString("en-US")}. Alerts end with their key.`;

export function alertRoutes(platforms: readonly string[]) {
  const parameters = alertOptions(platforms);
  const newAlert = { type, ...parameters };
  const exampleQuery = {
    type: "market.price_crossed",
    "scope.market": `${examplePlatform(platforms)}:KXFED-27JAN-CUT`,
    above: "0.6",
  };
  const common = { tag: "alerts", tier: "any" } as const;
  /** Only once each is valid by itself: one that is not would be missed here. */
  const check = (input: Partial<Input<typeof newAlert>>): ParameterError[] =>
    input.type !== undefined && Object.keys(newAlert).every((one) => one in input)
      ? ruleErrors(toRule(input.type, input), platforms)
      : [];
  return [
    endpoint({
      ...common,
      method: "POST",
      path: "/api/v1/alerts",
      summary: "Make an alert",
      description: DESCRIPTION,
      operationId: "createAlert",
      parameters: newAlert,
      exampleQuery,
      response: alertSchema,
      status: 201,
      errors: ["alert_limit_exceeded", "validation_error", ...SCOPE_ERRORS],
      check,
      async handler({ commands }, input, caller) {
        const { id: keyId, tier } = keyOf(caller);
        const content = toContent(toRule(input.type, input), input);
        const alert = await commands.createAlert({ owner: { keyId, tier }, content });
        return { status: 201, data: publish({ ...alert, status: "active" }) };
      },
    }),
    endpoint({
      ...common,
      path: "/api/v1/alerts",
      summary: "List the alerts of the calling key",
      operationId: "listAlerts",
      response: arrayOf(alertSchema),
      meta: metaOf("AlertsMeta", { total: integer("How many there are.", 1) }),
      handler(context, _input, caller) {
        const data = listAlerts(context, keyOf(caller)).map(publish);
        return { data, meta: { total: data.length } };
      },
    }),
    endpoint({
      ...common,
      method: "POST",
      path: "/api/v1/alerts/preview",
      summary: `When an alert would have fired in the last ${PREVIEW_DAYS} days`,
      description: `The body is that of an alert; nothing is made. The rule of alerts is replayed over the archive, for up to ${MAX_PREVIEWED} markets.`,
      operationId: "previewAlert",
      parameters: newAlert,
      exampleQuery,
      response: previewSchema,
      errors: ["validation_error", ...SCOPE_ERRORS],
      check,
      async handler(context, input) {
        return { data: await previewAlert(context, toRule(input.type, input)) };
      },
    }),
    endpoint({
      ...common,
      path: "/api/v1/alerts/:alert_id",
      summary: "One alert",
      operationId: "getAlert",
      parameters: { alert_id: id },
      response: alertSchema,
      errors: ["alert_not_found"],
      handler: (context, { alert_id }, caller) => ({ data: publish(getAlert(context, keyOf(caller), alert_id)) }),
    }),
    endpoint({
      ...common,
      method: "PATCH",
      path: "/api/v1/alerts/:alert_id",
      summary: "Change an alert, which then begins again",
      description: "What is left out stays. The type cannot be changed; a scope replaces the one before.",
      operationId: "changeAlert",
      parameters: { alert_id: id, ...parameters },
      response: alertSchema,
      errors: ["alert_not_found", "validation_error", ...SCOPE_ERRORS],
      async handler(context, { alert_id, ...input }, caller) {
        const key = keyOf(caller);
        const before = getAlert(context, key, alert_id);
        const rule = requireRule(toRule(before.rule.type, input, before.rule), platforms);
        const owner = { keyId: key.id, tier: key.tier };
        await context.commands.changeAlert({ owner, id: alert_id, content: toContent(rule, input, before) });
        return { data: publish(getAlert(context, key, alert_id)) };
      },
    }),
    endpoint({
      ...common,
      method: "DELETE",
      path: "/api/v1/alerts/:alert_id",
      summary: "Delete an alert",
      operationId: "deleteAlert",
      parameters: { alert_id: id },
      response: named("DeletedAlert", object({ id: string("The alert's id.", EXAMPLE_ID), deleted: always(true) })),
      errors: ["alert_not_found"],
      async handler({ commands }, { alert_id }, caller) {
        const { id: deleted } = await commands.deleteAlert({ keyId: keyOf(caller).id, id: alert_id });
        return { data: { id: deleted, deleted: true } };
      },
    }),
  ];
}
