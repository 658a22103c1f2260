import { isRealMoney } from "../../domain/platforms.ts";
import { choice, withDefault } from "../../http/parameters.ts";
import type { Route } from "../../http/route.ts";
import { AXES_ASSETS } from "../axes/frame.ts";
import { html } from "../page/html.ts";
import { pathTo, toDocument } from "../page/layout.ts";
import { livePart } from "../page/live.ts";
import type { PublicPages } from "../page/public-page.ts";
import { readSourceNotes } from "../page/source-notes.ts";
import { categorySection } from "./categories.ts";
import { dailySection, VOLUME_VIEWS } from "./daily-volume.ts";
import { distributionSection } from "./distribution.ts";

/** The tables of the page: their operations, and their names as links. */
const TABLES = [
  ["getVolumeDistribution", "volume-distribution"],
  ["getPlatformShare", "platform-share"],
  ["getCategoryVolume", "category-volume"],
] as const;

export const analyticsPages = ({ page }: PublicPages, platforms: readonly string[]): readonly Route[] => [
  page({
    path: "/analytics",
    summary: "How volume is distributed: by day, by platform, by category and by size of market",
    parameters: {
      volume: withDefault(
        choice({ description: "Daily volume in US dollars, or as each platform's share.", values: VOLUME_VIEWS }),
        "dollars",
      ),
    },
    async render(context, { volume }) {
      const now = context.clock.now();
      const real = platforms.filter(isRealMoney);
      const [notes, daily, categories, distribution] = await Promise.all([
        readSourceNotes(context, platforms),
        dailySection(context, real, volume),
        categorySection(context, real),
        distributionSection(context, real),
      ]);
      const links = (toLink: (operation: string, name: string) => ReturnType<typeof html>) =>
        TABLES.map(([operation, name], index) => html`${index > 0 && " · "}${toLink(operation, name)}`);
      const main = html`<h1>Analytics</h1>
<p class="lead">Real-money platforms only. The API has these figures for up to a year.</p>
${livePart(
  context,
  now,
  {},
  html`${notes}<div class="panels">
${daily}
${distribution}
</div>
${categories}`,
)}
<p class="more">As JSON: ${links(
        (operation, name) => html`<a href="${pathTo(context, "/docs")}#${operation}"><code>${name}</code></a>`,
      )}</p>
<p class="more">As CSV: ${links((_, name) => html`<a href="${pathTo(context, `/analytics/${name}.csv`)}" download>${name}</a>`)}</p>`;
      return toDocument(context, { title: "Analytics", main, assets: AXES_ASSETS }, "/analytics");
    },
  }),
];
