import type { Context } from "../../../src/context.ts";
import { digestOf } from "../../../src/domain/accounts/keys.ts";

/** What a browser sends that has signed in with this secret. */
export function sessionOf(
  { access, site, clock }: Pick<Context, "access" | "site" | "clock">,
  secret: string,
): { readonly Cookie: string } {
  const { "Set-Cookie": cookie } = access.sessions.begin(site.origin(), digestOf(secret), clock.running());
  return { Cookie: cookie.split(";")[0] ?? "" };
}

/** What a browser adds to a form of a page of the service. */
export const FORM_HEADERS = {
  "Content-Type": "application/x-www-form-urlencoded",
  "Sec-Fetch-Site": "same-origin",
} as const;
