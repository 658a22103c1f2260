import { eventList } from "../../api/events.ts";
import type { Context } from "../../context.ts";
import type { Route } from "../../http/route.ts";
import type { StoredEvent } from "../../store/events.ts";
import { filterWords } from "../browse/filters.ts";
import { type ListView, listPages } from "../browse/list-page.ts";
import { sortableTable } from "../browse/table.ts";
import { capitalized, closing, count } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { eventPath, platformTag } from "../page/links.ts";
import type { PublicPages } from "../page/public-page.ts";
import { readSourceNotes } from "../page/source-notes.ts";
import { num, words } from "../page/table.ts";
import { volumeOf } from "./market-table.ts";

const SORTS = { volume: "volume", volume_24h: "24 h volume", markets: "number of markets", recent: "newest" };

export const eventListPages = (pages: PublicPages, platforms: readonly string[]): readonly Route[] =>
  listPages(pages, eventList(platforms), {
    path: "/events",
    title: "Events",
    summary: "All events of every platform, to filter and sort",
    noun: "event",
    filters: ["q", "platform", "category", "status", "sort", "real_money_only"],
    words: { ...filterWords(platforms), sort: { label: "Sort by", choices: SORTS } },
    draw: eventTable,
    follow: () => ({}),
    readNotes: readSourceNotes,
  });

const eventTable = (context: Context, events: readonly StoredEvent[], view: ListView): Html =>
  sortableTable<StoredEvent>(
    {
      rows: events,
      nameOf: ({ platform, id }) => `event:${platform}:${id}`,
      columns: [
        words("Event", (event) => eventTitle(context, event)),
        { ...num("Markets", ({ marketCount }) => count(marketCount)), sort: "markets" },
        { ...num("Volume", ({ platform, totalVolume: volume }) => volumeOf({ platform, volume })), sort: "volume" },
        { ...num("Ends", ({ endsAt }) => closing(endsAt, view.now)), isWide: true },
      ],
    },
    view,
  );

const eventTitle = (context: Context, event: StoredEvent): Html =>
  html`<a href="${eventPath(context, event)}" class="title" dir="auto">${event.title}</a> \
<span class="sub">${platformTag(event.platform)} · ${capitalized(event.category)}${event.status === "closed" && " · closed"}</span>`;
