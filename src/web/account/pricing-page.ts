import type { Context } from "../../context.ts";
import type { AppError } from "../../errors.ts";
import { type Html, html } from "../page/html.ts";
import { complaint } from "../page/key-field.ts";
import { type Page, pathTo } from "../page/layout.ts";
import { findProPrice, PRO, planCards } from "./plans.ts";

export type FormName = "key" | "email";

/** The error of a form. */
interface Complaint {
  readonly form: FormName;
  readonly error: AppError;
  /** The email as typed. */
  readonly email: string;
}

/** The plans, with upgrade forms if payments are set up. */
export function pricingPage(context: Context, refused?: Complaint): Page {
  const main = html`<h1>Plans and prices</h1>
<p class="lead">A plan belongs to one API key. An upgrade keeps the key and gives it higher limits and more endpoints.</p>
${context.pagesPlan.showsAll() && html`<p>The pages of this service show everything without a key. Only programs need one.</p>`}
${planCards(context)}
${context.billing !== undefined && forms(context, refused)}
${makeSection(context)}`;
  return { title: refused === undefined ? "Plans and prices" : "Please check the form", main };
}

/** How the operator makes the keys that are not sold. */
const makeSection = ({ billing }: Context): Html => html`<section class="make" aria-labelledby="make">
<h2 id="make">If you run this service</h2>
${billing === undefined && html`<p>This service takes no payments. Create keys of any plan in a terminal on its machine:</p>`}
${billing !== undefined && html`<p>Create keys of any plan in a terminal on its machine:</p>`}
<pre tabindex="0"><code>toteboard keys create --name 'My script' --email me@example.com --tier pro
toteboard keys list
toteboard keys set-tier ID --tier enterprise --per-day 2000000</code></pre>
<p class="hint">From source, write <code>npm run toteboard -- keys …</code>. Give <code>--db</code> the same file as \
<code>toteboard serve</code>. A new key works at once.
${
  billing === undefined &&
  html` To sell keys on ${PRO.name}, set <code>STRIPE_SECRET_KEY</code>, <code>STRIPE_WEBHOOK_SECRET</code> and \
<code>STRIPE_PRICE_ID</code>.`
}</p>
</section>`;

const forms = (context: Context, refused: Complaint | undefined): Html => html`<div class="forms">
<section aria-labelledby="have-key">
<h2 id="have-key">I have a key</h2>
<form method="post" action="${pathTo(context, "/pricing/upgrade")}">
${complaintIn(context, "key", refused)}
<label for="key">API key</label>
<input id="key" name="key" type="text" required maxlength="100" autocomplete="off" autocapitalize="off" spellcheck="false" \
placeholder="tb_live_…" data-key${describedBy("key", refused)}>
<p class="hint" id="key-hint">Your key is sent to this server only and is not stored.</p>
<p class="actions"><button class="main">Upgrade to ${PRO.name}${priceAfterDash(context)}</button>
<button formaction="${pathTo(context, "/pricing/manage")}">Manage subscription</button></p>
</form>
</section>
<section aria-labelledby="new-key">
<h2 id="new-key">I need a key</h2>
<form method="post" action="${pathTo(context, "/pricing/keys")}">
${complaintIn(context, "email", refused)}
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${refused?.email ?? ""}" required maxlength="255" autocomplete="email" \
placeholder="you@example.org"${describedBy("email", refused)}>
<p class="hint" id="email-hint">For messages about the key. You see the key before you pay.</p>
<p class="actions"><button class="main">Create a key and upgrade it</button></p>
</form>
</section>
</div>`;

function priceAfterDash(context: Context): string {
  const price = findProPrice(context);
  return price === undefined ? "" : ` – ${price}`;
}

const complaintIn = (context: Context, form: FormName, refused: Complaint | undefined): Html | false =>
  refused?.form === form && complaint(context, form, refused.error, "/pricing");

const describedBy = (form: FormName, refused: Complaint | undefined): Html =>
  refused?.form === form
    ? html` aria-invalid="true" aria-describedby="${form}-problem ${form}-hint" autofocus`
    : html` aria-describedby="${form}-hint"`;
