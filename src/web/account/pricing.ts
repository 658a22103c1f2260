import { startCheckout } from "../../api/keys.ts";
import { type HostedPage, requireBilling } from "../../billing/billing.ts";
import type { Context } from "../../context.ts";
import { describePrice } from "../../domain/accounts/billing.ts";
import type { Key } from "../../domain/accounts/keys.ts";
import {
  allowanceOf,
  getPlan,
  includesTier,
  type Limits,
  PLANS,
  type Plan,
  type Tier,
} from "../../domain/accounts/plans.ts";
import type { AppError } from "../../errors.ts";
import type { Route } from "../../http/route.ts";
import { limitText } from "../page/figures.ts";
import { formProblem, requireSignedIn } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, pathTo, toDocument } from "../page/layout.ts";
import type { PublicPages } from "../page/public-page.ts";

export const pricingPages = (pages: PublicPages): readonly Route[] => [
  pages.page({
    path: "/pricing",
    readsKey: true,
    parameters: {},
    render: (context, _input, { key }) => toDocument(context, pricingPage(context, key), "/pricing"),
  }),
  formRoute(pages, {
    path: "/pricing/upgrade",
    async submit(context, _form, caller) {
      const key = requireSignedIn(caller);
      return readyPage(context, key, await startCheckout(context, key));
    },
  }),
  formRoute(pages, {
    path: "/pricing/manage",
    async submit(context, _form, caller) {
      const key = requireSignedIn(caller);
      return portalPage(key, await requireBilling(context.billing).openPortal(key.id));
    },
  }),
];

type FormDefinition = Omit<Parameters<PublicPages["form"]>[0], "refuse">;

/** A form whose errors are shown at the key on the page of plans. */
const formRoute = (pages: PublicPages, definition: FormDefinition): Route =>
  pages.form({ ...definition, refuse: (context, error, _form, { key }) => pricingPage(context, key, error) });

/** The plans, with the form to upgrade `key` if payments are set up; `refused` is what was wrong with it. */
export function pricingPage(context: Context, key?: Key, refused?: AppError): Page {
  const main = html`<h1>Plans and prices</h1>
<p class="lead">A plan belongs to one API key. An upgrade keeps the key and gives it higher limits and more endpoints.</p>
${includesTier(context.pagesPlan.tier, "pro") && html`<p>The pages of this service show everything without a key. Only programs need one.</p>`}
<div class="plans">${PLANS.map((plan) => toCard(context, plan, key?.tier))}</div>
${context.billing === undefined ? html`<p>No plan is sold here: the operator of this service makes keys on ${PRO.name}.</p>` : forms(context, key, refused)}`;
  return { title: refused === undefined ? "Plans and prices" : "Please check the form", main };
}

const forms = (context: Context, key: Key | undefined, refused: AppError | undefined): Html =>
  html`<section class="narrow" aria-labelledby="have-key"><h2 id="have-key">Your key</h2>
${formProblem(context, "key", refused && { form: "key", error: refused }, "/pricing")}
${
  key === undefined
    ? html`<p>Sign in with your key, or create one free. Then upgrade it here: the key stays the same.</p>
<p class="actions"><a class="button main" href="${pathTo(context, "/keys")}#sign-in">Sign in</a>
<a class="button" href="${pathTo(context, "/keys")}#new-key">Create a key</a></p>`
    : keyForm(context, key)
}</section>`;

/** What a visitor can do with the key of their session. */
const keyForm = (context: Context, { id, keyPrefix, tier }: Key): Html => {
  const buttons = [
    tier === "free" && upgradeButton(context),
    context.billing?.hasPortal(id) === true &&
      html`<button formaction="${pathTo(context, "/pricing/manage")}">Manage subscription</button>`,
  ].filter((button) => button !== false);
  const actions =
    buttons.length === 0
      ? html`<p>The operator of this service has set up its plan.</p>`
      : html`<p class="actions">${buttons.map((button) => html`${button} `)}</p>`;
  return html`<form method="post" action="${pathTo(context, "/pricing/upgrade")}">
<p>You are signed in with <code>${keyPrefix}…</code>, which is on the ${getPlan(tier).name} plan.</p>
${actions}
</form>`;
};

/** Starts the payment for the key that one has signed in with, in a form. */
export function upgradeButton(context: Context): Html {
  const price = findProPrice(context);
  return html`<button class="main" formaction="${pathTo(context, "/pricing/upgrade")}">Upgrade to ${PRO.name}${price && ` – ${price}`}</button>`;
}

/** The page before the provider's payment page. */
const readyPage = (context: Context, key: Key, page: HostedPage): Page => ({
  title: "Upgrade a key",
  main: html`<h1>Upgrade to ${PRO.name}</h1>
<p>Your key <code>${key.keyPrefix}…</code> stays the same. After the payment it allows this many requests:</p>
${limitList(PRO)}
${continueTo(context, page)}`,
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

/** A plan; `own` is that of the key that one has signed in with. */
const toCard = (
  context: Context,
  plan: Plan,
  own: Tier | undefined,
): Html => html`<section class="plan" aria-labelledby="plan-${plan.tier}">
<h2 id="plan-${plan.tier}">${plan.name}</h2>
<p class="price">${priceOf(context, plan)}</p>
<h3>Requests</h3>
${limitList(plan)}
<h3>Endpoints</h3>
<ul>${linesOf(plan.tier).map((line) => html`<li>${line}</li>`)}</ul>
<p class="actions">${buttonOf(context, plan, own)}</p>
</section>`;

function buttonOf(context: Context, { tier, name }: Plan, own: Tier | undefined): Html {
  if (tier === own) return html`<strong>Your plan</strong>`;
  if (tier === "free") return html`<a class="button" href="${pathTo(context, "/keys")}">Get a key</a>`;
  if (own !== undefined && includesTier(own, tier)) return html`Part of your plan.`;
  if (tier === "pro" && context.billing !== undefined)
    return html`<a class="button main" href="#have-key">Choose ${name}</a>`;
  return html`Ask the operator of this service.`;
}

export const PRO: Plan = getPlan("pro");

/** The limits of a plan or key. */
export const limitList = ({ perMinute, perDay, perMonth }: Limits): Html => html`<dl class="figures">
<div><dt>a minute</dt><dd>${limitText(perMinute)}</dd></div>
<div><dt>a day</dt><dd>${limitText(perDay)}</dd></div>
<div><dt>a month</dt><dd>${limitText(perMonth)}</dd></div>
</dl>`;
