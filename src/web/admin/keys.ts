import { keyEmail, keyName } from "../../api/keys.ts";
import type { Context } from "../../context.ts";
import { KEY_EMAIL, KEY_NAME, type Key } from "../../domain/accounts/keys.ts";
import { TIERS, type Tier } from "../../domain/accounts/plans.ts";
import { AppError } from "../../errors.ts";
import { choice, optional, text } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import type { Redirect, Route } from "../../http/route.ts";
import { findLiveSubscription } from "../../store/accounts/subscriptions.ts";
import { lastUseOf, newSecret } from "../account/keys.ts";
import { CALL_ASSETS } from "../page/command.ts";
import { ago, count, ofLimit } from "../page/figures.ts";
import { readField, revokeCell, textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, pathTo } from "../page/layout.ts";
import { dataTable, num, words } from "../page/table.ts";
import type { AdminPages } from "./admin-pages.ts";

const PAGE_KEYS = 50;
const SECTION = "/admin/keys";

export const keyAdminPages = ({ page, form }: AdminPages): readonly Route[] => [
  page({
    path: SECTION,
    parameters: {
      before: optional(
        text({ description: "Keys made before the one with this id.", min: 1, max: 64, example: EXAMPLE_ID }),
      ),
    },
    render: (context, { before }) => ({ title: "Keys", main: keyList(context, before) }),
  }),
  form({ path: "/admin/keys/create", section: SECTION, submit: createKey }),
  form({ path: "/admin/keys/plan", section: SECTION, submit: changePlan }),
  form({
    path: "/admin/keys/revoke",
    section: SECTION,
    async submit(context, fields) {
      const { id } = getKey(context, textOf(fields, "id"));
      const { keyPrefix } = await context.commands.revokeKey({ id });
      context.billing?.cancelUnwanted();
      context.log.info({ key: id, prefix: keyPrefix }, "the operator revoked a key");
      return { seeOther: pathTo(context, SECTION) };
    },
  }),
];

/** Creates a key as `toteboard keys create` does, and shows it once. */
async function createKey(context: Context, fields: Query): Promise<Page> {
  const made = await context.commands.createKey({
    name: readField(fields, "name", "Name", keyName),
    email: readField(fields, "email", "Email", keyEmail),
    tier: readField(fields, "tier", "Plan", plan),
  });
  context.log.info({ key: made.id, prefix: made.keyPrefix, tier: made.tier }, "the operator created a key");
  const note = html`<p>Its plan is ${made.tier}. Its id is <code>${made.id}</code>.</p>`;
  return {
    title: `New key “${made.name}”`,
    assets: CALL_ASSETS,
    main: html`${newSecret(context, made.secret, note)}
<p class="actions"><a class="button" href="${pathTo(context, SECTION)}">Back to keys</a></p>`,
  };
}

/** Moves a key as `toteboard keys set-tier` does. The field has the plan and the id of the key. */
async function changePlan(context: Context, fields: Query): Promise<Redirect> {
  const [name = "", id = ""] = textOf(fields, "plan").split(" ");
  const { keyPrefix, tier: from } = getKey(context, id);
  const to = TIERS.find((one) => one === name);
  if (to === undefined) throw new AppError("validation_error", `plan: expected one of ${TIERS.join(", ")}`);
  // What pays for pro would go on being billed.
  await context.commands.setKeyTier({ id, tier: to, cancelsSubscription: to === "free" });
  context.billing?.cancelUnwanted();
  context.log.info({ key: id, prefix: keyPrefix, from, to }, "the operator changed the plan of a key");
  return { seeOther: pathTo(context, SECTION) };
}

function getKey({ access }: Context, id: string): Key {
  const key = access.keys.find(id);
  if (key !== undefined) return key;
  throw new AppError("key_not_found", "there is no key with this id; open /admin/keys for all keys");
}

const plan = choice({ description: "The plan of the key.", values: TIERS });

const EXAMPLE_ID = "0b7f6f0e-4c0e-4d0a-9a55-5b1a6f3c2d1e";

function keyList(context: Context, before: string | undefined): Html {
  const keys = context.store.keys.listNewest(before, PAGE_KEYS);
  const { keys: all, revoked } = context.store.keys.count();
  const now = context.clock.now();
  const last = keys.at(-1);
  return html`<p class="lead">${count(all - revoked)} in use, ${count(revoked)} revoked. The newest keys come \
first. Secrets are not stored.</p>
${createForm(context)}
${
  keys.length === 0
    ? html`<p class="empty">No keys. People create free ones on the page <a href="${pathTo(context, "/keys")}">/keys</a>.</p>`
    : keyTable(context, keys, now)
}
${
  keys.length === PAGE_KEYS &&
  last !== undefined &&
  html`<p class="more"><a href="${pathTo(context, "/admin/keys")}?before=${last.id}">Older keys</a></p>`
}
<p class="more">To see more of a key, run <code>toteboard keys show ID</code>. To give an enterprise key limits of its own, run \
<code>toteboard keys set-tier ID</code>.</p>`;
}

const createForm = (context: Context): Html =>
  html`<details class="create"><summary>Create a key</summary>
<form class="narrow" method="post" action="${pathTo(context, "/admin/keys/create")}">
<label for="name">Name</label>
<input id="name" name="name" type="text" required maxlength="${KEY_NAME.max}" autocomplete="off">
<label for="email">Email</label>
<input id="email" name="email" type="email" required maxlength="${KEY_EMAIL.max}" autocomplete="off">
<label for="tier">Plan</label>
<select id="tier" name="tier">${TIERS.map((tier) => html`<option>${tier}</option>`)}</select>
<p class="actions"><button class="main">Create the key</button></p>
</form></details>`;

const keyTable = (context: Context, keys: readonly Key[], now: number): Html =>
  html`<form method="post" action="${pathTo(context, "/admin/keys/revoke")}">${dataTable(
    { label: "Keys", classes: "thirds" },
    keys.map((key) => ({ key, used: context.access.counters.used(key, context.clock.running()) })),
    [
      words(
        "Name",
        ({ key: { name, email } }) => html`${name}${email !== name && html`<span class="sub">${email}</span>`}`,
        "name",
      ),
      words("Key", ({ key: { keyPrefix, id } }) => html`<code>${keyPrefix}…</code><span class="sub">${id}</span>`),
      words("Plan", ({ key }) => planCell(context, key)),
      num("Last minute", ({ key, used }) => usage(used.minute, key.limits.perMinute)),
      num("Today (UTC)", ({ key, used }) => usage(used.day, key.limits.perDay)),
      num("Month (UTC)", ({ key, used }) => usage(used.month, key.limits.perMonth)),
      words("Created", ({ key }) => ago(key.createdAt, now)),
      words("Last used", ({ key }) => ago(lastUseOf(context, key), now)),
      words("Revoke", ({ key }) => revokeCell(key, now)),
    ],
  )}</form>`;

/** The plan, and below it the others to choose from. */
function planCell(context: Context, { id, tier, name, revokedAt, parentId }: Key): Html {
  const child = parentId !== null && html`<span class="sub">child of ${parentId.slice(0, 8)}</span>`;
  if (revokedAt !== null) return html`${tier}${child}`;
  const isPaying = findLiveSubscription(context.store.db, id) !== undefined;
  const label = (to: Tier): string => (to === "free" && isPaying ? "free, and cancel its subscription" : to);
  return html`<details><summary>${tier} <span class="hide">is the plan of ${name}: change it</span></summary>${TIERS.filter(
    (to) => to !== tier,
  ).map(
    (to) =>
      html`<button formaction="${pathTo(context, "/admin/keys/plan")}" name="plan" value="${to} ${id}">${label(to)}</button> `,
  )}</details>${child}`;
}

const usage = (used: number, limit: number | null): Html =>
  html`${count(used)}<span class="sub">${ofLimit(limit)}</span>`;
