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
