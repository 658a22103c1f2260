import { createAddressLimit } from "../../access/address-limit.ts";
import type { Context } from "../../context.ts";
import type { Input, Parameters } from "../../http/parameters.ts";
import { type Document, type Route, route } from "../../http/route.ts";
import { toErrorDocument } from "./layout.ts";

export interface PublicPage<P extends Parameters> {
  readonly path: string;
  readonly summary: string;
  readonly parameters: P;
  render(context: Context, input: Input<P>): Document | Promise<Document>;
}

/** The limit by address that all pages share. */
export interface PublicPages {
  /** A page without a key, limited by address. */
  readonly page: <P extends Parameters>(definition: PublicPage<P>) => Route;
  /** For routes that count as pages but are not made by `page`. */
  readonly admit: NonNullable<Route["admit"]>;
}

export function createPublicPages(): PublicPages {
  const limit = createAddressLimit();
  const admit: PublicPages["admit"] = ({ clock, config }, address) =>
    limit.admit(address, clock.now(), config.pagesPerMinute);
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
        handler: render,
      }),
  };
}
