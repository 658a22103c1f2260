import type { Context } from "../../context.ts";
import { describePrice } from "../../domain/accounts/billing.ts";
import { allowanceOf, getPlan, type Limits, PLANS, type Plan } from "../../domain/accounts/plans.ts";
import { limitText } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";

export const planCards = (context: Context): Html =>
  html`<div class="plans">${PLANS.map((plan) => toCard(context, plan))}</div>`;

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

/** The limits of a plan or key. */
export const limitList = ({ perMinute, perDay, perMonth }: Limits): Html => html`<dl class="figures">
<div><dt>a minute</dt><dd>${limitText(perMinute)}</dd></div>
<div><dt>a day</dt><dd>${limitText(perDay)}</dd></div>
<div><dt>a month</dt><dd>${limitText(perMonth)}</dd></div>
</dl>`;

/** What a plan lets a key call, and how many alerts and webhooks it allows. */
const linesOf = ({ tier }: Plan): readonly string[] => [
  ...CALLS[tier],
  `${allowanceOf(tier, "alert")}, ${allowanceOf(tier, "webhook")}`,
];

const CALLS: Readonly<Record<Plan["tier"], readonly string[]>> = {
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
<ul>${linesOf(plan).map((line) => html`<li>${line}</li>`)}</ul>
<p class="actions">${buttonOf(context, plan)}</p>
</section>`;

function buttonOf(context: Context, { tier, name }: Plan): Html {
  if (tier === "free") return html`<a class="button" href="${pathTo(context, "/keys")}">Get a key</a>`;
  if (tier === "pro" && context.billing !== undefined)
    return html`<a class="button main" href="#have-key">Choose ${name}</a>`;
  return html`Ask the operator of this service.`;
}

export const PRO: Plan = getPlan("pro");
