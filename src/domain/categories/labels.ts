/** Whole labels of platforms, comma apart, by the weight of their vote. */
interface CategoryLabels {
  /** One subject of a section. */
  readonly topics?: string;
  /** A section of the platform. */
  readonly sections?: string;
  /** Only a hint: the title counts more. */
  readonly loose?: string;
}

export const CATEGORY_LABELS = {
  politics: {
    topics: `elections, us election, us elections, global elections, world elections, primaries, us politics, trump agenda,
      foreign elections, scotus and courts, culture war, bills, policy, cabinet, epstein, courts, trump presidency`,
    sections: "politics, political, government",
    loose: "trump, donald trump, usa, us current affairs",
  },
  sports: { topics: "esports, motorsport", sections: "sports, sport, games" },
  crypto: {
    topics: "crypto prices, bitcoin, ethereum, solana, xrp, pre market, hourly",
    sections: "crypto, cryptocurrency",
  },
  economics: {
    topics: "fed, fed rates, economic policy, inflation, employment, macro",
    sections: "economics, economy, growth, housing, jobs, oil and energy",
  },
  finance: {
    topics:
      "stocks, equities, earnings, ipos, ipo, commodities, indices, treasuries, kpis, acquisitions, daily close, ma",
    sections: "finance, financials, financial, business, companies, investments, finance updown, pyth finance",
  },
  science: {
    topics: "space, coronavirus, pandemics, biology, physics, medicine, mathematics, math",
    sections: "science, health",
  },
  technology: {
    topics: "ai, artificial intelligence, openai, programming",
    sections: "technology, tech, big tech",
    loose: "science and technology, elon musk",
  },
  culture: {
    topics:
      "movies, music, awards, television, tv, celebrities, rotten tomatoes, music charts, video games, tweet markets, gaming, live music",
    sections: "culture, pop culture, entertainment",
    loose: "social, mentions, mention markets",
  },
  climate: {
    topics:
      "weather, climate change, daily temperature, highest temperature, hurricanes, snow and rain, global heat, high temp",
    sections: "climate, climate and weather, natural disasters",
  },
  world: {
    topics: "geopolitics, foreign policy, ukraine, middle east, gaza",
    loose: "world, global, international, world affairs",
  },
} as const satisfies Readonly<Record<string, CategoryLabels>>;

/** Prefixes of Kalshi's series tickers after "KX", by category; the longest counts. One with "$" is the whole ticker. */
export const SERIES_PREFIXES = {
  politics: `HOUSE, SENATE, GOV, PRES, MAYOR, ELECTION, MIDTERM, PRIMARY, NOM, CABINET, SCOTUS, APPROVE, APRPOTUS, TRUMP, DNC, GOP,
    VOTE, NEXTPM, LEADEROUT, IMPEACH, PARDON, SHUTDOWN, SPEAKER, VPRES, EO, AG$`,
  sports: `NFL, NBA, WNBA, MLB, NHL, MLS, NCAA, EPL, UCL, UEL, UECL, UFC, PGA, LIV, ATP, WTA, ITF, F1, NASCAR, INDY, IPL, T20, FIFA, WC, LALIGA,
    SERIEA, BUNDESLIGA, LIGUE1, LIGAMX, EREDIVISIE, COPA, FACUP, CS2, COD, LOL, DOTA, VALORANT, RL, OW, CBA, KBL, KBO, NPB, NBL,
    EUROLEAGUE, BOXING, CHESS, TENNIS, GOLF, MMA, SB$, HEISMAN, BALLONDOR, AFC, NFC, RUGBY, MVESPORTS, TGL, CFB, CBB, DARTS, CRICKET, WNCAA`,
  crypto:
    "BTC, ETH$, ETHD, ETHMAX, ETHMIN, ETHY, XRP, SOL$, SOLD, SOLE, SOLMAX, DOGE, SHIBA, HYPE, BNB, ADA$, LTC, AVAX, LINK, TOKEN, FDV, AIRDROP",
  economics:
    "CPI, FED, GDP, PAYROLLS, U3, PCE, PPI, RECSS, RATE, ECB, BOE, BOJ, MORTGAGE, AAAGAS, DIESEL, JOBLESS, TARIFF, EGGS",
  finance:
    "IPO, INX, NASDAQ, SPX, WTI, BRENT, GOLD, SILVER, COPPER, EURUSD, USDJPY, GBPUSD, TNOTE, 10Y, EARN, KPI, CEO, NATGAS, MARKETCAP",
  science: "SPACEX, NASA, MARS, MOON, MEASLES, BIRDFLU, FDA, NOBEL, COVID, ALIEN, FUSION",
  technology: "LLM, AI$, AGI, GPT, OPENAI, TOPMODEL, ROBOTAXI, WAYMO, IPHONE, APPLEREL",
  culture: `OSCAR, GRAM, EMMY, RT$, RTCHRIST, SPOTIFY, BILLBOARD, TOPSONG, TOPALBUM, SONG, ALBUM, NETFLIX, GTA, GAMEAWARDS, GAMERELEASE, EUROVISION,
    SURVIVOR, BACHELOR, POPE, NEWPOPE, MRBEAST, MUSIC, BOXOFFICE, PERFORM`,
  climate: "HIGH, LOW, RAIN, SNOW, HUR, TEMP, TORNADO, EARTHQUAKE, WARMING, ERUPT, KILAUEA, CO2, ARCTIC",
  world: "WAR, CEASEFIRE, UKRAINE, ISRAEL, GAZA, TAIWAN, NATO, INVADE, KHAMENEI",
};

/** The same for their endings, which name a kind of question. */
export const SERIES_ENDINGS = { sports: "GAME, MATCH, FIGHT, SPREAD, BTTS" };

/** Phrases that speak for a category only beside certain words. */
interface Sense {
  readonly category: string;
  readonly phrases: string;
  /** The title must contain one of these words. */
  readonly near: string;
}

const LEAVING =
  "out, out as, out by, out before, resign, resigned, ousted, step down, leave office, removed, cease to be";

/** Offices and names of leaders. */
const LEADERS = `president, presidency, prime, pm, premier, chancellor, ayatollah, dictator, leader, leaders, taoiseach, minister, starmer, macron, merz, meloni, sanchez,
  orban, tusk, putin, zelensky, zelenskyy, lukashenko, erdogan, netanyahu, khamenei, pezeshkian, maduro, rodriguez, canel, petro, milei, lula, sheinbaum,
  boric, bukele, trump, vance, carney, trudeau, albanese, modi, takaichi, ishiba, jinping, jong, marcos, ramaphosa, assad, sharaa, sisi, tinubu, ruto`;

/** Of two senses that apply, the earlier one counts. */
export const SENSES = [
  {
    category: "politics",
    phrases: "doge",
    near: `department, efficiency, cut, cuts, spending, federal, agency, agencies, government, saving, savings, employees, staff, contracts, workers,
      budget, audit, abolish, abolished, dissolved, eliminate, eliminated, congress, court, data`,
  },
  { category: "crypto", phrases: "doge", near: "price, hit, above, below, reach, coin, etf, high, usd, dip, token" },
  { category: "politics", phrases: "doge", near: "musk, elon, ramaswamy, trump, head, leave, leaves" },
  {
    category: "finance",
    phrases: "meta, apple, google, amazon, microsoft, tesla, netflix, nvidia, intel, oracle, disney",
    near: "close, closes, above, below, hit, shares, finish, trading, dip, valuable, valuation, worth",
  },
  { category: "finance", phrases: "gold, silver, copper", near: "price, close, hit, ounce, above, below, settle, ath" },
  {
    category: "sports",
    phrases: `hurricane, lightning, avalanche, heat, thunder, magic, jazz, sun, king, star, wild, fire, storm, earthquake, rocket, jet, saint,
      cardinal, angel, giant, titan, bear, ram, net, blues, flame, spark, dream, sky, liberty, fever, shark`,
    near: "vs, nhl, nba, wnba, mls, mlb, nfl, playoffs, series, game, coach, quarterback, stanley",
  },
  { category: "politics", phrases: LEAVING, near: LEADERS },
  { category: "politics", phrases: "pm", near: "out, next, new, former, resign, become, becomes, elected" },
] as const satisfies readonly Sense[];

/**
 * Kinds of questions that platforms list in several sections. If the labels name a category in `over`, `category` replaces
 * it.
 */
export const KINDS = [
  {
    category: "finance",
    phrases: "ipo, initial public offering, direct listing",
    over: "economics, technology, science, crypto, culture",
  },
  {
    category: "technology",
    phrases:
      "agi, phone, iphone, ipad, macbook, apple watch, vision pro, roadster, humanoid robot, llm, language model",
    over: "finance",
  },
  { category: "culture", phrases: "video game, xbox, playstation, nintendo, album, movie", over: "finance" },
  {
    category: "finance",
    phrases:
      "net worth, trillionaire, richest person, circuit breaker, circuitbreaker, natural gas, crude oil, dxy, stake in",
    over: "economics",
  },
  { category: "finance", phrases: "opec", over: "politics, world" },
  { category: "politics", phrases: LEAVING, near: LEADERS, over: "world" },
  {
    category: "world",
    phrases:
      "ceasefire, cease fire, peace deal, peace agreement, nuclear deal, nuclear test, invade, invades, invasion, annex, annexes, airstrike, air strike, normalize relations, strait of hormuz",
    over: "politics",
  },
] as const satisfies readonly (Omit<Sense, "near"> & { readonly near?: string; readonly over: string })[];
