import { eventDetailSchema, getEvent as readEvent } from "../api/events.ts";
import { marketSchema } from "../api/markets.ts";
import { findBest, listTopics, topicSchema } from "../api/topics.ts";
import { toMinute } from "../clock.ts";
import { getPlatform } from "../domain/platforms.ts";
import { AppError, quote } from "../errors.ts";
import { choice, withDefault } from "../http/parameters.ts";
import { refOf, shownNames, shownPublisher } from "../http/shown.ts";
import type { EventDetail } from "../store/events.ts";
import type { AgedEventMarket } from "../store/markets.ts";
import type { Topic } from "../store/topics/topics.ts";
import { closestText, describeSearch, findEventName, reference, searchTitles } from "./lookup.ts";
import {
  centsText,
  closeText,
  counted,
  moneyText,
  pagedOutput,
  pageOf,
  playMoneyText,
  queryFilter,
  readAges,
  rowFilters,
  staleText,
  type ToolContext,
  toListAnswer,
  tool,
  volumeText,
} from "./tool.ts";

export const findTopics = (platforms: readonly string[]) =>
  tool({
    name: "find_topics",
    description: "What is going on, one row an event across platforms, with its likeliest outcomes.",
    tier: "free",
    needsMatches: true,
    parameters: {
      query: queryFilter,
      ...rowFilters(platforms),
      sort: withDefault(
        choice({ description: "", values: ["trending", "volume_24h", "movers", "closing"] }),
        "trending",
      ),
      ...pageOf(10, 5),
    },
    output: pagedOutput("topics", shownNames(topicSchema, "list")),
    async run(context, { query, page, limit, ...filters }) {
      const answer = await searchTitles(context, { query, status: "open" }, (q) =>
        listTopics(context, { ...filters, q }, { page, size: limit }),
      );
      const { topics, total } = answer.found;
      const age = readAges(
        context,
        topics.flatMap((topic) => topic.platforms),
      );
      const empty = "No open topic is so. Leave a filter out, or try fewer words.";
      return toListAnswer({
        ...{ list: "topics", rows: topics, toRow: toTopicRow, toLine: toTopicLine, empty },
        ...{ listed: { page, limit, total }, age, asked: describeSearch(answer) },
      });
    },
  });

const toTopicRow = shownPublisher(topicSchema, "list");

function toTopicLine({ title, id, outcomes, outcomesCount, closesAt, volume24h }: Topic): string {
  const likeliest = outcomes.map(({ name, price, offers }) => {
    const best = findBest(offers);
    const cheapest = best === undefined ? "" : ` (${getPlatform(best.platform).name} ${centsText(best.cost)})`;
    return `${name} ${centsText(price)}${cheapest}`;
  });
  const left = outcomesCount - outcomes.length;
  const more = left > 0 ? `, ${left} more` : "";
  return `- ${title} (${id}): ${likeliest.join(", ")}${more}; ${closeText(closesAt)}, ${moneyText(volume24h)} in 24 h`;
}

export const getEvent = () =>
  tool({
    name: "get_event",
    description:
      "All outcomes of an event, such as each candidate of an election or each rate decision, the likeliest first.",
    tier: "free",
    parameters: { event: reference("platform:id of the event or of one of its markets, or its URL"), ...pageOf(30, 6) },
    output: pagedOutput(
      "markets",
      ["name", ...shownNames(marketSchema, "row")],
      shownNames(eventDetailSchema, "detail"),
    ),
    async run(context, input) {
      const event = await requireEvent(context, input.event);
      const { page, limit } = input;
      const likeliest = event.markets.toSorted((a, b) => b.yesPrice - a.yesPrice);
      const shown = likeliest.slice((page - 1) * limit, page * limit);
      const age = readAges(context, [event.platform]);
      const sum = event.markets.reduce((all, { yesPrice }) => all + yesPrice, 0);
      const exclusive = event.isExclusive ? ` At most one pays; their yes prices add up to ${centsText(sum)}.` : "";
      return toListAnswer({
        ...{ list: "markets", rows: shown, toRow: toOutcomeRow, toLine: toOutcomeLine, empty: age.text, age },
        listed: { page, limit, total: event.markets.length },
        asked: { fields: toHead(event), text: `${headText(event)}${exclusive}\n` },
      });
    },
  });

async function requireEvent(context: ToolContext, given: string): Promise<EventDetail> {
  const { platform, id } = await findEventName(context, given);
  try {
    return await readEvent(context, platform, id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const closest = closestText(context, { platform, id }, "markets");
    const message = `${platform} has no event or market ${quote(id)}; ${closest}get_market names the event of a market`;
    throw new AppError("event_not_found", message);
  }
}

function headText({ title, platform, id, markets, totalVolume, status, endsAt, url }: EventDetail): string {
  const end = endsAt === null ? "no end date" : `ends ${toMinute(endsAt)}`;
  const figures = `${counted(markets.length, "market")}, volume ${volumeText(platform, totalVolume)}, ${end}`;
  return `${title} (${platform}:${id})${playMoneyText(platform)}, ${status}: ${figures}. ${url}`;
}

const nameOf = ({ outcomeLabel, title }: AgedEventMarket): string => outcomeLabel ?? title;

const toHead = shownPublisher(eventDetailSchema, "detail");
const showMarket = shownPublisher(marketSchema, "row");
const toOutcomeRow = (market: AgedEventMarket) => ({ name: nameOf(market), ...showMarket(market) });

function toOutcomeLine(market: AgedEventMarket): string {
  const { status, yesPrice, outcome } = market;
  const state =
    status === "open" ? `yes ${centsText(yesPrice)}${staleText(market)}` : `closed, ${outcome ?? "unknown"}`;
  return `- ${nameOf(market)}: ${state} (${refOf(market)})`;
}
