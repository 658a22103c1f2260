import { authenticate, findCredential } from "../access/authenticate.ts";
import { countRequest, refundUncharged } from "../access/limit.ts";
import type { Context } from "../context.ts";
import { upgradeUrlOf } from "../site.ts";
import { NO_QUERY } from "./query.ts";
import { noteError, type RequestContext } from "./responding/index.ts";
import { type CallAccount, requireTier } from "./route.ts";

/** The account of a request whose key is in its headers. Reading calls may be made with a key's former secret too. */
export const openAccount = (context: Context, request: RequestContext, address: string): CallAccount => ({
  async charge(tier) {
    const { access, site } = context;
    const credential = findCredential(request.incoming.headers, () => NO_QUERY);
    const { key } = await authenticate(access.keys, credential, { address, now: request.receivedAt });
    request.key = key;
    request.ticket = countRequest(access.counters, key, request.receivedAt, upgradeUrlOf(site));
    requireTier({ tier }, key, upgradeUrlOf(site));
  },

  note(error) {
    const { shown } = noteError(context, request, error);
    const { ticket } = request;
    if (ticket !== undefined && shown.status >= 500) {
      request.ticket = undefined;
      refundUncharged(context.access.counters, ticket, shown.status);
    }
    return shown;
  },
});
