import type { IncomingHttpHeaders } from "node:http";
import { platformIds } from "../api/markets/query.ts";
import type { Context } from "../context.ts";
import { isQuestionId } from "../domain/questions/questions.ts";
import { AppError } from "../errors.ts";
import type { StreamFilter } from "../feed/filter.ts";
import { PAGE_LIMITS } from "../feed/limits.ts";
import type { StreamRequest } from "../feed/stream.ts";
import { integer, list, optional, text, withDefault } from "../http/parameters.ts";
import { type Route, route } from "../http/route.ts";
import { examplePlatform } from "../http/value-schemas.ts";
import type { PublicPages } from "./page/public-page.ts";

const MAX_NAMED = PAGE_LIMITS.markets;
const MAX_SEQ = 999_999_999_999_999;
const MAX_PAGE_LENGTH = 4000;

/**
 * The stream of an open page: it says when something on the page has changed, and the page then reads itself again.
 * It needs no key. Programs take /api/v1/stream, whose events have the data.
 */
export const livePages = ({ admit }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  route({
    method: "GET",
    path: "/live",
    summary: "When something on a page changes, for that page",
    tier: "open",
    cache: "never",
    admit(context, address, target) {
      // A refused one is not counted: many pages behind one address would use up what they are read with.
      if (context.hub.hasPlace(address)) admit(context, address, target);
    },
    parameters: parametersOf(platforms),
    check: ({ markets = [], questions = [] }) =>
      markets.length + questions.length <= MAX_NAMED
        ? []
        : [{ parameter: "markets", message: `expected at most ${MAX_NAMED} markets and questions together` }],
    handler(context, { markets = [], questions = [], since, page }, { address }, { headers }) {
      requireOwnPage(context, headers);
      const named = { markets: markets.map(({ platform, id }) => `${platform}:${id}`), events: [], questions };
      const isNamed = named.markets.length + questions.length > 0;
      const filter: StreamFilter = isNamed ? { types: PAGE_LIMITS.types, named } : { types: ["source"] };
      const request: StreamRequest = {
        ...{ filter, since, owner: { address, page } },
        ...{ format: "page", isPoll: false, isWide: false, snapshots: [] },
      };
      return { streamType: "text/event-stream", open: () => context.hub.open(request) };
    },
  }),
];

const parametersOf = (platforms: readonly string[]) => ({
  markets: optional(
    platformIds(platforms, {
      description: "Markets on the page, each as platform:id.",
      max: MAX_NAMED,
      example: `${examplePlatform(platforms)}:KXFED-27JAN-CUT`,
    }),
  ),
  questions: optional(
    list({
      description: "Questions on the page.",
      items: "question ids, 16 hexadecimal characters each",
      max: MAX_NAMED,
      example: "3f9c2d51e07a44b1",
      parse: (item) => (isQuestionId(item) ? item : undefined),
    }),
  ),
  since: optional(integer({ description: "The seq that the page was made with.", min: 0, max: MAX_SEQ })),
  page: withDefault(text({ description: "The page with its query.", min: 1, max: MAX_PAGE_LENGTH }), "/"),
});

/** Throws AppError origin_not_allowed where a page of another site asks. Browsers say which one does. */
function requireOwnPage({ site }: Pick<Context, "site">, headers: IncomingHttpHeaders): void {
  const { origin, host } = headers;
  const from = headers["sec-fetch-site"];
  const isOwnSite = from === undefined || from === "same-origin" || from === "none";
  const isOwnOrigin = origin === undefined || [hostOf(site.origin()), host].includes(hostOf(origin));
  if (isOwnSite && isOwnOrigin) return;
  const message = "this stream is for the pages of this site; other pages take /api/v1/stream with a key or a ticket";
  throw new AppError("origin_not_allowed", message);
}

const hostOf = (origin: string): string | undefined => URL.parse(origin)?.host;
