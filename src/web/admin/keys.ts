import type { Context } from "../../context.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { AppError } from "../../errors.ts";
import { optional, text } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import { ago, count, limitText } from "../page/figures.ts";
import { revokeButton, textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import { dataTable } from "../page/table.ts";
import type { AdminPages } from "./admin-pages.ts";

const PAGE_KEYS = 50;

export const keyAdminPages = ({ page, form }: AdminPages): readonly Route[] => [
  page({
    path: "/admin/keys",
    summary: "All keys with their tier and usage",
    parameters: {
      before: optional(
        text({ description: "Keys made before the one with this id.", min: 1, max: 64, example: EXAMPLE_ID }),
      ),
    },
    render: (context, { before }) => ({ title: "Keys", main: keyList(context, before) }),
  }),
  form({
    path: "/admin/keys/revoke",
    summary: "Revoke a key",
    async submit(context, fields) {
      const id = textOf(fields, "id");
      if (context.access.keys.find(id) === undefined)
        throw new AppError("key_not_found", "there is no key with this id; open /admin/keys for all keys");
      const { keyPrefix } = await context.commands.revokeKey({ id });
      context.billing?.cancelUnwanted();
      context.log.info({ key: id, prefix: keyPrefix }, "the operator revoked a key");
      return { seeOther: pathTo(context, "/admin/keys") };
    },
  }),
];

const EXAMPLE_ID = "0b7f6f0e-4c0e-4d0a-9a55-5b1a6f3c2d1e";

function keyList(context: Context, before: string | undefined): Html {
  const keys = context.store.keys.listNewest(before, PAGE_KEYS);
  const { keys: all, revoked } = context.store.keys.count();
  const now = context.clock.now();
  const last = keys.at(-1);
  return html`<p class="lead">${count(all - revoked)} in use, ${count(revoked)} revoked. The newest keys come \
first. Secrets are not stored.</p>
${
  keys.length === 0
    ? html`<p class="empty">No keys. People create theirs on the page <a href="${pathTo(context, "/keys")}">/keys</a>.</p>`
    : keyTable(context, keys, now)
}
${
  keys.length === PAGE_KEYS &&
  last !== undefined &&
  html`<p class="more"><a href="${pathTo(context, "/admin/keys")}?before=${last.id}">Older keys</a></p>`
}
<p class="more">To see more of a key, run <code>toteboard keys show ID</code>. To change its plan, run \
<code>toteboard keys set-tier ID</code>.</p>`;
}

const keyTable = (context: Context, keys: readonly Key[], now: number): Html =>
  html`<form method="post" action="${pathTo(context, "/admin/keys/revoke")}">${dataTable(
    "Keys",
    [
      "Name",
      "Key",
      "Plan",
      { num: "Last minute" },
      { num: "Today (UTC)" },
      { num: "Month (UTC)" },
      "Created",
      "Last used",
      "Revoke",
    ],
    keys.map((key) => keyRow(context, key, now)),
  )}</form>`;

function keyRow({ access, clock }: Context, key: Key, now: number): Html {
  const used = access.counters.used(key, clock.running());
  const lastUse = access.counters.lastUsedAt(key.id) ?? key.lastUsedAt;
  return html`<tr><th scope="row" class="name">${key.name}${key.email !== key.name && html`<span class="sub">${key.email}</span>`}</th>
<td><code>${key.keyPrefix}…</code><span class="sub">${key.id}</span></td>\
<td>${key.tier}${key.parentId !== null && html`<span class="sub">child of ${key.parentId.slice(0, 8)}</span>`}</td>
${usage(used.minute, key.limits.perMinute)}${usage(used.day, key.limits.perDay)}${usage(used.month, key.limits.perMonth)}
<td>${ago(key.createdAt, now)}</td><td>${ago(lastUse, now)}</td>
<td>${key.revokedAt === null ? revokeButton(key) : html`revoked ${ago(key.revokedAt, now)}`}</td></tr>\n`;
}

const usage = (used: number, limit: number | null): Html =>
  html`<td class="num">${count(used)}<span class="sub">of ${limitText(limit)}</span></td>`;
