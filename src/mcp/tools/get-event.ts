import { eventDetailSchema, getEvent as readEvent } from "../../api/events.ts";
import { marketSchema } from "../../api/markets.ts";
import { toMinute } from "../../clock.ts";
import { AppError, quote } from "../../errors.ts";
import { refOf, shownNames, shownPublisher } from "../../http/shown.ts";
import type { EventDetail } from "../../store/events.ts";
import type { AgedEventMarket } from "../../store/markets.ts";
import { closestText, findEventName, reference } from "../references.ts";
import { describeMore, pagedOutput, pageOf, type ToolContext, tool } from "../tool.ts";
import { centsText, counted, playMoneyText, readAges, staleText, toListAnswer, volumeText } from "../words.ts";

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
      const more = describeMore({ page, limit, total: event.markets.length }, "markets");
      const age = readAges(context, [event.platform]);
      const sum = event.markets.reduce((all, { yesPrice }) => all + yesPrice, 0);
      const exclusive = event.isExclusive ? ` At most one pays; their yes prices add up to ${centsText(sum)}.` : "";
      const asked = { fields: toHead(event), text: `${headText(event)}${exclusive}\n` };
      return toListAnswer("markets", { rows: shown, toRow }, { toLine, empty: age.text, more, age, asked });
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
const toRow = (market: AgedEventMarket) => ({ name: nameOf(market), ...showMarket(market) });

function toLine(market: AgedEventMarket): string {
  const { status, yesPrice, outcome } = market;
  const state =
    status === "open" ? `yes ${centsText(yesPrice)}${staleText(market)}` : `closed, ${outcome ?? "unknown"}`;
  return `- ${nameOf(market)}: ${state} (${refOf(market)})`;
}
