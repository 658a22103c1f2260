import { hash, timingSafeEqual } from "node:crypto";
import { createSessions, type OperatorToken } from "../../access/access.ts";
import { createAddressLimit } from "../../access/limit.ts";
import type { Context } from "../../context.ts";
import type { AppError } from "../../errors.ts";
import type { Headers } from "../../http/headers.ts";
import type { Input, Parameters } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import { type Document, type Received, type Redirect, type Route, route, type Streamed } from "../../http/route.ts";
import { FORM, readForm, requireOwnOrigin, textOf } from "../page/form.ts";
import { type Html, html } from "../page/html.ts";
import { type Page, pathTo, toDocument, toErrorDocument } from "../page/layout.ts";

interface AdminPage<P extends Parameters> {
  readonly path: string;
  readonly parameters: P;
  /** A page, or a file to download. */
  render(context: Context, input: Input<P>): Page | Promise<Page | Streamed>;
}

interface AdminForm {
  readonly path: string;
  readonly section: string;
  /** Where the browser goes next, or the page that follows. Throws AppError. */
  submit(context: Context, form: Query): Redirect | Page | Promise<Redirect | Page>;
}

/** No frame, no search engine. */
const HEADERS: Headers = {
  "X-Frame-Options": "DENY",
  "X-Robots-Tag": "noindex, nofollow",
};

/** What all routes of the operator's pages have in common. */
const ADMIN_ROUTE = {
  tier: "open",
  refuse(context: Context, error: AppError, path: string): Document {
    const page = toErrorDocument(context, error, path);
    return { ...page, headers: { ...page.headers, ...HEADERS } };
  },
} as const;

const toAdminDocument = (context: Context, page: Page): Document =>
  toDocument(context, {
    ...page,
    head: {},
    headers: { ...page.headers, ...HEADERS },
    assets: ["questions.css", "admin.css", "admin.js", ...(page.assets ?? [])],
  });

export type AdminPages = ReturnType<typeof createAdminPages>;

/** Makes the operator's pages and forms. All others get one page that says how to get in. */
export function createAdminPages(access: AdminAccess) {
  const section = <P extends Parameters>(
    definition: Pick<Route<P>, "method" | "path" | "parameters" | "body">,
    shownAt: string,
    answer: (context: Context, input: Input<P>, received: Received) => AdminAnswer | Promise<AdminAnswer>,
  ): Route =>
    route({
      ...ADMIN_ROUTE,
      ...definition,
      async handler(context, input, _caller, received) {
        if (!access.isSignedIn(context, received)) return toAdminDocument(context, lockedPage(context));
        const answered = await answer(context, input, received);
        return "main" in answered ? toSection(context, shownAt, answered) : answered;
      },
    });
  return {
    page: <P extends Parameters>({ render, ...definition }: AdminPage<P>): Route =>
      section({ method: "GET", ...definition }, definition.path, render),
    form: ({ path, section: shownAt, submit }: AdminForm): Route =>
      section({ method: "POST", path, parameters: {}, body: FORM }, shownAt, (context, _input, received) => {
        requireOwnOrigin(context, received);
        return submit(context, readForm(received));
      }),
  };
}

type AdminAnswer = Page | Redirect | Streamed;

/** The forms that begin and end a session. */
export const signInPages = ({ form }: AdminPages, access: AdminAccess): readonly Route[] => [
  route({
    ...ADMIN_ROUTE,
    method: "POST",
    path: "/admin/sign-in",
    body: FORM,
    handler(context, _input, { address }, received) {
      requireOwnOrigin(context, received);
      const headers = access.signIn(context, textOf(readForm(received), "token"), address);
      if (headers !== undefined) return { seeOther: pathTo(context, "/admin"), headers };
      return toAdminDocument(context, lockedPage(context, "This is not the operator token. Check it and try again."));
    },
  }),
  form({
    path: "/admin/sign-out",
    section: "/admin",
    submit: (context) => ({ seeOther: pathTo(context, "/admin"), headers: access.signOut(context) }),
  }),
];

const SECTIONS: readonly (readonly [path: string, label: string])[] = [
  ["/admin", "Overview"],
  ["/admin/sources", "Sources"],
  ["/admin/keys", "Keys"],
  ["/admin/pairs", "Pairs"],
  ["/admin/reports", "Reports"],
  ["/admin/backups", "Backups"],
  ["/admin/settings", "Settings"],
];

/** A section of the operator's pages: the links to all of them, then its content. */
const toSection = (context: Context, path: string, page: Page): Document =>
  toAdminDocument(context, {
    ...page,
    isForOperator: true,
    main: html`<div class="operator">
<nav class="sections" aria-label="Operator">${SECTIONS.map(
      ([to, label]) => html`<a href="${pathTo(context, to)}"${to === path && html` aria-current="page"`}>${label}</a>`,
    )}</nav>
<form method="post" action="${pathTo(context, "/admin/sign-out")}"><button class="plain">Sign out</button></form>
</div>
<h1>${page.title}</h1>
${page.main}`,
  });

/**
 * The page for all others. A 404 would hide nothing, for the address is in the source and the manual, and it
 * would leave an operator without the next step.
 */
function lockedPage(context: Context, problem?: string): Page {
  const token = context.operatorToken;
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

/** Who may see the operator's pages. */
type AdminAccess = ReturnType<typeof createAdminAccess>;

const SESSION_SECONDS = 12 * 3600;

/** Wrong tokens that one address may send in a minute. */
const TRIES_PER_MINUTE = 5;

export function createAdminAccess() {
  const tries = createAddressLimit("wrong tokens are taken from one address");
  const sessions = createSessions({ name: "toteboard_admin", path: "/admin", seconds: SESSION_SECONDS });

  return {
    isSignedIn({ operatorToken, clock }: Context, { headers }: Received): boolean {
      const digest = sessions.find(headers, clock.running());
      return operatorToken !== undefined && digest === digestOf(operatorToken.value);
    },

    /**
     * Begins a session for the right token: the header that sets its cookie. Undefined for a wrong one, which is counted by
     * address. Throws AppError rate_limit_exceeded for one wrong token too many.
     */
    signIn({ clock, log, site, operatorToken: token }: Context, given: string, address: string): Headers | undefined {
      if (token === undefined || !isSame(given, token.value)) {
        // The right token is never refused: behind a proxy, strangers could keep the operator out.
        tries.admit(address, clock.running(), { perMinute: TRIES_PER_MINUTE });
        log.warn({ address }, "a wrong token for the operator's pages");
        return undefined;
      }
      log.info({ address }, "the operator signed in");
      return sessions.begin(site.origin(), digestOf(token.value), clock.running());
    },

    /** Ends all sessions. */
    signOut: ({ site, operatorToken }: Context): Headers =>
      sessions.endAll(site.origin(), digestOf(operatorToken?.value ?? "")),
  };
}

const digestOf = (token: string): string => hash("sha256", token);

/** Digests are of one length, so that comparing takes the same time for all tokens. */
const isSame = (given: string, token: string): boolean =>
  timingSafeEqual(Buffer.from(digestOf(given)), Buffer.from(digestOf(token)));
