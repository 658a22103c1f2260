import { toMarketQuery } from "../../api/markets.ts";
import { listQuestions } from "../../api/questions.ts";
import type { Context } from "../../context.ts";
import { isQuestionId } from "../../domain/questions.ts";
import { list } from "../../http/parameters.ts";
import { examplePlatform } from "../../http/value-schemas.ts";
import type { MarketName } from "../../store/matching/pair-decisions.ts";

const MAX_WATCHED = 100;

/** What a reader watches, by the address: ids of questions, and markets as platform:id. */
export const watchedIds = (platforms: readonly string[]) =>
  list({
    description: "What is watched: ids of questions, and markets as platform:id.",
    items: `question ids and platform:id (platforms: ${platforms.join(", ")})`,
    max: MAX_WATCHED,
    example: `${examplePlatform(platforms)}:KXFED-27JAN-CUT`,
    parse(item): WatchedId | undefined {
      if (isQuestionId(item)) return { question: item };
      const colon = item.indexOf(":");
      const [platform, id] = [item.slice(0, Math.max(colon, 0)), item.slice(colon + 1)];
      return platforms.includes(platform) && id !== "" ? { market: { platform, id } } : undefined;
    },
  });

export type WatchedId = { readonly question: string } | { readonly market: MarketName };

/** The questions and markets of a watchlist, whatever their status, and what is not known. */
export async function readWatched(context: Context, ids: readonly WatchedId[]) {
  const { store, clock } = context;
  const now = clock.now();
  const questionIds = ids.flatMap((one) => ("question" in one ? [one.question] : []));
  const names = ids.flatMap((one) => ("market" in one ? [one.market] : []));
  const all = { page: 1, size: MAX_WATCHED };
  const { questions } = await listQuestions(
    context,
    { ids: questionIds, status: "all", min_volume: 0, min_gap_cents: 0, real_money_only: false, sort: "closing" },
    all,
  );
  const query = toMarketQuery({ ids: names, status: "all", min_volume: 0, sort: "closing" }, now);
  const { markets } = await store.markets.list(query, all);
  const known = [...store.questions.resolve(questionIds, now)];
  return {
    questions,
    markets,
    unknown: [
      ...known.flatMap(([id, found]) => (found === undefined || "formerMarket" in found ? [id] : [])),
      ...store.markets.listUnknown(names).map(({ platform, id }) => `${platform}:${id}`),
    ],
  };
}

/** The ids as they are in an address. */
export const toIdsText = (ids: readonly WatchedId[]): string =>
  ids.map((one) => ("question" in one ? one.question : `${one.market.platform}:${one.market.id}`)).join(",");
