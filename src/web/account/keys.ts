import { authenticate, requireNewestSecret } from "../../access/authenticate.ts";
import { createKey, graceHours, keyEmail, keyName, listDailyUse, revokeKey } from "../../api/keys.ts";
import { toDate } from "../../clock.ts";
import type { Context } from "../../context.ts";
import { digestOf, type Key, MAX_GRACE_HOURS } from "../../domain/accounts/keys.ts";
import { getPlan } from "../../domain/accounts/plans.ts";
import { AppError } from "../../errors.ts";
import type { Headers } from "../../http/headers.ts";
import { inForm, optional } from "../../http/parameters.ts";
import { NO_QUERY, type Query } from "../../http/query.ts";
import type { Caller, Received, Redirect, Route } from "../../http/route.ts";
import { awaitedAlert, awaitedPath } from "../alerts/alerts.ts";
import { smallBars } from "../charts/chart.ts";
import { CALL_ASSETS, command, copyButton, curlOf, runButton } from "../page/command.ts";
import { ago, count, moment, ofLimit } from "../page/figures.ts";
import { formProblem, type RefusedForm, readField, requireSignedIn, revokeCell, textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, type PageDeps, pathTo, toDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { dataTable, words } from "../page/table.ts";
import { limitList, upgradeButton } from "./pricing.ts";

export const keyPages = (pages: PublicPages): readonly Route[] => [
  pages.page({
    path: "/keys",
    readsKey: true,
    parameters: { alert: inForm(optional(awaitedAlert)) },
    render: async (context, { alert }, { key }) =>
      toDocument(context, await keysPage(context, key, { alert }), "/keys"),
  }),
  formRoute(pages, "make", submitNewKey),
  formRoute(pages, "sign-in", submitSignIn),
  formRoute(pages, "sign-out", submitSignOut),
  formRoute(pages, "rotate", submitRotation),
  formRoute(pages, "revoke", submitRevocation),
];

type KeyForm = "make" | "sign-in" | "sign-out" | "rotate" | "revoke";
type Submit = (context: Context, form: Query, caller: Caller, received: Received) => Promise<Page | Redirect>;

/** The form at /keys/NAME, which shows its own errors. */
const formRoute = (pages: PublicPages, name: KeyForm, submit: Submit): Route =>
  pages.form({
    path: `/keys/${name}`,
    submit,
    refuse: (context, error, fields, { key }) => keysPage(context, key, { refused: { form: name, error, fields } }),
  });

async function submitNewKey(context: Context, form: Query, caller: Caller): Promise<Page> {
  const name = readField(form, "name", "Name", keyName);
  const email = readField(form, "email", "Email", keyEmail);
  const made = await createKey(context, caller.address, { name, email });
  const headers = signInWithNew(context, caller, made.secret);
  const isUpgradable = caller.key === undefined && context.billing !== undefined;
  const page = madePage(context, made, { headers, alert: textOf(form, "alert"), isUpgradable });
  return caller.key === undefined ? { ...page, visitor: made } : page;
}

async function submitSignIn(context: Context, form: Query, { address }: Caller, received: Received): Promise<Redirect> {
  const { access, clock, site } = context;
  const credential = textOf(form, "key");
  if (credential === "") throw new AppError("missing_api_key", "an API key is needed; paste yours into the field");
  const found = authenticate(access.keys, credential, { address, now: clock.now() });
  requireNewestSecret(found);
  access.counters.touch(found.key, clock.running());
  // The browser forgets its former session, so nobody could end that one.
  access.sessions.end(site.origin(), received.headers);
  const alert = textOf(form, "alert");
  const seeOther = alert === "" ? pathTo(context, "/keys") : awaitedPath(context, alert);
  return { seeOther, headers: signIn(context, credential) };
}

/** Signs in with a new key. A visitor who is signed in already keeps that session and its plan. */
const signInWithNew = (context: Context, { key }: Caller, secret: string): Headers =>
  key === undefined ? signIn(context, secret) : {};

/** Begins a session with a secret that is known to be valid. */
const signIn = ({ access, clock, site }: Context, secret: string): Headers =>
  access.sessions.begin(site.origin(), digestOf(secret), clock.running());

async function submitSignOut(context: Context, form: Query, caller: Caller, received: Received): Promise<Redirect> {
  const { access, site } = context;
  const isEverywhere = textOf(form, "everywhere") !== "" && caller.digest !== undefined;
  return {
    seeOther: pathTo(context, "/keys"),
    headers: isEverywhere
      ? access.sessions.endAll(site.origin(), caller.digest)
      : access.sessions.end(site.origin(), received.headers),
  };
}

async function submitRotation(context: Context, form: Query, caller: Caller): Promise<Page> {
  const { id } = requireSignedIn(caller);
  const hours = readField(form, "grace_hours", "Hours until the old secret stops working", graceHours);
  const rotated = await context.commands.rotateKey({ id, graceHours: hours });
  return madePage(context, rotated, { headers: signIn(context, rotated.secret) });
}

async function submitRevocation(context: Context, form: Query, caller: Caller): Promise<Page> {
  const own = requireSignedIn(caller);
  const revoked = await revokeKey(context, own, textOf(form, "id"));
  const notice = `The key ${revoked.keyPrefix}… is revoked and no longer works.`;
  if (revoked.id !== own.id) return keysPage(context, own, { notice });
  return { ...(await keysPage(context, undefined, { notice })), visitor: null };
}

interface KeysPageState {
  readonly notice?: string;
  readonly refused?: RefusedKeyForm;
  /** The alert that waits for a key. */
  readonly alert?: string | undefined;
}

interface RefusedKeyForm extends RefusedForm<KeyForm> {
  readonly fields: Query;
}

/** The usage and keys of a visitor who is signed in, else the form to sign in. Both have the form for a new key. */
async function keysPage(
  context: Context,
  key: Key | undefined,
  { notice, refused, alert = textOf(refused?.fields ?? NO_QUERY, "alert") }: KeysPageState = {},
): Promise<Page> {
  const awaited = alert !== "" && html`<input type="hidden" name="alert" value="${alert}">`;
  const done = notice !== undefined && html`<p class="done" role="status">${notice}</p>`;
  const main =
    key === undefined
      ? html`<h1>Keys</h1>
<p class="lead">Programs need a key to use the API. Create one free. Sign in with a key, and all pages show what its plan has.</p>
${done}
<div class="forms">${makeForm(context, { refused, awaited })}${signInForm(context, { refused, awaited })}</div>`
      : html`<h1>Key “${key.name}”</h1>
<p class="lead">You are signed in with <code>${key.keyPrefix}…</code> · \
<a href="${pathTo(context, "/pricing")}">${getPlan(key.tier).name} plan</a> · created ${moment(key.createdAt)}</p>
${done}
${formProblem(context, "sign-in", refused, "/keys")}
<form method="post" action="${pathTo(context, "/keys/sign-out")}">
<p class="actions"><button>Sign out</button> <button name="everywhere" value="yes">Sign out everywhere</button></p>
</form>
${await usageSection(context, key)}
<p>See the <a href="${pathTo(context, "/alerts")}">alerts of this key</a>, where they go and what was sent.</p>
${familySection(context, key, refused)}
${rotateSection(context, refused)}
${makeForm(context, { refused, isAnother: true })}`;
  const title = key === undefined ? "Keys" : `Key ${key.keyPrefix}…`;
  return { title: refused === undefined ? title : "Please check the form", main };
}

interface ShownKeyForm {
  readonly refused: RefusedKeyForm | undefined;
  /** A hidden field that says what follows. */
  readonly awaited?: Html | false;
  readonly isAnother?: boolean;
}

const makeForm = (deps: PageDeps, { refused, awaited = false, isAnother = false }: ShownKeyForm): Html => {
  const problem = formProblem(deps, "make", refused, "/keys");
  const typed = (name: string): string => (problem === false ? "" : textOf(refused?.fields ?? NO_QUERY, name));
  return html`<section${isAnother && html` class="narrow"`} aria-labelledby="new-key">\
<h2 id="new-key">Create ${isAnother ? "another" : "a"} key</h2>
<form method="post" action="${pathTo(deps, "/keys/make")}">
${awaited}${problem}
<label for="name">Name</label>
<input id="name" name="name" type="text" value="${typed("name")}" required maxlength="255" autocomplete="off" placeholder="My script">
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${typed("email")}" required maxlength="255" autocomplete="email" \
placeholder="you@example.org"${problem !== false && html` aria-describedby="make-problem"`}>
<p class="hint">For messages about the key. It is not verified and not shown to others.</p>
<p class="actions"><button class="main">Create a key</button></p>
</form></section>`;
};

/** Also shows the errors of forms whose session has ended. */
const signInForm = (deps: PageDeps, { refused, awaited = false }: ShownKeyForm): Html => {
  const problem = refused?.form !== "make" && formProblem(deps, "key", refused && { ...refused, form: "key" }, "/keys");
  return html`<section aria-labelledby="sign-in"><h2 id="sign-in">Sign in with a key</h2>
<form method="post" action="${pathTo(deps, "/keys/sign-in")}">
${awaited}${problem}
<label for="key">API key</label>
<input id="key" name="key" type="text" required maxlength="100" placeholder="tb_live_…" autocomplete="off" autocapitalize="off" \
spellcheck="false" aria-describedby="${problem !== false && "key-problem "}key-hint"${problem !== false && html` aria-invalid="true" autofocus`}>
<p class="hint" id="key-hint">This browser stays signed in for 7 days, until you sign out or the service restarts. It does not \
store the key.</p>
<p class="actions"><button class="main">Sign in</button></p>
</form></section>`;
};

/** A new key to store, and a first call with it to copy or to run. `note` stands between them. */
export function newSecret(deps: PageDeps, secret: string, note: Html): Html {
  const path = "/api/v1/markets?page_size=3";
  return html`<p><strong>Store it now.</strong> This page shows it once. It cannot be recovered.</p>
<div class="secret"><code id="secret">${secret}</code>${copyButton("secret")}</div>
${note}
<h2>Your first call</h2>
<p>It lists three open markets, the most traded first.</p>
${command("first", curlOf({ method: "GET", url: deps.site.origin() + path, key: secret }))}
${runButton(pathTo(deps, path))}`;
}

/** A key's new secret, shown once. `alert` waits for the key; it is empty where none does. */
const madePage = (
  deps: Context,
  { secret, name, tier, limits }: Pick<Key, "name" | "tier" | "limits"> & { readonly secret: string },
  {
    headers,
    alert = "",
    isUpgradable = false,
  }: { readonly headers: Headers; readonly alert?: string; readonly isUpgradable?: boolean },
): Page => ({
  title: "Your key",
  headers,
  assets: CALL_ASSETS,
  main: html`<h1>Your key “${name}”</h1>
${newSecret(deps, secret, html`<p>The key is on the ${getPlan(tier).name} plan. It allows this many requests:</p>${limitList(limits)}`)}
${isUpgradable && html`<form method="post"><p class="actions">${upgradeButton(deps)}</p></form>`}
<p class="actions">${
    alert === ""
      ? html`<a class="button main" href="${pathTo(deps, "/docs")}">API reference</a>`
      : html`<a class="button main" href="${awaitedPath(deps, alert)}">Go on with your alert</a>`
  }
<a class="button" href="${pathTo(deps, "/keys")}">Back to keys</a></p>`,
});

const DAYS = 30;

async function usageSection(context: Context, key: Key): Promise<Html> {
  const { access, clock } = context;
  const { minute, day, month } = access.counters.used(key, clock.running());
  const { perMinute, perDay, perMonth } = key.limits;
  return html`<section aria-labelledby="usage"><h2 id="usage">Requests</h2>
<dl class="meters">
${meter("In the last minute", minute, perMinute)}
${meter("Today (UTC)", day, perDay)}
${meter("This month (UTC)", month, perMonth)}
</dl>
${usageBars(await listDailyUse(context, key.id, DAYS))}
</section>`;
}

const meter = (name: string, used: number, limit: number | null): Html => html`<div><dt>${name}</dt>
<dd><strong>${count(used)}</strong> ${limit === null ? "· " : ""}${ofLimit(limit)}${
  limit !== null &&
  html`<meter min="0" max="${limit}" value="${used}" high="${limit * 0.9}">${used} of ${limit}</meter>`
}</dd></div>`;

function usageBars(days: Awaited<ReturnType<typeof listDailyUse>>): Html {
  const most = Math.max(0, ...days.map(({ requests }) => requests));
  const bars = days.map(({ day, requests }) => ({
    share: requests / Math.max(1, most),
    title: `${toDate(day)}: ${count(requests)}`,
  }));
  return html`<figure class="usage">\
${smallBars(bars, `Requests on each of the last ${DAYS} days, at most ${count(most)} a day`)}
<figcaption><span>${DAYS} days ago</span> <span>highest: ${count(most)} a day</span> <span>today</span></figcaption></figure>`;
}

function familySection(context: Context, key: Key, refused: RefusedKeyForm | undefined): Html {
  const now = context.clock.now();
  return html`<section aria-labelledby="family"><h2 id="family">This key and its child keys</h2>
<form method="post" action="${pathTo(context, "/keys/revoke")}">
${formProblem(context, "revoke", refused, "/keys")}
${dataTable({ label: "Keys", classes: "thirds" }, context.access.keys.listWithDescendants(key.id), [
  words("Name", ({ id, name }) => html`${name}${id === key.id && html` <span class="sub">this key</span>`}`, "name"),
  words("Key", ({ keyPrefix }) => html`<code>${keyPrefix}…</code>`),
  words("Plan", ({ tier }) => getPlan(tier).name),
  words("Last used", (one) => ago(lastUseOf(context, one), now)),
  words("Revoke", (one) => revokeCell(one, now)),
])}</form></section>`;
}

export const lastUseOf = ({ access }: Context, key: Key): number | null =>
  access.counters.lastUsedAt(key.id) ?? key.lastUsedAt;

function rotateSection(context: Context, refused: RefusedKeyForm | undefined): Html {
  const problem = formProblem(context, "rotate", refused, "/keys");
  const hours = problem === false ? "0" : textOf(refused?.fields ?? NO_QUERY, "grace_hours");
  return html`<section class="narrow" aria-labelledby="rotation"><h2 id="rotation">Rotate this key</h2>
<p>The key gets a new secret. Its plan and its usage stay the same. Other browsers are signed out.</p>
<form method="post" action="${pathTo(context, "/keys/rotate")}">
${problem}
<label for="grace">Hours until the old secret stops working (it can only read until then)</label>
<input id="grace" name="grace_hours" type="number" min="0" max="${MAX_GRACE_HOURS}" value="${hours}" \
required${problem !== false && html` aria-invalid="true" aria-describedby="rotate-problem" autofocus`}>
<p class="actions"><button class="main">Rotate</button></p>
</form></section>`;
}
