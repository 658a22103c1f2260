import type { Category } from "../domain/categories/names.ts";
import type { Topic } from "./topic.ts";

/** Who decides a topic, as Kalshi writes it; Polymarket gives only the address of the first. */
export interface NamedSource {
  readonly name: string;
  readonly url: string;
}

export function settlementSourcesOf({ category, tags }: Topic): readonly NamedSource[] {
  const league = LEAGUES.find(([tag]) => tags.includes(tag));
  return league === undefined ? SOURCES[category] : [{ name: "the Governing League", url: league[1] }];
}

const LEAGUES = [
  ["NBA", "https://www.nba.com/"],
  ["NFL", "https://www.nfl.com/"],
] as const;

const AP: NamedSource = { name: "Associated Press", url: "https://apnews.com/" };
const REUTERS: NamedSource = { name: "Reuters", url: "https://www.reuters.com/" };

const SOURCES: Readonly<Record<Category, readonly NamedSource[]>> = {
  politics: [AP],
  sports: [{ name: "ESPN", url: "https://www.espn.com/" }, AP],
  crypto: [{ name: "CF Benchmarks", url: "https://www.cfbenchmarks.com/" }],
  economics: [{ name: "Federal Reserve", url: "https://www.federalreserve.gov/" }],
  finance: [{ name: "Bloomberg", url: "https://www.bloomberg.com/" }],
  science: [{ name: "NASA", url: "https://www.nasa.gov/" }],
  technology: [REUTERS],
  culture: [{ name: "Variety", url: "https://variety.com/" }],
  climate: [{ name: "National Weather Service", url: "https://www.weather.gov/" }],
  world: [REUTERS, AP],
  other: [],
};
