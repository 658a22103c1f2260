import { readStatus } from "../../api/status.ts";
import type { Context } from "../../context.ts";
import { describeDispute } from "../../domain/accounts/billing.ts";
import { freshnessOf } from "../../domain/freshness.ts";
import type { Route } from "../../http/route.ts";
import { type BackupFolder, listBackups } from "../../store/database/backup-folder.ts";
import { VERSION } from "../../version.ts";
import { ago, count, counted, fileSize, span } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import { platformTag } from "../page/links.ts";
import { sign } from "../page/live.ts";
import { passErrorText } from "../page/source-notes.ts";
import { factList } from "../page/table.ts";
import type { AdminPages } from "./admin-pages.ts";

export const overviewPages = ({ page }: AdminPages): readonly Route[] => [
  page({
    path: "/admin",
    summary: "What the operator should know at a glance",
    parameters: {},
    render: async (context) => ({ title: "Overview", main: await overview(context) }),
  }),
];

async function overview(context: Context): Promise<Html> {
  const { sources, database, now, uptimeMs, trouble } = await readStatus(context);
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
${factList([
  ["Version", VERSION],
  ["Uptime", span(uptimeMs)],
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
<span>${sign(freshnessOf(source, now))}</span>${
      source.lastError !== null && html` <span class="failed">${passErrorText(source.lastError)}</span>`
    }</span>`,
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

/** More are not counted. */
const MAX_COUNTED = 50;

function reviewText({ store }: Context, now: number): Html {
  const { length } = store.review.list("doubtful", MAX_COUNTED);
  const [last] = store.review.listDecisions(1);
  if (length === 0 && !store.review.isFinished()) return html`Matching has not finished yet`;
  const doubtful =
    length === MAX_COUNTED ? `${MAX_COUNTED} or more pairs in doubt` : `${counted(length, "pair")} in doubt`;
  return html`${doubtful}${last !== undefined && html`; last decision ${ago(last.decidedAt, now)}`}`;
}
