import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { inPath, text } from "../../http/parameters.ts";
import type { Route, Streamed } from "../../http/route.ts";
import { listBackups, type StoredBackup } from "../../store/database/backup.ts";
import { ago, counted, fileSize } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import { dataTable, num, words } from "../page/table.ts";
import type { AdminPages } from "./admin-pages.ts";

export const backupPages = ({ page, form }: AdminPages): readonly Route[] => [
  page({
    path: "/admin/backups",
    parameters: {},
    render: async (context) => ({ title: "Backups", main: await backupList(context) }),
  }),
  page({
    path: "/admin/backups/:name",
    parameters: {
      name: inPath(text({ description: "Its file name.", min: 1, max: 64, example: "toteboard-20261120T030000Z.db" })),
    },
    render: (context, { name }) => download(context, name),
  }),
  form({
    path: "/admin/backups/make",
    section: "/admin/backups",
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

/** A backup of the folder's own list. What was asked for is compared with names there and never becomes a path. */
async function download(context: Context, name: string): Promise<Streamed> {
  const folder = context.config.backupDir;
  const found = (await listBackups(folder)).backups.find((one) => one.name === name);
  if (found === undefined) throw new AppError("not_found", "there is no backup of this name; /admin/backups lists all");
  return {
    streamType: "application/vnd.sqlite3",
    headers: {
      "Content-Disposition": `attachment; filename="${found.name}"`,
      "Content-Length": String(found.bytes),
    },
    async open() {
      // No link is followed: closing a file of the open database would drop its locks.
      const file = await open(join(folder, found.name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      let endedBy = "caller";
      const send = async (response: Writable): Promise<void> => {
        try {
          await pipeline(file.createReadStream(), response);
          endedBy = "done";
        } catch (error) {
          context.log.warn({ err: error, file: found.name }, "a backup was not downloaded to its end");
        }
      };
      return { begin: (response) => void send(response), figures: () => ({ events: 0, endedBy }) };
    },
  };
}

/** The form answers after this time; a longer backup goes on. */
const MAX_WAIT_MS = 20_000;

async function backupList(context: Context): Promise<Html> {
  const { backupCron: cron, backupDir: folder, backupKeep: keep } = context.config;
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

const backupTable = (context: Context, backups: readonly StoredBackup[]): Html =>
  html`<h2>${counted(backups.length, "backup")}</h2>
<p class="sub">in <code>${resolve(context.config.backupDir)}</code></p>
${dataTable("Backups", backups, [
  words("File", ({ name }) => html`<code>${name}</code>`, "name"),
  words("Made", ({ madeAt }) => ago(madeAt, context.clock.now())),
  num("Size", ({ bytes }) => fileSize(bytes)),
  words("Download", ({ name }) => {
    const path = pathTo(context, `/admin/backups/${name}`);
    return html`<a href="${path}" download>Download<span class="hide"> ${name}</span></a>`;
  }),
])}`;
