import type { Context } from "../../context.ts";
import { type ChartSymbol, findSymbol, ofMarket, ofQuestion } from "./symbols.ts";

export interface SymbolSearch {
  /** Empty for the most traded. */
  readonly query: string;
  readonly type?: ChartSymbol["type"] | undefined;
  /** A platform. */
  readonly exchange?: string | undefined;
  readonly limit: number;
}

/** So that markets have room too. */
const MAX_QUESTIONS = 10;

/** The symbol that is named, then questions, then markets; open ones, the best hits first. */
export async function searchSymbols(
  context: Context,
  platforms: readonly string[],
  search: SymbolSearch,
): Promise<readonly ChartSymbol[]> {
  const { query, type, limit } = search;
  const named = await findSymbol(context, platforms, query);
  const found = [
    ...(named !== undefined && passes(named, search) ? [named] : []),
    ...(type === "market" ? [] : await listQuestions(context, search)),
    ...(type === "question" ? [] : await listMarkets(context, search)),
  ];
  return [...new Map(found.map((symbol) => [symbol.ticker, symbol])).values()].slice(0, limit);
}

const passes = (symbol: ChartSymbol, { type, exchange }: SymbolSearch): boolean =>
  (type === undefined || symbol.type === type) &&
  (exchange === undefined || symbol.members.some(({ platform }) => platform === exchange));

const LEADING = { status: "open", minVolume: 0, sort: "volume", order: "desc" } as const;

async function listQuestions({ store, clock }: Context, { query, type, exchange, limit }: SymbolSearch) {
  const size = type === "question" ? limit : Math.min(limit, MAX_QUESTIONS);
  const filter = { ...LEADING, minGap: 0, realMoneyOnly: false, platform: exchange, now: clock.now() };
  const text = query === "" ? undefined : query;
  const { questions } = await store.questions.list({ ...filter, text }, { page: 1, size });
  return questions.map(ofQuestion);
}

async function listMarkets({ store }: Context, { query, exchange: platform, limit }: SymbolSearch) {
  if (query === "") {
    const { markets } = await store.markets.list({ ...LEADING, platform }, { page: 1, size: limit });
    return markets.map(ofMarket);
  }
  const { markets } = await store.search.find({ text: query, platform, status: "open", limit });
  return markets.map(ofMarket);
}
