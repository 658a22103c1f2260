import type { Context } from "../../context.ts";
import type { AppError } from "../../errors.ts";
import type { Headers } from "../../http/headers.ts";
import type { Input, Parameters } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import { type Document, type Redirect, type Route, route } from "../../http/route.ts";
import { FORM, readForm } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, pathTo, toDocument, toErrorDocument } from "../page/layout.ts";
import { type AdminAccess, requireOwnOrigin } from "./access.ts";
import { lockedPage } from "./locked-page.ts";

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

/** No copy anywhere, no frame, no search engine. Forms say where they come from, which `no-referrer` would prevent. */
const HEADERS: Headers = {
  "Cache-Control": "no-store",
  "X-Frame-Options": "DENY",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "same-origin",
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
