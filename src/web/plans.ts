import { getPlan, type Limits, PLANS, type Plan } from "../domain/plans.ts";
import { type Html, html } from "./html.ts";

/** The plans side by side. */
export const planCards = (): Html => html`<div class="plans">${PLANS.map(toCard)}</div>`;

/** "$49 a month" */
export function priceOf({ usdPerMonth }: Pick<Plan, "usdPerMonth">): string {
  if (usdPerMonth === null) return "By agreement";
  return usdPerMonth === 0 ? "Free of charge" : `$${count(usdPerMonth)} a month`;
}

/** What a key may ask for, as a list of terms. */
export const limitList = ({ perMinute, perDay, perMonth }: Limits): Html => html`<dl class="figures">
<div><dt>a minute</dt><dd>${count(perMinute)}</dd></div>
<div><dt>a day</dt><dd>${count(perDay)}</dd></div>
<div><dt>a month</dt><dd>${count(perMonth)}</dd></div>
</dl>`;

const CALLS: Readonly<Record<Plan["tier"], readonly string[]>> = {
  free: [
    "Markets and events of every platform",
    "Search, popular and resolved markets",
    "Details with the same question elsewhere",
  ],
  pro: [
    "All of Free",
    "Price history and candles",
    "Arbitrage and comparison between platforms",
    "Analytics and your own usage",
  ],
  enterprise: ["All of Pro", "Limits agreed for your key", "Set up by the operator of this service"],
};

const toCard = (plan: Plan): Html => html`<section class="plan" aria-labelledby="plan-${plan.tier}">
<h2 id="plan-${plan.tier}">${plan.name}</h2>
<p class="price">${priceOf(plan)}</p>
<h3>Requests</h3>
${limitList(plan)}
<h3>What it calls</h3>
<ul>${CALLS[plan.tier].map((line) => html`<li>${line}</li>`)}</ul>
</section>`;

export const PRO: Plan = getPlan("pro");

const count = (value: number | null): string => (value === null ? "unlimited" : value.toLocaleString("en-US"));
