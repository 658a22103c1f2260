import { readStatus } from "../../api/status.ts";
import type { SettingInForce } from "../../config.ts";
import type { Context } from "../../context.ts";
import { describeDispute } from "../../domain/accounts/billing.ts";
import { freshnessOf } from "../../domain/freshness.ts";
import type { Route } from "../../http/route.ts";
import { type BackupFolder, listBackups } from "../../store/database/backup.ts";
import { VERSION } from "../../version.ts";
import { failingWebhooks } from "../alerts/places.ts";
import { ago, count, counted, fileSize } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import { platformTag } from "../page/links.ts";
import { sign } from "../page/live.ts";
import { sourceNotes } from "../page/source-notes.ts";
import { dataTable, factList, words } from "../page/table.ts";
import type { AdminPages } from "./admin-pages.ts";
import { readButton } from "./sources.ts";

/** The service itself: all at a glance, and its settings. */
export const servicePages = ({ page }: AdminPages): readonly Route[] => [
  page({
    path: "/admin",
    parameters: {},
    render: async (context) => ({ title: "Overview", main: await overview(context) }),
  }),
  page({
    path: "/admin/settings",
    parameters: {},
    render: (context) => ({ title: "Settings", main: settingList(context) }),
  }),
];

async function overview(context: Context): Promise<Html> {
  const { sources, database, now, startedAt, trouble } = await readStatus(context);
  const { writer } = context.readiness.check();
  const { keys, revoked } = context.store.keys.count();
  const backups = await listBackups(context.config.backupDir);
  const own = context.config.settings.filter(({ origin }) => origin !== "default");
  const { warnings } = context.config;
  return html`${trouble !== undefined && html`<p class="problem" role="alert">The database has a problem: ${trouble}.</p>`}
${context.billing
  ?.openDisputes()
  .map(
    (dispute) =>
      html`<p class="problem" role="alert">Key <code>${dispute.keyId}</code>: ${describeDispute(dispute)}.</p>`,
  )}
${sourceNotes(context, sources, { isEmpty: database.markets === 0, on: "operator" })}
${factList([
  ["Version", VERSION],
  ["Started", ago(startedAt, now)],
  ["Writer", writer],
  ["Memory", fileSize(process.memoryUsage.rss())],
  ["Database", fileSize(database.sizeBytes)],
  ["Markets", count(database.markets)],
  ["Matched pairs", count(context.store.sources.countMatches())],
])}
<ul class="glance">
${part(
  context,
  "/admin/sources",
  "Sources",
  html`${sources.map(
    (source) => html`<div class="line"><span>${platformTag(source.platform)}</span> \
<span>${sign(freshnessOf(source, now, context.config.ingests))}</span>${source.failedAt !== null && readButton(context, source.platform)}</div>`,
  )}`,
)}
${part(context, "/admin/keys", "Keys", html`${counted(keys - revoked, "key")} in use, ${count(revoked)} revoked`)}
${part(context, "/admin/pairs", "Pairs", reviewText(context, now))}
${part(context, "/admin/reports", "Reports", html`${counted(context.store.reports.list().length, "report")} of wrong matches`)}
${part(context, "/admin/backups", "Backups", backupText(backups, now))}
${part(
  context,
  "/admin/settings",
  "Settings",
  html`${counted(own.length, "setting")} changed${
    warnings.length > 0 && html`, <span class="failed">${counted(warnings.length, "warning")}</span>`
  }`,
)}
</ul>
${failingWebhooks(context)}`;
}

const part = (context: Context, path: string, name: string, content: Html): Html =>
  html`<li><h2><a href="${pathTo(context, path)}">${name}</a></h2><div>${content}</div></li>`;

function backupText({ backups, trouble }: BackupFolder, now: number): Html {
  if (trouble !== undefined) return html`<span class="failed">The folder cannot be read: ${trouble}</span>`;
  const [newest] = backups;
  return newest === undefined
    ? html`None yet`
    : html`${counted(backups.length, "backup")}, the newest made ${ago(newest.madeAt, now)}`;
}

/** Doubtful pairs counted at most. */
const MAX_COUNTED = 50;

function reviewText({ store }: Context, now: number): Html {
  const { length } = store.review.list("doubtful", MAX_COUNTED).flat();
  const [last] = store.review.listDecisions(1);
  if (length === 0 && !store.review.isFinished()) return html`Matching has not finished yet`;
  const doubtful =
    length >= MAX_COUNTED ? `${MAX_COUNTED} or more pairs in doubt` : `${counted(length, "pair")} in doubt`;
  return html`${doubtful}${last !== undefined && html`; last decision ${ago(last.decidedAt, now)}`}`;
}

const ORIGINS = { flag: "flag", environment: "environment", file: ".env file", default: "default" } as const;

function settingList(context: Context): Html {
  const { settings, warnings } = context.config;
  const own = settings.filter(({ origin }) => origin !== "default");
  const rest = settings.filter(({ origin }) => origin === "default");
  return html`<p class="lead">Settings are read at the start. A flag overrides the environment, and the \
environment overrides the .env file.</p>
${
  warnings.length > 0 &&
  html`<h2>Ignored</h2>\n<ul class="list">${warnings.map((warning) => html`<li class="problem">${warning}</li>`)}</ul>`
}
<h2>Changed settings</h2>
${own.length === 0 ? html`<p class="empty">All settings have their defaults.</p>` : settingTable(context, "Changed settings", own)}
<h2>Defaults</h2>
<p class="sub">${counted(rest.length, "setting")} with the default value.</p>
${settingTable(context, "Defaults", rest)}`;
}

const settingTable = (context: Context, caption: string, settings: readonly SettingInForce[]): Html =>
  html`<div class="settings">${dataTable(caption, settings, [
    words("Setting", ({ variable, help }) => html`<code>${variable}</code><span class="sub">${help}</span>`, "name"),
    words("In force", (setting) => valueText(context, setting)),
    words(
      "From",
      ({ origin, label, variable }) =>
        html`${ORIGINS[origin]}${label !== undefined && label !== variable && html`<span class="sub"><code>${label}</code></span>`}`,
    ),
  ])}</div>`;

function valueText(context: Context, { name, value }: SettingInForce): Html {
  const chosen = findChosen(context, name);
  if (chosen !== undefined && chosen.value !== value)
    return html`<code>${chosen.value}</code><span class="sub">${chosen.why}</span>`;
  return value === undefined ? html`<span class="sub">empty</span>` : html`<code>${value}</code>`;
}

/** What the service chose or was told since the start, by the name of the setting. */
function findChosen({ config, log, pagesPlan, operatorToken, site }: Context, name: string) {
  if (name === "log-level") return { value: log.level, why: "since a reload" };
  if (name === "pages-tier")
    return { value: pagesPlan.tier, why: config.isDemo ? "the default of a demo" : "the default" };
  if (name === "public-url") return { value: site.origin(), why: "where it listens" };
  const [, platform = "", kind] = /^(.+)-(full|active|resolved)-cron$/.exec(name) ?? [];
  const times = config.passes[platform];
  if (config.isDemo && times !== undefined && (kind === "full" || kind === "active" || kind === "resolved"))
    return { value: times[kind] ?? "never", why: "pace of the demo" };
  return name === "admin-token" && operatorToken?.isMade === true
    ? { value: "set", why: "made at the start" }
    : undefined;
}
