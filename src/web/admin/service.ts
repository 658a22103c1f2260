import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { readStatus } from "../../api/status.ts";
import type { SettingInForce } from "../../config.ts";
import type { Context } from "../../context.ts";
import { describeDispute } from "../../domain/accounts/billing.ts";
import { freshnessOf } from "../../domain/freshness.ts";
import type { Route } from "../../http/route.ts";
import { type BackupFolder, listBackups, type StoredBackup } from "../../store/database/backup-folder.ts";
import { VERSION } from "../../version.ts";
import { ago, count, counted, fileSize } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import { platformTag } from "../page/links.ts";
import { sign } from "../page/live.ts";
import { sourceNotes } from "../page/source-notes.ts";
import { dataTable, factList } from "../page/table.ts";
import type { AdminPages } from "./admin-pages.ts";
import { readButton } from "./sources.ts";

/** The service itself: all at a glance, its backups and its settings. */
export const servicePages = ({ page, form }: AdminPages): readonly Route[] => [
  page({
    path: "/admin",
    summary: "What the operator should know at a glance",
    parameters: {},
    render: async (context) => ({ title: "Overview", main: await overview(context) }),
  }),
  page({
    path: "/admin/backups",
    summary: "Backups that the service made",
    parameters: {},
    render: async (context) => ({ title: "Backups", main: await backupList(context) }),
  }),
  form({
    path: "/admin/backups/make",
    section: "/admin/backups",
    summary: "Make a backup now",
    async submit(context) {
      const waiting = new AbortController();
      const making = context.commands.makeBackup({});
      // A later failure is in the log.
      making.catch(() => undefined);
      await Promise.race([making, setTimeout(MAX_WAIT_MS, undefined, { signal: waiting.signal })]).finally(() =>
        waiting.abort(),
      );
      return { seeOther: pathTo(context, "/admin/backups") };
    },
  }),
  page({
    path: "/admin/settings",
    summary: "Settings in force and where they come from",
    parameters: {},
    render: (context) => ({ title: "Settings", main: settingList(context) }),
  }),
];

async function overview(context: Context): Promise<Html> {
  const { sources, database, now, startedAt, trouble } = await readStatus(context);
  const { writer } = context.readiness.check();
  const { keys, revoked } = context.store.keys.count();
  const backups = await listBackups(context.config.backup.folder);
  const own = context.config.settings.filter(({ origin }) => origin !== "default");
  const { warnings } = context.config;
  return html`${trouble !== undefined && html`<p class="problem" role="alert">The database has a problem: ${trouble}.</p>`}
${context.store.billing
  .listOpenDisputes()
  .map(
    (dispute) =>
      html`<p class="problem" role="alert">Key <code>${dispute.keyId}</code>: ${describeDispute(dispute)}.</p>`,
  )}
${sourceNotes(context, sources, { isEmpty: database.markets === 0, isOnStatusPage: true })}
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
    (source) => html`<span class="line"><span>${platformTag(source.platform)}</span> \
<span>${sign(freshnessOf(source, now))}</span>${source.failedAt !== null && readButton(context, source.platform)}</span>`,
  )}`,
)}
${part(context, "/admin/keys", "Keys", html`${counted(keys - revoked, "key")} in use, ${count(revoked)} revoked`)}
${part(context, "/admin/pairs", "Pairs", reviewText(context, now))}
${part(context, "/admin/backups", "Backups", backupText(backups, now))}
${part(
  context,
  "/admin/settings",
  "Settings",
  html`${counted(own.length, "setting")} changed${
    warnings.length > 0 && html`, <span class="failed">${counted(warnings.length, "warning")}</span>`
  }`,
)}
</ul>`;
}

const part = (context: Context, path: string, name: string, content: Html): Html =>
  html`<li><h2><a href="${pathTo(context, path)}">${name}</a></h2><p>${content}</p></li>`;

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
  const { length } = store.review.list("doubtful", MAX_COUNTED);
  const [last] = store.review.listDecisions(1);
  if (length === 0 && !store.review.isFinished()) return html`Matching has not finished yet`;
  const doubtful =
    length === MAX_COUNTED ? `${MAX_COUNTED} or more pairs in doubt` : `${counted(length, "pair")} in doubt`;
  return html`${doubtful}${last !== undefined && html`; last decision ${ago(last.decidedAt, now)}`}`;
}

/** The form answers after this time; a longer backup goes on. */
const MAX_WAIT_MS = 20_000;

async function backupList(context: Context): Promise<Html> {
  const { cron, folder, keep } = context.config.backup;
  const { backups, trouble } = await listBackups(folder);
  const isRunning = await isBackingUp(context);
  const times =
    cron === undefined
      ? "No schedule is set: TOTEBOARD_BACKUP_CRON is empty."
      : html`Schedule: <code>${cron}</code> (UTC).`;
  return html`<p class="lead">A backup is a checked copy of the database. ${times} The newest ${keep} are kept.</p>
<form method="post" action="${pathTo(context, "/admin/backups/make")}">\
<p class="actions"><button class="main">Make a backup now</button></p></form>
${
  isRunning &&
  html`<p class="done" role="status">A backup is being made. Load this page again in a minute. If the backup \
fails, the log says why.</p>`
}
${
  trouble !== undefined
    ? html`<p class="problem" role="alert">The folder cannot be read: ${trouble}.</p>`
    : backups.length === 0
      ? html`<p class="empty">No backup in <code>${resolve(folder)}</code> yet.</p>`
      : backupTable(context, backups)
}
<p class="more">To restore a backup, stop the service and run <code>toteboard restore FILE</code>.</p>`;
}

/** False where the writer cannot answer: the list is shown anyway. */
const isBackingUp = ({ commands, log }: Context): Promise<boolean> =>
  commands.isBackingUp({}).catch((error: unknown) => {
    log.warn({ err: error }, "the writer does not say whether a backup is being made");
    return false;
  });

const backupTable = ({ clock, config }: Context, backups: readonly StoredBackup[]): Html =>
  html`<h2>${counted(backups.length, "backup")}</h2>
<p class="sub">in <code>${resolve(config.backup.folder)}</code></p>
${dataTable(
  "Backups",
  ["File", "Made", { num: "Size" }],
  backups.map(
    ({ name, bytes, madeAt }) =>
      html`<tr><th scope="row" class="name"><code>${name}</code></th><td>${ago(madeAt, clock.now())}</td>\
<td class="num">${fileSize(bytes)}</td></tr>\n`,
  ),
)}`;

const ORIGINS = { flag: "flag", environment: "environment", file: ".env file", default: "default" } as const;

function settingList({ config, log }: Context): Html {
  const own = config.settings.filter(({ origin }) => origin !== "default");
  const rest = config.settings.filter(({ origin }) => origin === "default");
  return html`<p class="lead">Settings are read at the start. A flag overrides the environment, and the \
environment overrides the .env file.</p>
${
  config.warnings.length > 0 &&
  html`<h2>Ignored</h2>\n<ul class="list">${config.warnings.map((warning) => html`<li class="problem">${warning}</li>`)}</ul>`
}
<h2>Changed settings</h2>
${own.length === 0 ? html`<p class="empty">All settings have their defaults.</p>` : settingTable("Changed settings", own, log.level)}
<h2>Defaults</h2>
<p class="sub">${counted(rest.length, "setting")} with the default value.</p>
${settingTable("Defaults", rest, log.level)}`;
}

const settingTable = (caption: string, settings: readonly SettingInForce[], logLevel: string): Html =>
  html`<div class="settings">${dataTable(
    caption,
    ["Setting", "Value", "From"],
    settings.map(
      (
        setting,
      ) => html`<tr><th scope="row" class="name"><code>${setting.variable}</code><span class="sub">${setting.help}</span></th>
<td>${valueText(setting, logLevel)}</td><td>${ORIGINS[setting.origin]}${
        setting.label !== undefined &&
        setting.label !== setting.variable &&
        html`<span class="sub"><code>${setting.label}</code></span>`
      }</td></tr>\n`,
    ),
  )}</div>`;

/** A reload changes the level of the log, and nothing else. */
function valueText({ name, value }: SettingInForce, logLevel: string): Html {
  if (name === "log-level" && value !== logLevel)
    return html`<code>${logLevel}</code><span class="sub">since a reload</span>`;
  return value === undefined ? html`<span class="sub">empty</span>` : html`<code>${value}</code>`;
}
