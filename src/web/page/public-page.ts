import { createAddressLimit } from "../../access/limit.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { REVALIDATED_HEADERS } from "../../http/headers.ts";
import type { Input, ParameterError, Parameters } from "../../http/parameters.ts";
import type { Query } from "../../http/query.ts";
import { logFailure } from "../../http/responding/reply.ts";
import {
  type Caller,
  type Document,
  type Picture,
  type Received,
  type Redirect,
  type Route,
  route,
} from "../../http/route.ts";
import { FORM, readForm, requireOwnOrigin } from "./form.ts";
import { type Page, toDocument, toErrorDocument } from "./layout.ts";

interface PublicPage<P extends Parameters> {
  readonly path: string;
  readonly parameters: P;
  check?(input: Partial<Input<P>>): readonly ParameterError[];
  /** The plan of its data. A paid one needs a session or a key where pages do not show that plan. By default open. */
  readonly tier?: Route["tier"];
  /** `clock` by default. */
  readonly cache?: Route["cache"];
  /** Whether it says more of the visitor's key than its name. No other page is given the key. */
  readonly readsKey?: boolean;
  /** Whether it counts as a request of that key. */
  readonly countsKey?: boolean;
  /** The page of an error; `toErrorDocument` by default. */
  readonly refuse?: NonNullable<Route["refuse"]>;
  render(context: Context, input: Input<P>, caller: Caller, received: Received): Shown | Promise<Shown>;
}

type Shown = Document | Picture | Redirect;

interface FormPage {
  /** One level below the page that has the form. */
  readonly path: string;
  /** The page that follows, or where the browser goes next. The caller's key is the one they have signed in with. Throws AppError. */
  submit(context: Context, form: Query, caller: Caller, received: Received): Promise<Page | Redirect>;
  /** The page of the form again, with the error and the input. */
  refuse(context: Context, error: AppError, form: Query, caller: Caller): Page | Promise<Page>;
}

/** Makes pages and forms that need no key for free data and share one limit by address; updates of open pages have their own. */
export interface PublicPages {
  /** Counts a page as this many of them; it is counted as one already. Throws AppError rate_limit_exceeded. */
  readonly countAs: (context: Context, address: string, requests: number) => void;
  readonly page: <P extends Parameters>(definition: PublicPage<P>) => Route;
  readonly form: (definition: FormPage) => Route;
}

/** An open page asks twelve times a minute, and a reader has several open. Most of these answers are 304, which are cheap. */
const UPDATES_PER_PAGE = 10;

/** `times` multiplies the limit: a page of another site may show many parts of this one. */
export function createPublicPages(times = 1): PublicPages {
  const limit = createAddressLimit();
  const updates = createAddressLimit("updates of open pages are sent to one address");
  /** A header costs nothing to make up, so the answer decides: only a 304 counts as an update. */
  const admit = ({ clock, config }: Context, address: string, hasEtag: boolean) => {
    const now = clock.running();
    const factor = Math.max(times, UPDATES_PER_PAGE);
    const refundUpdate = hasEtag && updates.admit(address, now, { perMinute: config.pagesPerMinute * factor });
    const refundPage = limit.admit(address, now, { perMinute: config.pagesPerMinute * times });
    if (refundUpdate === false) return undefined;
    return (status: number): void => (status === 304 ? refundPage : refundUpdate)();
  };
  const common = { tier: "open", refuse: toErrorDocument, admit } as const;
  return {
    countAs({ clock, config }, address, requests) {
      const perMinute = config.pagesPerMinute * times;
      // What costs more than the limit would never be sent.
      const more = Math.min(requests, perMinute) - 1;
      if (more > 0) limit.admit(address, clock.running(), { perMinute, requests: more });
    },
    page: ({ render, cache = "clock", tier = "open", readsKey = false, ...definition }) =>
      route({
        ...common,
        ...definition,
        // Pages show at least the free plan.
        tier: tier === "free" ? "open" : tier,
        isPage: true,
        cache,
        async handler(context, input, caller, received) {
          const shown = await render(context, input, readsKey ? caller : withoutKey(caller), received);
          return caller.key === undefined || "seeOther" in shown ? shown : toPrivate(shown);
        },
      }),
    form({ path, submit, refuse }) {
      const pagePath = path.replace(/\/[^/]*$/, "");
      return route({
        ...common,
        method: "POST",
        path,
        isPage: true,
        body: FORM,
        async handler(context, _input, caller, received) {
          requireOwnOrigin(context, received);
          const form = readForm(received);
          try {
            const next = await submit(context, form, caller, received);
            return "seeOther" in next ? next : toDocument(context, next, pagePath);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            logFailure(context.log, error, { path });
            const { status, headers } = error;
            const page = await refuse(context, error, form, caller);
            return toDocument(context, { ...page, status, headers }, pagePath);
          }
        },
      });
    },
  };
}

const withoutKey = (caller: Caller): Caller => ({ ...caller, key: undefined, digest: undefined });

/** A page that is drawn for a key may be in no cache that others share. */
const toPrivate = (shown: Document | Picture): Document | Picture => ({
  ...shown,
  headers: { ...shown.headers, ...REVALIDATED_HEADERS, Vary: `${REVALIDATED_HEADERS.Vary}, Cookie` },
});
