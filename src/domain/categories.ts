export const CATEGORIES = [
  "politics",
  "sports",
  "crypto",
  "economics",
  "finance",
  "science",
  "technology",
  "culture",
  "climate",
  "world",
  "other",
] as const;

export type Category = (typeof CATEGORIES)[number];

/**
 * The category that a platform's own labels (categories, tags, topic slugs; a title as the last resort) point to, the
 * most telling label first. A label that is a subject's name beats one that merely mentions a subject, and `world`,
 * which platforms put on nearly anything foreign, is taken only when nothing else fits.
 */
export function toCategory(labels: readonly string[]): Category {
  const phrases = labels.map(toWords);
  let isWorld = false;
  for (const words of phrases) {
    const category = words.length > LONGEST_NAME ? undefined : NAMES.get(words.join(" "));
    if (category !== undefined && category !== "world") return category;
    isWorld ||= category === "world";
  }
  for (const words of phrases) {
    const category = mentionedIn(words);
    if (category !== undefined && category !== "world") return category;
    isWorld ||= category === "world";
  }
  return isWorld ? "world" : "other";
}

function toWords(label: string): string[] {
  const lower = label.slice(0, 300).toLowerCase();
  const isPlain = !lower.includes("'") && !lower.includes("’") && !lower.endsWith("-default");
  return (isPlain ? lower : lower.replace(/[’']s\b|-default$/g, "")).match(/[a-z0-9]+/g) ?? [];
}

function mentionedIn(words: readonly string[]): Category | undefined {
  let world: Category | undefined;
  for (const [index, word] of words.entries()) {
    const mention = MENTIONS.get(word);
    const category = mention?.pairs.get(words[index + 1] ?? "") ?? mention?.alone;
    if (category !== undefined && category !== "world") return category;
    world ??= category;
  }
  return world;
}

/** Lists of names, comma apart, as a table from name to category. */
const toTable = (rows: Partial<Record<Category, string>>): ReadonlyMap<string, Category> =>
  new Map(
    CATEGORIES.flatMap((category) => {
      const names = rows[category]?.split(",") ?? [];
      return names.map((name) => [name.trim().replace(/\s+/g, " "), category] as const);
    }),
  );

interface Mention {
  /** What the word says by itself. */
  alone?: Category;
  /** What it says with the one that follows it. */
  readonly pairs: Map<string, Category>;
}

function byFirstWord(rows: Partial<Record<Category, string>>): ReadonlyMap<string, Mention> {
  const mentions = new Map<string, Mention>();
  for (const [words, category] of toTable(rows)) {
    const [first = "", ...rest] = words.split(" ");
    const mention = mentions.get(first) ?? { pairs: new Map<string, Category>() };
    mentions.set(first, mention);
    if (rest.length === 0) mention.alone = category;
    else mention.pairs.set(rest.join(" "), category);
  }
  return mentions;
}

/** Whole labels, with punctuation read as a space. */
const NAMES = toTable({
  politics: "politics, political, elections, us politics, us elections, government, congress, senate, trump",
  sports: "sports, sport, games, esports, soccer, football, basketball, baseball, hockey, tennis, golf, cricket",
  crypto: "crypto, cryptocurrency, crypto prices, bitcoin, ethereum, solana, xrp, dogecoin, defi, nfts, airdrops",
  economics: "economics, economy, economic policy, macro, inflation, fed, fed rates, tariffs, jobs, housing",
  finance: "finance, financials, companies, business, commodities, stocks, equities, earnings, indices, investments",
  science: "science, health, medicine, space, physics, biology, mathematics, math, pandemics, covid 19",
  technology: "technology, tech, science and technology, ai, big tech, artificial intelligence, programming, openai",
  culture: "culture, pop culture, entertainment, movies, music, tv, television, awards, celebrities, social, mentions",
  climate: "climate, weather, climate and weather, climate change, daily temperature, hurricanes, natural disasters",
  world: "world, geopolitics, global, international, world affairs, middle east, ukraine, israel, china, iran",
});

/** Words of the longest of them. */
const LONGEST_NAME = Math.max(...[...NAMES.keys()].map((name) => name.split(" ").length));

/** Words and pairs of words inside a label or a title, by their first word. */
const MENTIONS = byFirstWord({
  politics: `politics, political, election, elections, president, presidential, presidency, senate, senator, congress,
    congressional, governor, gubernatorial, mayor, mayoral, nominee, nomination, primary, primaries, caucus, republican,
    republicans, democrat, democrats, democratic, gop, parliament, parliamentary, prime minister, chancellor, scotus,
    supreme court, impeachment, impeached, cabinet, shutdown, trump, biden, harris, vance, newsom, starmer, macron,
    electoral, ballot, referendum, secretary of, attorney general, veto, pardon, immigration, speaker, white house`,
  sports: `sports, sport, nfl, nba, wnba, mlb, nhl, mls, ncaa, ncaab, ncaaf, epl, ufc, mma, f1, pga, atp, wta, ipl, fifa, uefa,
    soccer, football, basketball, baseball, hockey, tennis, golf, cricket, rugby, boxing, chess, olympics, olympic,
    esports, dota, valorant, counter strike, league of, premier league, champions league, la liga, serie a, bundesliga,
    ligue 1, super bowl, world cup, world series, stanley cup, grand prix, wimbledon, playoffs, playoff, finals, mvp,
    heisman, motorsport, nascar, formula 1, touchdown, vs, bo3, bo5`,
  crypto: `crypto, cryptocurrency, bitcoin, btc, ethereum, eth, solana, xrp, dogecoin, doge, stablecoin, usdt, usdc, tether,
    blockchain, defi, nft, airdrop, fdv, memecoin, altcoin, altcoins, binance, coinbase, hyperliquid, microstrategy,
    satoshi, litecoin, cardano, chainlink, pump fun`,
  economics: `economics, economy, economic, inflation, cpi, pce, ppi, gdp, recession, unemployment, payrolls, jobless, fed, fomc,
    federal reserve, interest rate, interest rates, rate cut, rate cuts, rate hike, tariff, tariffs, mortgage, ecb, debt,
    minimum wage, central bank, bank of, powell, housing`,
  finance: `finance, financial, financials, stock, stocks, equities, nasdaq, nikkei, dow jones, s p, ipo, earnings, revenue, market cap,
    largest company, shares, gold, silver, oil, wti, brent, crude, gas prices, treasury, treasuries, yield, eur usd,
    usd jpy, merger, acquisition, acquire, acquired, bankruptcy, bankrupt, ceo, layoffs, commodities, invest, hedge`,
  science: `science, scientific, health, disease, virus, pandemic, covid, measles, bird flu, vaccine, vaccines, fda, cancer, nasa,
    spacex, starship, moon, mars, asteroid, space, rocket, physics, fusion, superconductor, mathematics, theorem, biology,
    medicine, nobel, aliens, uap`,
  technology: `technology, tech, ai, agi, llm, gpt, chatgpt, openai, anthropic, claude, gemini, grok, deepseek, nvidia, apple, google,
    microsoft, tesla, iphone, robotaxi, self driving, semiconductor, chip, software, programming, internet, robot, robots,
    quantum, tiktok, twitter, starlink, cybersecurity`,
  culture: `culture, movie, movies, film, films, box office, rotten tomatoes, oscar, oscars, emmy, emmys, grammy, grammys, golden
    globe, golden globes, billboard, spotify, album, song, songs, music, singer, eurovision, netflix, tv, celebrity,
    celebrities, taylor swift, youtube, mrbeast, video game, video games, gta, bachelor, survivor, love island,
    reality tv, pope, royal, book, books, anime, game awards, tweets, manifold`,
  climate: `climate, weather, temperature, temperatures, hurricane, hurricanes, tornado, tornadoes, earthquake, earthquakes, rain,
    snow, rainfall, snowfall, hottest, wildfire, wildfires, volcano, drought, celsius, emissions`,
  world: `geopolitics, geopolitical, war, wars, ceasefire, invade, invades, invasion, ukraine, russia, russian, israel, gaza, hamas,
    iran, iranian, china, chinese, taiwan, nato, putin, zelenskyy, zelensky, netanyahu, syria, lebanon, hezbollah,
    venezuela, maduro, north korea, nuclear, missile, military, houthi, greenland, treaty, sanctions, un, eu, india,
    pakistan, middle east, foreign, united nations`,
});
