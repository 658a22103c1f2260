import { getEvent } from "../../api/events/index.ts";
import { pathEventId, pathPlatform } from "../../http/filters.ts";
import type { Route } from "../../http/route.ts";
import { counted, html, livePart, money, type PublicPages, platformTag, toDocument } from "../page/index.ts";
import { marketTable } from "./market-table.ts";

/** Markets shown, by volume. */
const MAX_MARKETS = 50;

export const eventPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/events/:platform/:event_id",
    summary: "One event and its markets",
    parameters: { platform: pathPlatform(platforms), event_id: pathEventId },
    async render(context, { platform, event_id: id }) {
      const event = await getEvent(context, platform, id);
      const shown = event.markets.slice(0, MAX_MARKETS);
      const more = event.marketCount - shown.length;
      const main = livePart(
        context.clock.now(),
        html`<h1>${event.title}</h1>
<p class="lead">${platformTag(platform)} · ${event.category} · ${event.status} · ${counted(event.marketCount, "market")} · volume ${money(event.totalVolume)}</p>
${marketTable(context, shown, "Markets of the event")}
${more > 0 && html`<p class="more">and ${counted(more, "more market")}</p>`}`,
      );
      return toDocument(context, { title: event.title, main });
    },
  }),
];
