import type { Context } from "../context.ts";
import { createAddressLimit } from "../http/address-limit.ts";
import type { Input, Parameters } from "../http/parameters.ts";
import { type Document, type Route, route } from "../http/route.ts";
import { toErrorDocument } from "./layout.ts";

export interface PublicPage<P extends Parameters> {
  readonly path: string;
  readonly summary: string;
  readonly parameters: P;
  render(context: Context, input: Input<P>): Document | Promise<Document>;
}

/** What all pages of a site share: how often an address may ask, and pages that were made a moment ago. */
export interface PublicPages {
  /** A page for everybody: no key, so many a minute for each address, kept for a few seconds. */
  readonly page: <P extends Parameters>(definition: PublicPage<P>) => Route;
  /** Of routes that count as pages though they are made some other way. */
  readonly admit: NonNullable<Route["admit"]>;
}

/** How long a page is shown again as it was made. */
const KEPT_MS = 5_000;
const MOST_KEPT = 200;

export function createPublicPages(): PublicPages {
  const limit = createAddressLimit();
  const kept = new Map<string, { readonly until: number; readonly document: Document }>();
  const admit: PublicPages["admit"] = ({ clock, config }, address) =>
    limit.admit(address, clock.now(), config.pagesPerMinute);
  const keep = (name: string, until: number, document: Document): void => {
    kept.delete(name);
    kept.set(name, { until, document });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  };
  return {
    admit,
    page: ({ path, summary, parameters, render }) =>
      route({
        method: "GET",
        path,
        summary,
        tier: "open",
        cache: "clock",
        parameters,
        admit,
        refuse: toErrorDocument,
        async handler(context, input) {
          const now = context.clock.now();
          const name = JSON.stringify([path, input]);
          const known = kept.get(name);
          if (known !== undefined && now < known.until && known.until - now <= KEPT_MS) return known.document;
          const document = await render(context, input);
          keep(name, now + KEPT_MS, document);
          return document;
        },
      }),
  };
}
