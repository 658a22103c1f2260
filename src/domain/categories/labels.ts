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
