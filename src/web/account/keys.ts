import { createKey, graceHours, keyEmail, keyName, revokeKey } from "../../api/keys.ts";
import { listDailyUse } from "../../api/usage.ts";
import type { Context } from "../../context.ts";
import { type Key, MAX_GRACE_HOURS, sharedOrigin } from "../../domain/accounts/keys.ts";
import { toDate } from "../../domain/calendar.ts";
import type { AppError } from "../../errors.ts";
import type { Query } from "../../http/query.ts";
import type { Caller, Document, Route } from "../../http/route.ts";
import { CALL_ASSETS, command, copyButton, curlOf, runButton } from "../page/command.ts";
import { ago, count, limitText, moment } from "../page/figures.ts";
import {
  complaint,
  findField,
  identify,
  identifyOwner,
  keyField,
  readField,
  revokeButton,
  textOf,
} from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, type PageDeps, pathTo, toDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { dataTable } from "../page/table.ts";
import { limitList } from "./plans.ts";

export const keyPages = (pages: PublicPages): readonly Route[] => [
  pages.page({
    path: "/keys",
    summary: "Create and manage keys",
    parameters: {},
    render: (context) => toKeysDocument(context, keysPage(context)),
  }),
  formRoute(pages, "make", submitNewKey),
  formRoute(pages, "own", submitOwnKey),
  formRoute(pages, "rotate", submitRotation),
  formRoute(pages, "revoke", submitRevocation),
];

type Submit = (context: Context, form: Query, caller: Caller) => Promise<Page>;

/** The form at /keys/<name>. Its errors are shown at the form for a new key, or at the one to open a key. */
const formRoute = (pages: PublicPages, name: "make" | "own" | "rotate" | "revoke", submit: Submit): Route =>
  pages.form({
    path: `/keys/${name}`,
    summary: `The form '${name}' of the page of keys`,
    submit,
    refuse(context, error, form) {
      const shownAt: KeysForm = name === "make" ? "make" : "own";
      return keysPage(context, { form: shownAt, error, name: textOf(form, "name"), email: textOf(form, "email") });
    },
    toDocument: toKeysDocument,
  });

const toKeysDocument = (context: Context, page: Page): Document =>
  toDocument(context, { ...page, assets: CALL_ASSETS }, "/keys");

async function submitNewKey(context: Context, form: Query, { address }: Caller): Promise<Page> {
  const name = readField(form, "name", "Name", keyName);
  const email = readField(form, "email", "Email", keyEmail);
  return madePage(context, await createKey(context, address, { name, email }));
}

const submitOwnKey: Submit = async (context, form, caller) =>
  ownKeyPage(context, await identify(context, form, caller));

async function submitRotation(context: Context, form: Query, caller: Caller): Promise<Page> {
  const key = await identifyOwner(context, form, caller);
  const hours = findField(form, "grace_hours", graceHours);
  if (hours === undefined) {
    const problem = `Hours until the old secret stops working: expected ${graceHours.expected}.`;
    const page = await ownKeyPage(context, key, { problem, graceHours: textOf(form, "grace_hours") });
    return { ...page, status: 422 };
  }
  return madePage(context, await context.commands.rotateKey({ id: key.id, graceHours: hours }));
}

async function submitRevocation(context: Context, form: Query, caller: Caller): Promise<Page> {
  const own = await identifyOwner(context, form, caller);
  const revoked = await revokeKey(context, own, textOf(form, "id"));
  const notice = `The key ${revoked.keyPrefix}… is revoked and no longer works.`;
  // A revoked key cannot open its page.
  if (revoked.id === own.id) return keysPage(context, undefined, notice);
  return ownKeyPage(context, own, { notice });
}

type KeysForm = "make" | "own";

/** The error of a form, and its input. */
interface RefusedKeysForm {
  readonly form: KeysForm;
  readonly error: AppError;
  readonly name: string;
  readonly email: string;
}

/** The forms for a new key and for an existing one. `notice` reports what was done. */
function keysPage(deps: PageDeps, refused?: RefusedKeysForm, notice?: string): Page {
  const errorOf = (form: KeysForm): AppError | undefined => (refused?.form === form ? refused.error : undefined);
  const main = html`<h1>Keys</h1>
<p class="lead">Programs need a key to use the API. Create one free.</p>
${notice !== undefined && html`<p class="done" role="status">${notice}</p>`}
<div class="forms">${makeForm(deps, refused, errorOf("make"))}${ownForm(deps, errorOf("own"))}</div>`;
  return { title: refused === undefined ? "Keys" : "Please check the form", main };
}

const makeForm = (deps: PageDeps, typed: RefusedKeysForm | undefined, error: AppError | undefined): Html =>
  html`<section aria-labelledby="new-key"><h2 id="new-key">Create a key</h2>
<form method="post" action="${pathTo(deps, "/keys/make")}">
${complaint(deps, "make", error, "/keys")}
<label for="name">Name</label>
<input id="name" name="name" type="text" value="${typed?.name ?? ""}" required maxlength="255" autocomplete="off" placeholder="My script">
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${typed?.email ?? ""}" required maxlength="255" autocomplete="email" \
placeholder="you@example.org"${error !== undefined && html` aria-describedby="make-problem"`}>
<p class="hint">For messages about the key. It is not verified and not shown to others.</p>
<p class="actions"><button class="main">Create a key</button></p>
</form></section>`;

const ownForm = (deps: PageDeps, error: AppError | undefined): Html =>
  html`<section aria-labelledby="own-key"><h2 id="own-key">Manage a key</h2>
<form method="post" action="${pathTo(deps, "/keys/own")}">
${complaint(deps, "own", error, "/keys")}
${keyField("own", error, "Your key is sent to this server only and is not stored.")}
<p class="actions"><button class="main">Show usage and keys</button></p>
</form></section>`;

/** A new key to store, and a first call with it to copy or to run. `note` stands between them. */
export function newSecret(deps: PageDeps, secret: string, note: Html): Html {
  const path = "/api/v1/markets?page_size=3";
  return html`<p><strong>Store it now.</strong> This page shows it once. It cannot be recovered.</p>
<div class="secret"><code id="secret" data-new-key>${secret}</code>${copyButton("secret")}</div>
${note}
<h2>Your first call</h2>
<p>It lists three open markets, the most traded first.</p>
${command("first", curlOf({ method: "GET", url: deps.site.origin() + path, key: secret }))}
${runButton(pathTo(deps, path))}`;
}

type ShownSecret = Pick<Key, "name" | "tier" | "limits"> & { readonly secret: string };

/** A key's new secret, shown once. */
const madePage = (deps: PageDeps, { secret, name, tier, limits }: ShownSecret): Page => ({
  title: "Your key",
  main: html`<h1>Your key “${name}”</h1>
${newSecret(deps, secret, html`<p>Its plan is ${tier}. It allows this many requests:</p>${limitList(limits)}`)}
<p class="actions"><a class="button main" href="${pathTo(deps, "/docs")}">API reference</a>
<a class="button" href="${pathTo(deps, "/keys")}">Back to keys</a></p>`,
});

/** Days of usage in the chart. */
const DAYS = 30;

/** A notice, or the error and input of the rotation form. */
interface KeyPageState {
  readonly notice?: string;
  readonly problem?: string;
  /** The input as typed. */
  readonly graceHours?: string;
}

/** A key's usage and the keys it may revoke. Contains no secret. */
async function ownKeyPage(context: Context, key: Key, { notice, ...rotation }: KeyPageState = {}): Promise<Page> {
  const { access, clock } = context;
  const now = clock.now();
  const { minute, day, month } = access.counters.used(key, clock.running());
  const { perMinute, perDay, perMonth } = key.limits;
  const main = html`<h1>Key “${key.name}”</h1>
<p class="lead"><code>${key.keyPrefix}…</code> · plan ${key.tier} · created ${moment(key.createdAt)}</p>
${notice !== undefined && html`<p class="done" role="status">${notice}</p>`}
<section aria-labelledby="usage"><h2 id="usage">Requests</h2>
<dl class="meters">
${meter("In the last minute", minute, perMinute)}
${meter("Today (UTC)", day, perDay)}
${meter("This month (UTC)", month, perMonth)}
</dl>
${sharedOrigin(key) !== undefined && html`<p class="hint">All free keys made from one address share the minute and the day.</p>`}
${usageBars(await listDailyUse(context, key.id, DAYS))}
</section>
${familySection(context, key, now)}
${rotateSection(context, rotation)}`;
  return { title: `Key ${key.keyPrefix}…`, main };
}

const meter = (name: string, used: number, limit: number | null): Html => html`<div><dt>${name}</dt>
<dd><strong>${count(used)}</strong> of ${limitText(limit)}${
  limit !== null &&
  html`<meter min="0" max="${limit}" value="${used}" high="${limit * 0.9}">${used} of ${limit}</meter>`
}</dd></div>`;

function usageBars(days: Awaited<ReturnType<typeof listDailyUse>>): Html {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const bars = days.map(({ day, requests }, index) => {
    const height = (requests / most) * 40;
    return html`<rect x="${index * 10 + 1}" y="${(40 - height).toFixed(1)}" width="8" height="${height.toFixed(1)}">\
<title>${toDate(day)}: ${count(requests)}</title></rect>`;
  });
  return html`<figure class="usage"><svg viewBox="0 0 ${DAYS * 10} 41" preserveAspectRatio="none" role="img" \
aria-label="Requests on each of the last ${DAYS} days, at most ${count(most)} a day"><path d="M0 40.5H${DAYS * 10}"/>${bars}</svg>
<figcaption class="sub"><span>${DAYS} days ago</span> <span>highest: ${count(most)} a day</span> <span>today</span></figcaption></figure>`;
}

function familySection(context: Context, key: Key, now: number): Html {
  const { access } = context;
  const lastUse = (one: Key): number | null => access.counters.lastUsedAt(one.id) ?? one.lastUsedAt;
  return html`<section aria-labelledby="family"><h2 id="family">This key and its child keys</h2>
<form method="post" action="${pathTo(context, "/keys/revoke")}">
<div class="again">${keyField("revoke", undefined, "To revoke a key, paste your own key again.")}</div>
${dataTable(
  "Keys",
  ["Name", "Key", "Plan", "Last used", "Revoke"],
  access.keys.listFamily(key.id).map(
    (
      one,
    ) => html`<tr><th scope="row" class="name">${one.name}${one.id === key.id && html` <span class="sub">this key</span>`}</th>
<td><code>${one.keyPrefix}…</code></td><td>${one.tier}</td><td>${ago(lastUse(one), now)}</td>
<td>${one.revokedAt === null ? revokeButton(one) : html`revoked ${ago(one.revokedAt, now)}`}</td></tr>`,
  ),
)}</form></section>`;
}

const rotateSection = (
  context: Context,
  { problem, graceHours = "0" }: Omit<KeyPageState, "notice">,
): Html => html`<section class="narrow" aria-labelledby="rotation"><h2 id="rotation">Rotate this key</h2>
<p>The key gets a new secret. Its plan and its usage stay the same.</p>
<form method="post" action="${pathTo(context, "/keys/rotate")}">
${problem !== undefined && html`<p class="problem" role="alert" id="grace-problem">${problem}</p>`}
<div class="again">${keyField("rotate", undefined, "To rotate the key, paste it again.")}</div>
<label for="grace">Hours until the old secret stops working (it can only read until then)</label>
<input id="grace" name="grace_hours" type="number" min="0" max="${MAX_GRACE_HOURS}" value="${graceHours}" \
required${problem !== undefined && html` aria-invalid="true" aria-describedby="grace-problem" autofocus`}>
<p class="actions"><button class="main">Rotate</button></p>
</form></section>`;
