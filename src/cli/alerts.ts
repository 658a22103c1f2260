import { isIP } from "node:net";
import { alertOptions, toChange } from "../api/alerts.ts";
import { SharedClock, toIso } from "../clock.ts";
import { KEY_EMAIL } from "../domain/accounts/keys.ts";
import { ALERT_TYPES, requireRule, toContent } from "../domain/alerts.ts";
import { PLATFORMS } from "../domain/platforms.ts";
import { faultOfTarget, shownAddress } from "../domain/webhooks.ts";
import { AppError, OperatorError, quote, toTerminal, UsageError } from "../errors.ts";
import { descriptionOf, readValue } from "../http/parameters.ts";
import { type Alert, createAlert, deleteAlert, findAlert, listAlerts } from "../store/alerts/alerts.ts";
import type { Db } from "../store/database/db.ts";
import { createWebhook, endWebhook, listWebhooks, type NewWebhook } from "../store/webhooks/webhooks.ts";
import { type Arguments, type Command, findChoice, printAnswer, readSettings, seeHelp } from "./command.ts";
import { withDatabase } from "./database.ts";

const PLATFORM_IDS = PLATFORMS.map(({ id }) => id);

/** What the API takes in a body, as flags: `scope.market` is --market, `window_hours` is --window-hours. */
const PARAMETERS = Object.entries(alertOptions(PLATFORM_IDS))
  .filter(([name]) => name !== "webhook_ids")
  .map(([name, parameter]) => ({ name, flag: name.replace("scope.", "").replaceAll("_", "-"), parameter }));

export const alertsCommand: Command = {
  name: "alerts",
  operands: "list|add|remove [ID]",
  summary: "Have messages sent when something happens; needs no key, works while the service runs",
  settings: ["db"],
  options: [
    { name: "type", value: "TYPE", help: `add: what to tell of: ${ALERT_TYPES.join(", ")}` },
    {
      name: "to",
      value: "ADDRESS",
      help:
        "add: https://ntfy.sh/TOPIC, ntfy://HOST/TOPIC, mailto:ADDRESS, telegram://TOKEN/CHAT, an https address, " +
        "or the id of a webhook; all webhooks of the operator without",
    },
    ...PARAMETERS.map(({ flag, parameter }) => ({
      name: flag,
      ...(parameter.kind === "flag"
        ? {}
        : { value: parameter.kind === "text" ? "TEXT" : parameter.kind.toUpperCase() }),
      ...(parameter.isRepeatable ? { isRepeatable: true } : {}),
      help: `add: ${descriptionOf(parameter).replaceAll("`", "").replace(/\.$/, "")}`,
    })),
    { name: "json", help: "print JSON" },
  ],
  run,
};

const ACTIONS = { list, add, remove } as const;

async function run(args: Arguments): Promise<number> {
  const [name = "", id, extra] = args.operands;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name as keyof typeof ACTIONS] : undefined;
  if (action === undefined) throw wrong(`expected ${Object.keys(ACTIONS).join(", ")}${name && `, not ${quote(name)}`}`);
  const surplus = name === "remove" ? extra : id;
  if (surplus !== undefined) throw wrong(`${name} takes no ${quote(surplus)}`);
  try {
    await withDatabase(readSettings(args).db, (db) => action(args, db, id));
  } catch (error) {
    if (error instanceof AppError && error.code === "validation_error") throw wrong(toFlags(error.message));
    if (error instanceof AppError) throw new OperatorError(error.message, { cause: error });
    throw error;
  }
  return 0;
}

/** The names of a body as flags. */
const toFlags = (message: string): string =>
  PARAMETERS.reduce((text, { name, flag }) => text.replaceAll(`${name}: `, `--${flag}: `), message);

function list(args: Arguments, db: Db): void {
  const alerts = listAlerts(db, null);
  const rows = alerts.map((alert) => {
    const { id, rule, firings, lastFiredAt, name } = alert;
    const { type, scope, once: _, cooldownSeconds: __, hysteresis: ___, minVolume: ____, ...options } = rule;
    const fired = lastFiredAt === null ? "never" : `${firings} times, last ${toIso(lastFiredAt)}`;
    return [id, type, toWords({ ...scope, ...options }), fired, name].join("  ");
  });
  const text = rows.length === 0 ? "no alerts; 'toteboard alerts add' makes one" : rows.map(toTerminal).join("\n");
  printAnswer(args, alerts.map(toJson), text);
}

const toWords = (members: object): string =>
  Object.entries(members)
    .filter(([, value]) => value !== false)
    .map(([name, value]) => `${name} ${[value].flat().join(",")}`)
    .join(", ");

function add(args: Arguments, db: Db): void {
  const type = findChoice(args, "type", ALERT_TYPES);
  if (type === undefined) throw wrong(`add needs --type: one of ${ALERT_TYPES.join(", ")}`);
  const input = Object.fromEntries(PARAMETERS.map(({ name, flag }) => [name, readFlag(args, flag)]));
  const asked = toContent(type, toChange(input));
  requireRule(asked.rule);
  const now = new SharedClock().now();
  const webhook = findWebhook(args, db, now);
  const content = { ...asked, webhookIds: webhook === undefined ? null : [webhook.id] };
  const alert = createOrForget(db, webhook, () => createAlert(db, null, content, now));
  const secret = webhook?.secret == null ? "" : `\nMessages are signed with ${webhook.secret}, shown only now`;
  const made = `alert ${alert.id} is made; its messages go to ${webhook?.shown ?? "all webhooks of the operator"}${secret}`;
  printAnswer(args, { ...toJson(alert), secret: webhook?.secret ?? null }, made);
}

/** A new webhook without its alert would get all other messages, and its secret was never shown. */
function createOrForget<T>(db: Db, webhook: FoundWebhook | undefined, create: () => T): T {
  try {
    return create();
  } catch (error) {
    if (webhook?.isNew === true) endWebhook(db, { keyId: null, id: webhook.id });
    throw error;
  }
}

function readFlag(args: Arguments, flag: string): unknown {
  const parameter = PARAMETERS.find((one) => one.flag === flag)?.parameter;
  if (parameter === undefined || !args.isGiven(flag)) return parameter?.isRepeatable ? [] : undefined;
  if (parameter.kind === "flag") return true;
  const values = args.listValues(flag).map((text) => {
    const read = readValue(parameter, text);
    if (read === undefined) throw new UsageError(`--${flag}: expected ${parameter.expected}, not ${quote(text)}`);
    return read.value;
  });
  return parameter.isRepeatable ? values : values.at(-1);
}

interface FoundWebhook {
  readonly id: string;
  readonly shown: string;
  readonly secret: string | null;
  readonly isNew: boolean;
}

/** The operator's webhook that --to names: the one that is there, or a new one. */
function findWebhook(args: Arguments, db: Db, now: number): FoundWebhook | undefined {
  const to = args.findValue("to");
  if (to === undefined) return undefined;
  const known = listWebhooks(db, null);
  const given = known.find(({ id }) => id === to);
  const target = given ?? parseTarget(to);
  const same = known.find((one) => one.target === target.target && one.address === target.address);
  const shown = `${target.target} ${shownAddress(target.target, target.address)}`;
  if (same !== undefined) return { id: same.id, shown, secret: null, isNew: false };
  const { webhook, secret } = createWebhook(db, { ...parseTarget(to), keyId: null, name: "operator" }, now);
  return { id: webhook.id, shown, secret, isNew: true };
}

type NamedTarget = Pick<NewWebhook, "target" | "address" | "token" | "chatId">;

const HOSTS: readonly (readonly [pattern: RegExp, target: "ntfy" | "discord" | "slack"])[] = [
  [/^ntfy\./, "ntfy"],
  [/(^|\.)discord(app)?\.com$/, "discord"],
  [/^hooks\.slack\.com$/, "slack"],
];

/** What an address of --to means. Throws UsageError. */
export function parseTarget(text: string): NamedTarget {
  const [, token, chatId] = /^telegram:\/\/(\d+:[\w-]+)\/(@?[\w-]+)$/.exec(text) ?? [];
  if (token !== undefined) return { target: "telegram", address: "https://api.telegram.org", token, chatId };
  const [, email] = /^mailto:(.+)$/.exec(text) ?? [];
  if (email !== undefined && KEY_EMAIL.pattern.test(email)) return { target: "email", address: email };
  const url = URL.parse(text.replace(/^ntfy:/, "https:"));
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`--to: expected an address such as https://ntfy.sh/my-topic, not ${quote(text)}`);
  }
  // A server of one's own at hand seldom has a certificate.
  const isNear = url.hostname === "localhost" || isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0;
  const named = HOSTS.find(([host]) => host.test(url.hostname))?.[1] ?? "webhook";
  const found: NamedTarget = text.startsWith("ntfy:")
    ? { target: "ntfy", address: `${isNear ? "http" : "https"}${text.slice("ntfy".length)}` }
    : { target: named, address: text };
  const fault = faultOfTarget(found.target, found.address);
  // The value is not repeated: it may hold a secret.
  if (fault !== undefined)
    throw new UsageError(`--to: expected ${fault} of POST /api/v1/webhooks, whose id --to takes too`);
  return found;
}

function remove(args: Arguments, db: Db, id: string | undefined): void {
  if (id === undefined) throw wrong("remove needs the id of an alert; 'toteboard alerts list' shows them");
  const alert = findAlert(db, null, id);
  if (alert === undefined)
    throw new OperatorError(`no alert has the id ${quote(id)}; 'toteboard alerts list' shows all`);
  deleteAlert(db, { keyId: null, id });
  printAnswer(args, toJson(alert), `alert ${id} is removed`);
}

const toJson = ({ id, name, rule, webhookIds, createdAt, lastFiredAt, firings }: Alert) => ({
  ...{ id, name, ...rule, webhook_ids: webhookIds, firings },
  created_at: toIso(createdAt),
  last_fired_at: lastFiredAt === null ? null : toIso(lastFiredAt),
});

const wrong = (message: string): UsageError => new UsageError(`alerts: ${message}; ${seeHelp(alertsCommand)}`);
