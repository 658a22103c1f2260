import type { Context } from "../../context.ts";
import { getPlatform } from "../../domain/platforms.ts";
import type { Cents } from "../../domain/prices.ts";
import { isFreshAge, isQuestionId, listCounted } from "../../domain/questions/questions.ts";
import type { StoredMarket } from "../../store/markets.ts";
import type { Question } from "../../store/questions/question.ts";
import { HISTORY_RESOLUTIONS, SHOWN_RESOLUTIONS } from "./resolutions.ts";

/** What a chart can show: a market, or a question. */
export interface ChartSymbol {
  /** `platform:id`, or the id of a question. */
  readonly ticker: string;
  /** Its id without the platform. */
  readonly name: string;
  readonly title: string;
  readonly type: "market" | "question";
  /** The platform's name, for people. */
  readonly exchange: string;
  readonly hasVolume: boolean;
  /** The markets that make its price. */
  readonly members: readonly ChartMember[];
}

interface ChartMember {
  readonly platform: string;
  readonly id: string;
  readonly isInverted: boolean;
  readonly volume: Cents;
}

/** Finds what a caller names: `platform:id`, or the id of a question. Charts write platforms and ids of questions in capitals. */
export async function findSymbol(
  context: Context,
  platforms: readonly string[],
  text: string,
): Promise<ChartSymbol | undefined> {
  const end = text.indexOf(":");
  if (end === -1) return isQuestionId(text.toLowerCase()) ? findQuestion(context, text.toLowerCase()) : undefined;
  const platform = text.slice(0, end).toLowerCase();
  const id = text.slice(end + 1);
  return platforms.includes(platform) && id !== "" ? findMarket(context, { platform, id }) : undefined;
}

async function findMarket({ store }: Context, named: { platform: string; id: string }) {
  const query = { ids: [named], status: "all", minVolume: 0, sort: "volume", order: "desc" } as const;
  const { markets } = await store.markets.list(query, { page: 1, size: 1 });
  return markets[0] && ofMarket(markets[0]);
}

async function findQuestion({ store, clock }: Context, id: string): Promise<ChartSymbol | undefined> {
  const found = await store.questions.find(id, clock.now());
  return found !== undefined && "found" in found ? ofQuestion(found.found) : undefined;
}

export function ofMarket({ platform, id, title, volume }: StoredMarket): ChartSymbol {
  const { name, volumeUnit } = getPlatform(platform);
  return {
    ticker: `${platform}:${id}`,
    name: id,
    title,
    type: "market",
    exchange: name,
    hasVolume: volumeUnit !== "none",
    members: [{ platform, id, isInverted: false, volume }],
  };
}

export function ofQuestion({ id, title, members }: Question): ChartSymbol {
  const quoted = members.map((member) => ({
    ...member,
    isOpen: member.status === "open",
    isFresh: isFreshAge(member.ageMs),
  }));
  return {
    ticker: id,
    name: id,
    title,
    type: "question",
    exchange: "Toteboard",
    hasVolume: listCounted(quoted).some(({ platform }) => getPlatform(platform).volumeUnit !== "none"),
    members: listCounted(quoted),
  };
}

/** Prices are in 0..1; the finest step of a platform is a hundredth of a cent. */
const PRICE_SCALE = 10_000;

/** A symbol as the chart wants it: LibrarySymbolInfo of the Charting Library. */
export const toSymbolInfo = ({ ticker, name, title, type, exchange, hasVolume }: ChartSymbol) => ({
  name,
  ticker,
  full_name: ticker,
  description: title,
  type,
  session: "24x7",
  timezone: "Etc/UTC",
  exchange,
  listed_exchange: exchange,
  format: "price",
  minmov: 1,
  pricescale: PRICE_SCALE,
  has_intraday: true,
  intraday_multipliers: HISTORY_RESOLUTIONS.filter((one) => one !== "1D"),
  has_daily: true,
  // The chart makes them of days.
  has_weekly_and_monthly: false,
  // A price holds until the next change.
  has_empty_bars: true,
  supported_resolutions: SHOWN_RESOLUTIONS,
  visible_plots_set: hasVolume ? "ohlcv" : "ohlc",
  volume_precision: 2,
  data_status: "streaming",
});

/** A symbol in the results of a search: SearchSymbolResultItem. */
export const toSearchResult = ({ ticker, name, title, type, exchange }: ChartSymbol) => ({
  symbol: name,
  full_name: ticker,
  ticker,
  description: title,
  exchange,
  type,
});
