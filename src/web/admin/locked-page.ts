import type { OperatorToken } from "../../access/access.ts";
import type { Context } from "../../context.ts";
import type { Received } from "../../http/route.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, pathTo } from "../page/layout.ts";
import { findToken } from "./access.ts";

/**
 * The page for all others. A 404 would hide nothing, for the address is in the source and the manual, and it
 * would leave an operator without the next step.
 */
export function lockedPage(context: Context, received: Received, problem?: string): Page {
  const token = findToken(context, received);
  const main = html`<h1>For the operator</h1>
<p class="lead">Sources, keys, pairs to review, backups and settings of this service.</p>
${token === undefined ? HELP : tokenForm(context, token, problem)}`;
  return { title: "For the operator", main, status: 403 };
}

const tokenForm = (context: Context, token: OperatorToken, problem: string | undefined): Html =>
  html`<form class="narrow" method="post" action="${pathTo(context, "/admin/sign-in")}">
${problem !== undefined && html`<p class="problem" role="alert" id="token-problem">${problem}</p>`}
<label for="token">Operator token</label>
<input id="token" name="token" type="password" required maxlength="200" autocomplete="current-password" \
aria-describedby="${problem !== undefined && "token-problem "}token-hint"${problem !== undefined && html` aria-invalid="true" autofocus`}>
<p class="hint" id="token-hint">${token.isMade ? MADE_HINT : "The value of TOTEBOARD_ADMIN_TOKEN."} This browser then \
stays signed in for 12 hours.</p>
<p class="actions"><button class="main">Sign in</button></p>
</form>`;

const MADE_HINT =
  "The terminal that started the service shows a link. Open that link, or paste the part after the #. " +
  "To choose a token that stays the same, set TOTEBOARD_ADMIN_TOKEN.";

const HELP = html`<p>Set <code>TOTEBOARD_ADMIN_TOKEN</code> to at least 20 characters. Then start the service again and sign in here.</p>`;
