import * as v from "valibot";
import { type Context, upgradeUrlOf } from "../context.ts";
import type { Key } from "../domain/accounts/keys.ts";
import { describeAllowances, includesTier } from "../domain/accounts/plans.ts";
import {
  ALERT_TERMS,
  ALERT_TYPES,
  type AlertChange,
  type AlertContent,
  type AlertRule,
  type AlertScope,
  type AlertType,
  type AlertUnit,
  DIRECTIONS,
  FORMER_TYPES,
  type FormerType,
  faultsOf,
  isFormer,
  isInPlan,
  MAX_SCOPE_IDS,
  type OptionName,
  reasonOf,
  tierFor,
  toContent,
  UNITS,
} from "../domain/alerts.ts";
import { CONFIDENCES } from "../domain/arbitrage.ts";
import { CATEGORIES } from "../domain/categories/names.ts";
import { AppError } from "../errors.ts";
import { searchText } from "../http/filters.ts";
import * as p from "../http/parameters.ts";
import { endpoint, keyOf, requireTier } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { examplePlatform, metaOf } from "../http/value-schemas.ts";
import type { Alert } from "../store/alerts/alerts.ts";
import { goesTo } from "../store/webhooks/deliveries.ts";
import { alertUnit, findPreview, MAX_PREVIEWED, PREVIEW_DAYS, previewSchema } from "./alert-preview.ts";
import { EXAMPLE_ALERT_ID, EXAMPLE_WEBHOOK_ID } from "./webhooks.ts";

const MONTH_SECONDS = 30 * 24 * 3600;
const MAX_NAME = 500;

const id = p.inPath(
  p.text({ description: "The alert's id, as its listing shows it.", min: 1, max: 100, example: EXAMPLE_ALERT_ID }),
);

const member = <T>(kind: p.Kind<T>) => p.inBody(p.optional(kind));

const name = (what: string, example?: string) =>
  member(p.text({ description: what, min: 1, max: MAX_NAME, ...(example === undefined ? {} : { example }) }));

/** What an alert is made of beside its type; each is named in the body as here. */
export const alertOptions = (platforms: readonly string[]) => ({
  name: member(p.text({ description: "What messages call it.", min: 1, max: 100, example: "Fed cut" })),
  "scope.market": name("One market, as `platform:id`.", `${examplePlatform(platforms)}:KXFED-27JAN-CUT`),
  "scope.event": name("All markets of an event, as `platform:id`."),
  "scope.question": name("A question, by its id: its own price, in its direction; of other types all its markets."),
  "scope.ids": p.inBody(
    p.repeatable(
      p.text({
        description: `Up to ${MAX_SCOPE_IDS} markets and questions, as a watchlist has them.`,
        min: 1,
        max: MAX_NAME,
      }),
    ),
  ),
  "scope.query": member(searchText("Markets whose title has these words.")),
  "scope.category": member(p.choice({ description: "Markets of this category.", values: CATEGORIES })),
  "scope.platform": member(p.choice({ description: "Only this platform.", values: platforms })),
  above: member(
    p.decimal({ description: "Of price_crossed: fires at or above this price of yes.", min: 0, max: 1, example: 0.6 }),
  ),
  below: member(p.decimal({ description: "Of price_crossed: fires at or below this price of yes.", min: 0, max: 1 })),
  points: member(p.decimal({ description: "Of price_moved: percentage points.", min: 0.1, max: 100, example: 5 })),
  window_hours: member(p.wholeNumber({ description: "Of price_moved; 24 unless given.", min: 1, max: 168 })),
  direction: member(p.choice({ description: "Of price_moved; either unless given.", values: DIRECTIONS })),
  any_platform: member(
    p.flag({ description: "Of prices of a question: watches that of each platform in place of the question's own." }),
  ),
  minutes: member(
    p.wholeNumber({ description: "Of source.stale: how old its data is; 60 unless given.", min: 5, max: 10_080 }),
  ),
  min_net_cents: member(
    p.decimal({ description: "Of spreads: net of fees, a contract; 0 unless given.", min: 0, max: 100 }),
  ),
  min_confidence: member(p.choice({ description: "Of spreads; high unless given.", values: CONFIDENCES })),
  once: member(p.flag({ description: "Ends with its first firing." })),
  cooldown_seconds: member(
    p.wholeNumber({
      description:
        "After a firing, its market fires no more for so long; 0 unless given, 3600 in scopes without market, question or ids.",
      min: 0,
      max: MONTH_SECONDS,
    }),
  ),
  hysteresis: member(
    p.decimal({
      description: "How far the figure must come back before it fires again: points, or cents of spreads.",
      min: 0,
      max: 100,
    }),
  ),
  min_volume: member(p.decimal({ description: "Fires only at this lifetime volume in USD, or above.", min: 0 })),
  expires_at: member(p.timestamp({ description: "Ends then." })),
  webhook_ids: p.inBody(
    p.repeatable(
      p.text({ description: "Where its messages go; all webhooks of the key unless given.", min: 1, max: 100 }),
    ),
  ),
});

type AlertInput = p.Input<ReturnType<typeof alertOptions>>;

const type = p.inBody(
  p.required(p.choice({ description: "What it tells of.", values: ALERT_TYPES, example: "market.price_crossed" })),
);

/** What a body asks for, by the names of the code. */
export function toChange(input: { readonly [K in keyof AlertInput]?: AlertInput[K] | null | undefined }): AlertChange {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const [inner, members] = [given.filter(([name]) => isOfScope(name)), given.filter(([name]) => !isOfScope(name))];
  const stated = inner.filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0));
  const scope = Object.fromEntries(stated.map(([name, value]) => [name.slice(SCOPE.length), value]));
  const change = Object.fromEntries(members.map(([name, value]) => [s.camelCase(name), value]));
  return { ...change, ...(inner.length > 0 && { scope }) };
}

const SCOPE = "scope.";
const isOfScope = (name: string): boolean => name.startsWith(SCOPE);

export interface ShownAlert extends Alert {
  readonly status: AlertStatus;
  /** Why it is disabled; null where it is not. */
  readonly reason: string | null;
  /** The ids of the webhooks that its messages go to now. */
  readonly reaches: readonly string[];
}

const STATUSES = ["active", "ended", "expired", "beyond_plan", "disabled"] as const;
type AlertStatus = (typeof STATUSES)[number];

const option = <T>(schema: s.Schema<T, T>) => s.withExample(s.nullable(schema), null);

const EXAMPLE_SCOPE = { market: "kalshi:KXFED-27JAN-CUT" };

const scopeMember = s.rare(s.string("", EXAMPLE_SCOPE.market));

const scopeSchema = s.publishedBy(
  s.named(
    "AlertScope",
    s.object(
      {},
      {
        ...{
          market: s.string("", EXAMPLE_SCOPE.market),
          event: scopeMember,
          question: scopeMember,
          query: scopeMember,
        },
        ...{ category: scopeMember, platform: scopeMember, ids: s.rare(s.arrayOf(s.string("", EXAMPLE_SCOPE.market))) },
      },
    ),
  ),
  (scope: AlertScope) => scope,
);

/** An alert with the members of its rule; null for those that its type does not have. */
type AlertRow = Omit<ShownAlert, "rule"> & {
  readonly unit: AlertUnit | null;
  readonly type: AlertType | FormerType;
} & {
  readonly [K in Exclude<keyof AlertRule, "type">]-?:
    | Exclude<AlertRule[K], undefined>
    | (K extends OptionName ? null : never);
};

const alertSchema = s.noun<AlertRow>("Alert")({
  id: s.string("The alert's id.", EXAMPLE_ALERT_ID, v.uuid()),
  name: s.string("What messages call it; may be empty.", "Fed cut"),
  type: s.oneOf([...ALERT_TYPES, ...Object.keys(FORMER_TYPES)] as (AlertType | FormerType)[], "What it tells of."),
  scope: scopeSchema,
  unit: alertUnit,
  above: s.withExample(option(s.number("Price of yes.", 0.6, { minimum: 0, maximum: 1 })), 0.6),
  below: option(s.number("Price of yes.", 0.4, { minimum: 0, maximum: 1 })),
  points: option(s.number("Percentage points.", 5)),
  window_hours: option(s.integer("", 24)),
  direction: option(s.string("", "either")),
  any_platform: option(s.boolean("Watches each platform's price of a question, not the question's own.", false)),
  minutes: option(s.integer("", 60)),
  min_net_cents: option(s.number("", 1)),
  min_confidence: option(s.string("", "high")),
  once: s.boolean("Ends with its first firing.", false),
  cooldown_seconds: s.integer("", 3600),
  hysteresis: s.number("", 1),
  min_volume: s.number("USD.", 0),
  expires_at: s.withExample(s.nullable(s.dateTime("Ends then.")), null),
  webhook_ids: s.withExample(s.nullable(s.arrayOf(s.string("", EXAMPLE_WEBHOOK_ID))), null),
  reaches: s.arrayOf(
    s.string("", EXAMPLE_WEBHOOK_ID),
    "The webhooks that its messages go to now: of those asked for, the enabled ones. Empty while it reaches nobody.",
  ),
  status: s.oneOf(
    STATUSES,
    "ended: it fired once; beyond_plan: the key's plan has fewer alerts, and older ones go first, or none on spreads; disabled: see reason.",
  ),
  reason: s.withExample(s.nullable(s.string("Why it is disabled: its type is gone, and what to use instead.")), null),
  created_at: s.dateTime("When it was made."),
  last_fired_at: s.withExample(s.nullable(s.dateTime("When it last fired; null for never.")), null),
  firings: s.integer("How often it has fired.", 0),
});
const options = Object.values(ALERT_TERMS).flatMap((terms) => Object.keys(terms.options));
const NO_OPTIONS = Object.fromEntries(options.map((name) => [name, null])) as Record<OptionName, null>;
const toRow = ({ rule, ...alert }: ShownAlert): AlertRow => ({
  ...NO_OPTIONS,
  ...alert,
  ...rule,
  unit: isFormer(rule) ? null : UNITS[rule.type],
});

/** The webhooks of a key that an alert is sent to now. */
const reachOf = ({ store }: Pick<Context, "store">, key: Key): ((alert: Alert) => string[]) => {
  const enabled = store.webhooks.list(key.id).flatMap(({ id, state }) => (state === "enabled" ? id : []));
  return ({ webhookIds }) => enabled.filter((id) => goesTo(webhookIds, id));
};

/** An alert that was just made or changed, with a warning while it reaches nobody. */
function toSaved(alert: ShownAlert) {
  const data = toRow(alert);
  return alert.reaches.length > 0 ? { data } : { data, meta: { warnings: [REACHES_NOBODY] } };
}

const REACHES_NOBODY =
  "this alert reaches nobody: none of its webhooks is enabled; make one with POST /api/v1/webhooks, or see GET /api/v1/webhooks";

/** The alerts of a key with their status. */
export function listAlerts(context: Pick<Context, "store" | "clock">, key: Key): ShownAlert[] {
  const { store, clock } = context;
  const now = clock.now();
  const reaches = reachOf(context, key);
  const statusOf = ({ endedAt, expiresAt, rule }: Alert, place: number): AlertStatus => {
    if (isFormer(rule)) return "disabled";
    if (endedAt !== null) return "ended";
    if (expiresAt !== null && expiresAt <= now) return "expired";
    return isInPlan(rule.type, place, key.tier) ? "active" : "beyond_plan";
  };
  return store.alerts.list(key.id).map((alert, place) => {
    const reason = isFormer(alert.rule) ? reasonOf(alert.rule) : null;
    return { ...alert, status: statusOf(alert, place), reason, reaches: reaches(alert) };
  });
}

/** Throws AppError alert_not_found. */
function getAlert(context: Pick<Context, "store" | "clock">, key: Key, alertId: string): ShownAlert {
  const found = listAlerts(context, key).find((alert) => alert.id === alertId);
  if (found !== undefined) return found;
  throw new AppError("alert_not_found", "your key has no alert with this id; see GET /api/v1/alerts");
}

/** Throws AppError tier_required for what the key's plan lacks, and as `commands.createAlert` does. */
export function createAlert(context: Context, key: Key, content: AlertContent): Promise<Alert> {
  requirePlan(context, key, content.rule.type);
  return context.commands.createAlert({ keyId: key.id, content });
}

/** Throws AppError tier_required for a type of alert that the key's plan lacks. */
export const requirePlan = (context: Context, key: Key, type: AlertType): void =>
  requireTier({ tier: tierFor(type) }, key, upgradeUrlOf(context.site));

const SCOPE_ERRORS = ["market_not_found", "event_not_found", "question_not_found"] as const;

const DESCRIPTION =
  "It fires when what it looks at happens, or when a figure reaches its threshold: what is so already is no news. The figure must " +
  "come back before it fires again. Stale prices take no part. A message goes to the key's webhooks, those that `reaches` names, and says observed and " +
  "threshold in one unit, baseline and window. `market.price_moved` looks at the largest move within the window, which begins again with each firing. " +
  "Alerts on spreads need the plan of `GET /api/v1/arbitrage`, pro. " +
  `${describeAllowances("alert")} Alerts end with their key.`;

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
  const check = (input: Partial<p.Input<typeof newAlert>>): p.ParameterError[] =>
    input.type !== undefined && Object.keys(newAlert).every((one) => one in input)
      ? faultsOf(toContent(input.type, toChange(input)).rule)
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
      errors: ["alert_limit_exceeded", "tier_required", "validation_error", ...SCOPE_ERRORS],
      check,
      async handler(context, { type: kind, ...input }, caller) {
        const alert = await createAlert(context, keyOf(caller), toContent(kind, toChange(input)));
        const reaches = reachOf(context, keyOf(caller))(alert);
        return { status: 201, ...toSaved({ ...alert, status: "active", reason: null, reaches }) };
      },
    }),
    endpoint({
      ...common,
      path: "/api/v1/alerts",
      summary: "List the alerts of the calling key",
      operationId: "listAlerts",
      response: s.arrayOf(alertSchema),
      meta: metaOf("AlertsMeta", { total: s.integer("How many there are.", 1) }),
      handler(context, _input, caller) {
        const data = listAlerts(context, keyOf(caller)).map(toRow);
        return { data, meta: { total: data.length } };
      },
    }),
    endpoint({
      ...common,
      method: "POST",
      path: "/api/v1/alerts/preview",
      summary: `When an alert would have fired in the last ${PREVIEW_DAYS} days`,
      description: `The body is that of an alert; nothing is made. The rule of alerts is replayed over the archive, for up to ${MAX_PREVIEWED} markets. Below pro, the answer has counts and days alone.`,
      operationId: "previewAlert",
      parameters: newAlert,
      exampleQuery,
      response: previewSchema,
      errors: ["validation_error", ...SCOPE_ERRORS],
      check,
      async handler(context, { type: kind, ...input }, caller) {
        const isForPro = includesTier(keyOf(caller).tier, "pro");
        return {
          data: await findPreview(context, toContent(kind, toChange(input)).rule, { isForPro }),
        };
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
      handler: (context, { alert_id }, caller) => ({ data: toRow(getAlert(context, keyOf(caller), alert_id)) }),
    }),
    endpoint({
      ...common,
      method: "PATCH",
      path: "/api/v1/alerts/:alert_id",
      summary: "Change an alert, which then begins again",
      description:
        "What is left out stays, and null takes back what was asked: a name, an end, `webhook_ids`, a limit or an option, which " +
        "is then its default. The type cannot be changed. A `scope` replaces the one before as a whole, `above` takes the place " +
        "of `below`, and `below` that of `above`.",
      operationId: "changeAlert",
      parameters: { alert_id: id, ...p.toChanges(parameters) },
      response: alertSchema,
      errors: ["alert_not_found", "validation_error", ...SCOPE_ERRORS],
      async handler(context, { alert_id, ...input }, caller) {
        const key = keyOf(caller);
        await context.commands.changeAlert({ keyId: key.id, id: alert_id, change: toChange(input) });
        return toSaved(getAlert(context, key, alert_id));
      },
    }),
    endpoint({
      ...common,
      method: "DELETE",
      path: "/api/v1/alerts/:alert_id",
      summary: "Delete an alert",
      operationId: "deleteAlert",
      parameters: { alert_id: id },
      response: s.named(
        "DeletedAlert",
        s.object({ id: s.string("The alert's id.", EXAMPLE_ALERT_ID), deleted: s.always(true) }),
      ),
      errors: ["alert_not_found"],
      async handler({ commands }, { alert_id }, caller) {
        const { id: deleted } = await commands.deleteAlert({ keyId: keyOf(caller).id, id: alert_id });
        return { data: { id: deleted, deleted: true } };
      },
    }),
  ];
}
