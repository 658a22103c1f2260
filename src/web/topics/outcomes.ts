import { topicPath as pathOfTopic } from "../../api/topics.ts";
import type { Context } from "../../context.ts";
import { getPlatform, isRealMoney } from "../../domain/platforms.ts";
import type { TopicOutcome } from "../../store/topics/outcomes.ts";
import type { Topic } from "../../store/topics/topic.ts";
import { centsHundredths, counted, listedChange, money, percent } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { pathTo } from "../page/layout.ts";
import { eventFile, fileAnchor, marketPath, platformTag, questionPath } from "../page/links.ts";
import { dataTable, num, words } from "../page/table.ts";
import { outcomeOnly } from "../page/titles.ts";

/** The page of an outcome: its question, or the only market that asks it. */
export const outcomePath = (context: Pick<Context, "site">, { questionId, platform, id }: TopicOutcome): string =>
  questionId === null ? marketPath(context, { platform, id }) : questionPath(context, { id: questionId });

/** The path of a topic, which leads to its likeliest outcome. */
export const topicPath = (context: Pick<Context, "site">, { id }: { readonly id: string }): string =>
  pathTo(context, pathOfTopic(id));

/** The outcome that a page is about. */
export type OnPage = (outcome: TopicOutcome) => boolean;

/** Tabs of a page: more outcomes are in the table alone. */
const MAX_TABS = 6;

/** The likeliest outcomes of a topic with their chances, each with a page of its own. */
export function outcomeTabs(context: Context, { outcomes }: Topic, isCurrent: OnPage): Html | false {
  if (outcomes.length < 2) return false;
  const first = outcomes.slice(0, MAX_TABS);
  const current = outcomes.find(isCurrent);
  const shown = current === undefined || first.includes(current) ? first : [...first.slice(0, -1), current];
  return html`<nav class="tabs outcomes" aria-label="Outcomes">${shown.map(
    (outcome) =>
      html`<a href="${outcomePath(context, outcome)}"${isCurrent(outcome) && html` aria-current="page"`}><bdi>${outcome.name}</bdi> \
<strong data-key="tab:${outcome.platform}:${outcome.id}">${percent(outcome.price)}</strong></a>`,
  )}${outcomes.length > shown.length && html`<a href="#outcomes">${outcomes.length - shown.length} more</a>`}</nav>`;
}

const MAX_OUTCOMES = 50;

/** All outcomes of a topic with what yes costs on each platform; `marked` is the platform that was asked for. */
export function outcomeSection(context: Context, topic: Topic, marked: string | undefined): Html | false {
  const { outcomes, title, events } = topic;
  if (outcomes.length < 2) return false;
  const platforms = [...new Set([...topic.platforms, ...events.map(({ platform }) => platform)])];
  return html`<section aria-labelledby="outcomes"><h2 id="outcomes">All outcomes: <bdi>${title}</bdi></h2>
${topic.status === "open" && html`<p class="sub">Below each price is what yes costs there, fees included.</p>`}
${dataTable<TopicOutcome>(
  {
    ...{ label: "Outcomes and platforms", scrollClass: "matrix" },
    rowName: ({ platform, id }) => `outcome:${platform}:${id}`,
    foot: topic.isExclusive && topic.status === "open" && sumRow(topic, platforms),
  },
  outcomes.slice(0, MAX_OUTCOMES),
  [
    words(
      "Outcome",
      (
        outcome,
      ) => html`<a href="${outcomePath(context, outcome)}" class="title" dir="auto">${outcomeOnly(outcome.name, title)}</a>\
${outcome.status === "closed" && html` <span class="play">${outcome.outcome ?? "closed"}</span>`}`,
    ),
    num("Chance", ({ price }) => ({ content: percent(price), className: "yes" })),
    num("24 h", ({ priceChange24h }) => listedChange(priceChange24h)),
    ...platforms.map((platform) => ({
      ...words<TopicOutcome>(platformTag(platform), (outcome) => priceCell(outcome, platform)),
      ...{ className: platform === marked ? "num marked" : "num", short: getPlatform(platform).name },
    })),
    num("Volume", ({ volume }) => money(volume)),
  ],
)}
<p class="more">${outcomes.length > MAX_OUTCOMES && `and ${counted(outcomes.length - MAX_OUTCOMES, "more outcome")} · `}${events.map(
    (event, index) =>
      html`${index > 0 && " · "}${getPlatform(event.platform).name} ${fileAnchor(context, eventFile(event), {
        title: `All outcomes on ${getPlatform(event.platform).name}`,
      })}`,
  )}</p></section>`;
}

/** What yes of all outcomes costs on a platform: at most one of them pays $1. */
const sumRow = ({ outcomes }: Topic, platforms: readonly string[]): Html =>
  html`<tfoot><tr><th scope="row" colspan="3">Yes on every outcome, of which one at most pays $1</th>${platforms.map(
    (platform) => {
      const open = outcomes.filter(({ status }) => status === "open");
      const costs = open.map(({ offers }) => offers.find((one) => one.platform === platform)?.cost ?? null);
      const sum = costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
      return html`<td class="num" data-label="${getPlatform(platform).name}">${sum === null ? "–" : centsHundredths(sum)}</td>`;
    },
  )}<td></td></tr></tfoot>`;

/** The price of yes there, and below it what it costs with fees. */
function priceCell({ offers }: TopicOutcome, platform: string) {
  const offer = offers.find((one) => one.platform === platform);
  if (offer === undefined) return "–";
  const isCheapest = offer.isBest && offers.filter(({ cost }) => cost !== null).length > 1;
  const isOver = offer.isStale || !isRealMoney(platform);
  const content = html`${percent(offer.price)}${
    offer.cost !== null &&
    html`<span class="sub">${isCheapest && html`<span class="mark">best</span> `}${centsHundredths(offer.cost)}</span>`
  }`;
  const className = [isCheapest && "best", isOver && "over"].filter(Boolean).join(" ");
  return { content, className, key: `outcome:${platform}:${offer.id}` };
}
