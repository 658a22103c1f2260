import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Context } from "../../context.ts";
import type { Route } from "../../http/route.ts";
import { listBackups, type StoredBackup } from "../../store/database/backup-folder.ts";
import { ago, counted, fileSize } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import { dataTable } from "../page/table.ts";
import type { AdminPages } from "./admin-pages.ts";

/** A longer backup goes on while the page is shown again. */
const MAX_WAIT_MS = 20_000;

export const backupPages = ({ page, form }: AdminPages): readonly Route[] => [
  page({
    path: "/admin/backups",
    summary: "Backups that the service made",
    parameters: {},
    render: async (context) => ({ title: "Backups", main: await backupList(context) }),
  }),
  form({
    path: "/admin/backups/make",
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
];

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

/** The list is worth reading also while the writer cannot answer. */
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
