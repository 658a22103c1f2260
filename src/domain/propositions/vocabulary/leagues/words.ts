/** Words between two sides that meet. */
export const MEETINGS = "vs v versus at @ against";

/** Words between two sides of which the first is to win. */
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
