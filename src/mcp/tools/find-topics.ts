import { findBest, listTopics, topicSchema } from "../../api/topics.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { choice, withDefault } from "../../http/parameters.ts";
import { shownNames, shownPublisher } from "../../http/shown.ts";
import type { Topic } from "../../store/topics/topics.ts";
import { describeSearch, searchTitles } from "../searching.ts";
import { categoryFilter, describeMore, pagedOutput, pageOf, platformFilter, queryFilter, tool } from "../tool.ts";
import { centsText, closeText, moneyText, readAges, toListAnswer } from "../words.ts";

export const findTopics = (platforms: readonly string[]) =>
  tool({
    name: "find_topics",
    description: "What is going on, one row an event across platforms, with its likeliest outcomes.",
    tier: "free",
    needsMatches: true,
    parameters: {
      query: queryFilter,
      category: categoryFilter,
      platform: platformFilter(platforms),
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
      const words = {
        toLine,
        empty: "No open topic is so. Leave a filter out, or try fewer words.",
        more: describeMore({ page, limit, total }, "topics"),
        age: readAges(
          context,
          topics.flatMap((topic) => topic.platforms),
        ),
        asked: describeSearch(answer),
      };
      return toListAnswer("topics", { rows: topics, toRow }, words);
    },
  });

const toRow = shownPublisher(topicSchema, "list");

function toLine({ title, id, outcomes, outcomesCount, closesAt, volume24h }: Topic): string {
  const likeliest = outcomes.map(({ name, price, offers }) => {
    const best = findBest(offers);
    const cheapest = best === undefined ? "" : ` (${getPlatform(best.platform).name} ${centsText(best.cost)})`;
    return `${name} ${centsText(price)}${cheapest}`;
  });
  const left = outcomesCount - outcomes.length;
  const more = left > 0 ? `, ${left} more` : "";
  return `- ${title} (${id}): ${likeliest.join(", ")}${more}; ${closeText(closesAt)}, ${moneyText(volume24h)} in 24 h`;
}
