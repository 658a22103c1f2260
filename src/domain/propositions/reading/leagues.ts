/** A league, or all clubs that may meet in several. */
export interface League {
  readonly id: string;
  /** What its games are called in titles. */
  readonly names: string;
  /** How the addresses of its games begin: Polymarket's slugs, and Kalshi's series without "KX". */
  readonly codes: string;
  /** The heading of its teams in `src/domain/data/leagues.txt`. */
  readonly teams: string;
  /** Whether a game may end in a draw, so that one side's defeat is not the other's win. */
  readonly hasDraws: boolean;
  /** Whether the same sides may meet on two days in a row. */
  readonly playsDaily: boolean;
  /** Whether only an explicit name or code makes a title one of its games: other leagues have the same names. */
  readonly isNamed: boolean;
}

const AMERICAN = { hasDraws: false, playsDaily: true, isNamed: false } as const;
const COLLEGE = { hasDraws: false, playsDaily: false, isNamed: true, teams: "college" } as const;

/** Of leagues whose names or codes begin alike, the longer one counts. */
export const LEAGUES: readonly League[] = [
  {
    ...AMERICAN,
    id: "nfl",
    names: "nfl, pro football, professional football",
    codes: "nfl",
    teams: "nfl",
    playsDaily: false,
  },
  { ...AMERICAN, id: "nba", names: "nba, pro basketball, mens pro basketball", codes: "nba", teams: "nba" },
  { ...AMERICAN, id: "mlb", names: "mlb, pro baseball, major league baseball", codes: "mlb", teams: "mlb" },
  { ...AMERICAN, id: "nhl", names: "nhl, pro hockey", codes: "nhl", teams: "nhl" },
  {
    ...AMERICAN,
    id: "wnba",
    names: "wnba, womens pro basketball, pro womens basketball",
    codes: "wnba",
    teams: "wnba",
  },
  {
    ...AMERICAN,
    id: "mls",
    names: "mls, major league soccer",
    codes: "mls",
    teams: "mls",
    hasDraws: true,
    playsDaily: false,
  },
  { ...COLLEGE, id: "ncaaf", names: "college football, cfb, ncaaf, ncaa football", codes: "ncaaf cfb" },
  {
    ...COLLEGE,
    id: "ncaamb",
    names: `college basketball, mens college basketball, cbb, ncaab, ncaamb, ncaa basketball, ncaa mens basketball,
      ncaam, mens ncaa basketball`,
    codes: "ncaamb ncaab cbb",
  },
  {
    ...COLLEGE,
    id: "ncaawb",
    names: `womens college basketball, college womens basketball, cwbb, ncaawb, ncaa womens basketball, ncaaw,
      womens ncaa basketball`,
    codes: "ncaawb cwbb",
  },
  {
    id: "football",
    names: `premier league, english premier league, epl, la liga, laliga, bundesliga, serie a, ligue 1,
      champions league, uefa champions league, ucl, europa league, uefa europa league, soccer`,
    codes: "epl laliga lal bundesliga bun seriea sea ligue1 fl1 ucl uel facup eflcup copadelrey dfbpokal coppaitalia",
    teams: "football",
    hasDraws: true,
    playsDaily: false,
    isNamed: false,
  },
];

/** Words between two sides that meet. */
export const MEETINGS = "vs v versus at @ against";

/** Words between two sides where the first is to win. */
export const VICTORIES = "beat beats defeat defeats over";

/** What else a question about the winner of one game may say. Any other word makes it a question of another kind. */
export const GAME_WORDS = `a an the will to in on of for their this and be is will who which what do does
  win wins winner winning won moneyline ml game match matchup contest fixture result outright full time upcoming more markets
  regular season week round matchday sunday monday tuesday wednesday thursday friday saturday night today tonight tomorrow
  pro professional college ncaa mens men football basketball baseball hockey sports end ends`;

/** Words for a game that nobody wins. */
export const DRAWS = "draw tie drawn tied";

/** Parts of clubs' names that titles may leave out. */
export const CLUB_WORDS = `fc cf afc sc ac cd ud ssc ss us rcd rc ogc vfb vfl sv tsg fsv acf aj as calcio club cp sd de hsc losc
  osc sco ca sl ss bk kv cfc`;
