import type { OperatorToken } from "../../access/access.ts";
import type { Context } from "../../context.ts";
import type { AppError } from "../../errors.ts";
import type { Headers } from "../../http/headers.ts";
import type { Input, Parameters } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import { type Document, type Received, type Redirect, type Route, route } from "../../http/route.ts";
import { FORM, readForm, requireOwnOrigin } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, pathTo, toDocument, toErrorDocument } from "../page/layout.ts";
import { type AdminAccess, findToken } from "./access.ts";

interface AdminPage<P extends Parameters> {
  readonly path: string;
  readonly summary: string;
  readonly parameters: P;
  render(context: Context, input: Input<P>): Page | Promise<Page>;
}

interface AdminForm {
  readonly path: string;
  readonly summary: string;
  /** Where the browser goes next. Throws AppError. */
  submit(context: Context, form: Query): Redirect | Promise<Redirect>;
}

/** Makes the operator's pages and forms. All others get one page that says how to get in. */
export interface AdminPages {
  readonly page: <P extends Parameters>(definition: AdminPage<P>) => Route;
  readonly form: (definition: AdminForm) => Route;
}

/** No copy anywhere, no frame, no search engine. */
const HEADERS: Headers = {
  "Cache-Control": "no-store",
  "X-Frame-Options": "DENY",
  "X-Robots-Tag": "noindex, nofollow",
};

/** What all routes of the operator's pages have in common. */
export const ADMIN_ROUTE = {
  tier: "open",
  refuse(context: Context, error: AppError, path: string): Document {
    const page = toErrorDocument(context, error, path);
    return { ...page, headers: { ...page.headers, ...HEADERS } };
  },
} as const;

export const toAdminDocument = (context: Context, page: Page): Document =>
  toDocument(context, {
    ...page,
    head: {},
    headers: { ...page.headers, ...HEADERS },
    assets: ["questions.css", "admin.css", "admin.js"],
  });

export function createAdminPages(access: AdminAccess): AdminPages {
  return {
    page: ({ render, ...definition }) =>
      route({
        ...ADMIN_ROUTE,
        ...definition,
        async handler(context, input, _caller, received) {
          if (!access.isSignedIn(context, received)) return toAdminDocument(context, lockedPage(context, received));
          const page = await render(context, input);
          return toAdminDocument(context, { ...page, main: frame(context, definition.path, page) });
        },
      }),
    form: ({ path, summary, submit }) =>
      route({
        ...ADMIN_ROUTE,
        method: "POST",
        path,
        summary,
        body: FORM,
        async handler(context, _input, _caller, received) {
          if (!access.isSignedIn(context, received)) return toAdminDocument(context, lockedPage(context, received));
          requireOwnOrigin(context, received);
          return submit(context, readForm(received));
        },
      }),
  };
}

const SECTIONS: readonly (readonly [path: string, label: string])[] = [
  ["/admin", "Overview"],
  ["/admin/sources", "Sources"],
  ["/admin/keys", "Keys"],
  ["/admin/pairs", "Pairs"],
  ["/admin/backups", "Backups"],
  ["/admin/settings", "Settings"],
];

/** A section of the operator's pages: the links to all of them, then its content. */
const frame = (context: Context, path: string, { title, main }: Page): Html =>
  html`<div class="operator">
<nav class="sections" aria-label="Operator">${SECTIONS.map(([to, label]) => sectionLink(context, to, label, to === path))}</nav>
<form method="post" action="${pathTo(context, "/admin/sign-out")}"><button class="plain">Sign out</button></form>
</div>
<h1>${title}</h1>
${main}`;

const sectionLink = (context: Context, to: string, label: string, isHere: boolean): Html =>
  html`<a href="${pathTo(context, to)}"${isHere && html` aria-current="page"`}>${label}</a>`;

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
