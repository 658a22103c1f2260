import { createKey, keyEmail, startCheckout } from "../../api/keys.ts";
import { type HostedPage, requireBilling } from "../../billing/billing.ts";
import type { Context } from "../../context.ts";
import { describePrice } from "../../domain/accounts/billing.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import { allowanceOf, getPlan, includesTier, PLANS, type Plan, type Tier } from "../../domain/accounts/plans.ts";
import { AppError } from "../../errors.ts";
import { logFailure } from "../../http/responding/reply.ts";
import type { Route } from "../../http/route.ts";
import { CALL_ASSETS } from "../page/command.ts";
import { formProblem, type RefusedForm, readField, requireSignedIn, textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, type PageDeps, pathTo, sentence, toDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";
import { limitList, newSecret, signInWithNew } from "./keys.ts";

export const pricingPages = (pages: PublicPages): readonly Route[] => [
  pages.page({
    path: "/pricing",
    readsKey: true,
    parameters: {},
    render: (context, _input, { key }) => toDocument(context, pricingPage(context, key), "/pricing"),
  }),
  formRoute(pages, "key", {
    path: "/pricing/upgrade",
    async submit(context, _form, caller) {
      const key = requireSignedIn(caller);
      return readyPage(context, key, await startCheckout(context, key));
    },
  }),
  formRoute(pages, "key", {
    path: "/pricing/manage",
    async submit(context, _form, caller) {
      const key = requireSignedIn(caller);
      return portalPage(key, await requireBilling(context.billing).openPortal(key.id));
    },
  }),
  formRoute(pages, "email", {
    path: "/pricing/keys",
    async submit(context, form, caller) {
      requireBilling(context.billing);
      const email = readField(form, "email", "Email", keyEmail);
      const key = await createKey(context, caller.address, { name: email, email });
      const page = newKeyPage(context, key.secret, await tryCheckout(context, key));
      return { ...page, headers: signInWithNew(context, caller, key.secret) };
    },
  }),
];

type FormDefinition = Omit<Parameters<PublicPages["form"]>[0], "refuse">;

/** A form whose errors are shown at the form `name` of the page of plans. */
const formRoute = (pages: PublicPages, name: PlanForm, definition: FormDefinition): Route =>
  pages.form({
    ...definition,
    refuse: (context, error, form, { key }) =>
      pricingPage(context, key, { form: name, error, email: textOf(form, "email") }),
  });

/** The key exists and must be shown, even if the checkout fails. */
async function tryCheckout(context: Context, key: Pick<Key, "id" | "tier">): Promise<HostedPage | AppError> {
  try {
    return await startCheckout(context, key);
  } catch (error) {
    logFailure(context.log, error, { key: key.id });
    return error instanceof AppError ? error : new AppError("internal_error", "something went wrong");
  }
}

type PlanForm = "key" | "email";

interface RefusedPlanForm extends RefusedForm<PlanForm> {
  readonly email: string;
}

/** The plans, with the forms to upgrade `key` or a new one if payments are set up. */
export function pricingPage(context: Context, key?: Key, refused?: RefusedPlanForm): Page {
  const main = html`<h1>Plans and prices</h1>
<p class="lead">A plan belongs to one API key. An upgrade keeps the key and gives it higher limits and more endpoints.</p>
${includesTier(context.pagesPlan.tier, "pro") && html`<p>The pages of this service show everything without a key. Only programs need one.</p>`}
<div class="plans">${PLANS.map((plan) => toCard(context, plan))}</div>
${context.billing === undefined ? html`<p>No plan is sold here: the operator of this service makes keys on ${PRO.name}.</p>` : forms(context, key, refused)}`;
  return { title: refused === undefined ? "Plans and prices" : "Please check the form", main };
}

const forms = (
  context: Context,
  key: Key | undefined,
  refused: RefusedPlanForm | undefined,
): Html => html`<div class="forms">
<section aria-labelledby="have-key">
<h2 id="have-key">I have a key</h2>
${formProblem(context, "key", refused, "/pricing")}
${
  key === undefined
    ? html`<p>Sign in with your key. Then upgrade it or manage its subscription here.</p>
<p class="actions"><a class="button main" href="${pathTo(context, "/keys")}#sign-in">Sign in</a></p>`
    : keyForm(context, key)
}
</section>
<section aria-labelledby="new-key">
<h2 id="new-key">I need a key</h2>
<form method="post" action="${pathTo(context, "/pricing/keys")}">
${formProblem(context, "email", refused, "/pricing")}
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${refused?.email ?? ""}" required maxlength="255" autocomplete="email" \
placeholder="you@example.org"${
  refused?.form === "email"
    ? html` aria-invalid="true" aria-describedby="email-problem email-hint" autofocus`
    : html` aria-describedby="email-hint"`
}>
<p class="hint" id="email-hint">For messages about the key. You see the key before you pay.</p>
<p class="actions"><button class="main">Create a key and upgrade it</button></p>
</form>
</section>
</div>`;

/** What a visitor can do with the key of their session. */
const keyForm = (context: Context, { keyPrefix, tier }: Key): Html => {
  const price = findProPrice(context);
  return html`<form method="post" action="${pathTo(context, "/pricing/upgrade")}">
<p>You are signed in with <code>${keyPrefix}…</code>, which is on the ${getPlan(tier).name} plan.</p>
<p class="actions">${tier === "free" && html`<button class="main">Upgrade to ${PRO.name}${price && ` – ${price}`}</button> `}\
<button formaction="${pathTo(context, "/pricing/manage")}">Manage subscription</button></p>
</form>`;
};

/** The page before the provider's payment page. */
const readyPage = (context: Context, key: Key, page: HostedPage): Page => ({
  title: "Upgrade a key",
  main: html`<h1>Upgrade to ${PRO.name}</h1>
<p>Your key <code>${key.keyPrefix}…</code> stays the same. After the payment it allows this many requests:</p>
${limitList(PRO)}
${continueTo(context, page)}`,
});

/** A new key, shown once. */
const newKeyPage = (context: Context, secret: string, page: HostedPage | AppError): Page => ({
  title: "Your new key",
  assets: CALL_ASSETS,
  main: html`<h1>Your new key</h1>
${newSecret(context, secret, html`<p>It works now and is on the Free plan. Send it in the header <code>X-API-Key</code>.</p>`)}
${page instanceof AppError ? payLater(context, page) : continueTo(context, page)}`,
});

/** The page before the provider's subscription page. */
const portalPage = (key: Key, url: string): Page => ({
  title: "Manage a subscription",
  main: html`<h1>Your subscription</h1>
<p>Change the card, see bills or cancel the subscription of <code>${key.keyPrefix}…</code> on the payment provider's page.</p>
<p class="actions"><a class="button main" href="${url}">Continue to the provider's page</a></p>`,
});

function continueTo(context: Context, { url }: HostedPage): Html {
  const price = findProPrice(context);
  return html`<p>${price === undefined ? "The price is shown before you pay" : `${PRO.name} costs ${price}, until you cancel`}.</p>
<p class="actions"><a class="button main" href="${url}">Continue to payment</a></p>`;
}

const payLater = (deps: PageDeps, reason: AppError): Html =>
  html`<p class="problem" role="alert">${sentence(reason.message)} Keep the key. You can upgrade it later
on the page <a href="${pathTo(deps, "/pricing")}">Plans and prices</a>.</p>`;

/** The price of pro: "$49 a month". Undefined without payments, and until the provider has sent it. */
export function findProPrice({ billing }: Pick<Context, "billing">): string | undefined {
  const price = billing?.price();
  return price && describePrice(price);
}

function priceOf(context: Context, { tier }: Plan): string {
  if (tier === "free") return "Free of charge";
  if (tier === "enterprise") return "By agreement";
  if (context.billing === undefined) return "Set up by the operator";
  return findProPrice(context) ?? "Shown before you pay";
}

/** What a plan lets a key call, and how many alerts and webhooks it allows. */
const linesOf = (tier: Tier): readonly string[] => [
  ...CALLS[tier],
  `${allowanceOf(tier, "alert")}, ${allowanceOf(tier, "webhook")}`,
];

const CALLS: Readonly<Record<Tier, readonly string[]>> = {
  free: [
    "Markets and events of every platform",
    "Search, popular and resolved markets",
    "Market details, with the same question on other platforms",
  ],
  pro: [
    "All of Free",
    "Price history and candles",
    "Arbitrage and comparison between platforms, alerts on spreads",
    "Analytics and your own usage",
  ],
  enterprise: ["All of Pro", "Limits agreed for each key", "Set up by the operator"],
};

const toCard = (context: Context, plan: Plan): Html => html`<section class="plan" aria-labelledby="plan-${plan.tier}">
<h2 id="plan-${plan.tier}">${plan.name}</h2>
<p class="price">${priceOf(context, plan)}</p>
<h3>Requests</h3>
${limitList(plan)}
<h3>Endpoints</h3>
<ul>${linesOf(plan.tier).map((line) => html`<li>${line}</li>`)}</ul>
<p class="actions">${buttonOf(context, plan)}</p>
</section>`;

function buttonOf(context: Context, { tier, name }: Plan): Html {
  if (tier === "free") return html`<a class="button" href="${pathTo(context, "/keys")}">Get a key</a>`;
  if (tier === "pro" && context.billing !== undefined)
    return html`<a class="button main" href="#have-key">Choose ${name}</a>`;
  return html`Ask the operator of this service.`;
}

export const PRO: Plan = getPlan("pro");
