import type { Context } from "../../context.ts";
import { type Html, html, type Page, pathTo } from "../page/index.ts";
import { isOpenHere } from "./access.ts";

/**
 * The page for all others. A 404 would hide nothing, for the address is in the source and the manual, and it
 * would leave an operator without the next step.
 */
export function lockedPage(context: Context, problem?: string): Page {
  const main = html`<h1>For the operator</h1>
<p class="lead">Sources, keys, pairs to review, backups and settings of this service.</p>
${context.config.adminToken === undefined ? help(context) : tokenForm(context, problem)}`;
  return { title: "For the operator", main, status: 403 };
}

const tokenForm = (context: Context, problem: string | undefined): Html =>
  html`<form class="narrow" method="post" action="${pathTo(context, "/admin/sign-in")}">
${problem !== undefined && html`<p class="problem" role="alert" id="token-problem">${problem}</p>`}
<label for="token">Token of the operator</label>
<input id="token" name="token" type="password" required maxlength="200" autocomplete="current-password" aria-describedby="${problem !== undefined && "token-problem "}token-hint"${problem !== undefined && html` aria-invalid="true" autofocus`}>
<p class="hint" id="token-hint">The value of TOTEBOARD_ADMIN_TOKEN. This browser then stays signed in for 12 hours.</p>
<p class="actions"><button class="main">Sign in</button></p>
</form>`;

const help = ({ config, site }: Context): Html =>
  isOpenHere(config)
    ? html`<p>Open it in a browser on the machine that runs the service: <code>http://localhost:${new URL(site.origin()).port}/admin</code></p>
<p>To open it from elsewhere, or through a proxy, set <code>TOTEBOARD_ADMIN_TOKEN</code> to at least 20 characters. Then start the service again and come back.</p>`
    : html`<p>Set <code>TOTEBOARD_ADMIN_TOKEN</code> to at least 20 characters. Then start the service again and come back.</p>
<p>This service is behind a proxy, so its own machine needs the token too.</p>`;
