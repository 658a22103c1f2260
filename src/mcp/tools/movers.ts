import { isRealMoney } from "../../domain/platforms.ts";
import { moverFloor, toMoverFloor } from "../../http/filters.ts";
import { describedAs } from "../../http/parameters.ts";
import { inCents, inCentsOrNull, refOf } from "../../http/shown.ts";
import type { QuestionOrMarket } from "../../store/topics/movers.ts";
import { categoryFilter, outputOf, platformFilter, rowLimit, tool } from "../tool.ts";
import { centsText, describeAges, readAges, signedText } from "../words.ts";

const MOST = 20;

export const movers = (platforms: readonly string[]) =>
  tool({
    name: "movers",
    description: "Biggest moves in 24 h, one an event, in ¢.",
    tier: "free",
    parameters: {
      category: categoryFilter,
      platform: platformFilter(platforms),
      min_volume_24h: { ...describedAs(moverFloor, ""), told: ["type"] },
      limit: rowLimit(MOST, 5),
    },
    output: outputOf("movers", ["reference", "title", "yes", "change_24h"]),
    async run(context, { category, platform, min_volume_24h, limit }) {
      const now = context.clock.now();
      const among = platform === undefined ? platforms : [platform];
      const minVolume24h = toMoverFloor(min_volume_24h);
      const query = { platforms: among, category, minVolume24h, limit: MOST, now };
      const found = await context.store.topics.listMovers(query);
      const shown = found.slice(0, limit);
      const members = shown.flatMap((row) => ("question" in row ? row.question.members : []));
      const alone = shown.flatMap((row) => ("market" in row ? [row.market.platform] : []));
      const age = alone.length > 0 ? readAges(context, platformsOf(shown)) : describeAges(members, now);
      const more = found.length > shown.length ? ` ${found.length - shown.length} more: limit=${found.length}.` : "";
      const text = shown.length === 0 ? NOTHING : `Moved in 24 h:\n${shown.map(toLine).join("\n")}\n${age.text}${more}`;
      return { text, data: { movers: shown.map(toRow), total: found.length, ...age.fields } };
    },
  });

const NOTHING = "Nothing moved by half a cent or more here. Leave out category or platform, or lower min_volume_24h.";

const platformsOf = (rows: readonly QuestionOrMarket[]): string[] =>
  rows.flatMap((row) =>
    "question" in row ? row.question.members.map(({ platform }) => platform) : [row.market.platform],
  );

/** What both kinds of rows have. */
function describe(row: QuestionOrMarket) {
  if ("market" in row) {
    const { platform, title, yesPrice: price, priceChange24h } = row.market;
    return { reference: refOf(row.market), title, price, priceChange24h, isPlayMoney: !isRealMoney(platform) };
  }
  const { id, title, price, priceChange24h, priceSource } = row.question;
  return { reference: id, title, price, priceChange24h, isPlayMoney: priceSource === "play_money" };
}

function toRow(row: QuestionOrMarket) {
  const { reference, title, price, priceChange24h, isPlayMoney } = describe(row);
  const note = isPlayMoney ? { play_money: true } : undefined;
  return { reference, title, yes: inCents(price), change_24h: inCentsOrNull(priceChange24h), ...note };
}

function toLine(row: QuestionOrMarket): string {
  const { reference, title, price, priceChange24h, isPlayMoney } = describe(row);
  return `- ${title} (${reference})${isPlayMoney ? " [play money]" : ""}: ${signedText(priceChange24h ?? 0)} to ${centsText(price)}`;
}
