import { authenticate, findCredential } from "../access/authenticate.ts";
import { countRequest, refundUncharged } from "../access/limit.ts";
import type { Context } from "../context.ts";
import type { Key } from "../domain/accounts/keys.ts";
import { AppError } from "../errors.ts";
import { upgradeUrlOf } from "../site.ts";
import { NO_QUERY } from "./query.ts";
import { noteError } from "./responding/failure.ts";
import type { RequestContext } from "./responding/request-context.ts";
import { type CallAccount, requireTier } from "./route.ts";

/** The account of a request whose key is in its headers. Reading calls may be made with a key's former secret too. */
export const openAccount = (context: Context, request: RequestContext, address: string): CallAccount => ({
  async findKey() {
    try {
      return await readKey(context, request, address);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  },

  async charge(tier) {
    const { access, clock, site } = context;
    const key = await readKey(context, request, address);
    request.key = key;
    request.ticket = countRequest(access.counters, key, clock.running(), upgradeUrlOf(site));
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

/** Throws AppError for a request without a valid key. */
async function readKey(
  { access }: Context,
  { incoming, receivedAt: now }: RequestContext,
  address: string,
): Promise<Key> {
  const credential = findCredential(incoming.headers, () => NO_QUERY);
  return (await authenticate(access.keys, credential, { address, now })).key;
}
