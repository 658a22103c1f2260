import type { Context } from "../../context.ts";
import type { AppError } from "../../errors.ts";
import type { Headers } from "../../http/headers.ts";
import type { Input, Parameters } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import { type Document, type Redirect, type Route, route } from "../../http/route.ts";
import { FORM, readForm } from "../page/form.ts";
import { type Page, toDocument, toErrorDocument } from "../page/layout.ts";
import { type AdminAccess, requireOwnOrigin } from "./access.ts";
import { frame } from "./frame.ts";
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
  cache: "never",
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
        method: "GET",
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
        parameters: {},
        body: FORM,
        async handler(context, _input, _caller, received) {
          if (!access.isSignedIn(context, received)) return toAdminDocument(context, lockedPage(context, received));
          requireOwnOrigin(context, received);
          return submit(context, readForm(received));
        },
      }),
  };
}
