/** Terms whose other names a search finds too, by the first phrase of their row. Other rows join what only matching may join. */
export const SEARCHED_TERMS = `republican; democratic; labour; conservative; libdem; reform; afd; cdu; spd; bjp; nationalrally; ldp;
  vicepresident; primeminister; dni; secretarystate; fbi director; cia director; defense secretary; scotus; doj;
  dc; nominee; ceasefire; peace deal; fed; fed rate; fed chair; us; uk; eu; un; uae; worldhealth; southkorea; northkorea;
  saudi; ivory coast; bosnia; drcongo; czechia; china; russia; netherlands; myanmar; kyiv; germany; spain; losangeles;
  newyorkcity; becomelaw; runoff; ecb; boe; boj; boc; snb; rba; rbnz; banxico; bps; payroll; jobless claims; unemployment;
  cpi; core cpi; ppi; pce; gdp; wti; brent; natgas; sp500; nasdaq; russell; dow; ipo; marketcap; etf; fdv; alltimehigh;
  treasury10y; gas price; nba; nfl; mlb; nhl; mls; wnba; nbafinals; superbowl; worldseries; stanleycup; cfp; marchmadness;
  mvp; rookie; headtohead; f1; worldcup; champions league; europa league; la liga; premier league; league cup; olympics;
  league of legends; counterstrike; ballon dor; french open; us men; us women; gta; album of the year; song of the year;
  record of the year; game of the year; oscar; goldenglobe; emmy; grammy; tonyaward; nobel literature; person of the year;
  rotten tomatoes; eurovision; ai; agi; llm; chatgpt; fsd; robotaxi; birdflu; covid; marijuana; manchesterunited;
  manchestercity; newcastle; tottenham; wolverhampton; realmadrid; atletico madrid; barcelona; bayern; dortmund; inter;
  juventus; psg; sporting cp`;

/** More names that stand for each other in a search, in rows that begin as those of the terms do. */
export const SEARCHED_NAMES = `republican: republicans; democratic: dems, democrat, democrats; presidential: presidency;
  losangeles: la; san francisco: sf; kansas city: kc; oklahoma city: okc; philadelphia: philly; las vegas: vegas;
  temperature: temp, temps; ethereum: ether, eth; sp500: s&p, s&p 500; champions league: ucl; saudi: saudis;
  first quarter: q1; second quarter: q2; third quarter: q3; fourth quarter: q4; president: potus; us: american, americans`;

/** Names that are also other words: titles found by them alone come last. */
export const LOOSE_NAMES = `strategy; hype; sol; ada; sui; ye; reform; inter; rookie; primary; nomination; inflation;
  crude; valuation; america; american; americans; holland; truce; la; dc; jensen; luka; tucker; elon; hillary; bernie; cz;
  primary winner; party primary; primary election; pentagon; presidency; wolves; barca; temp; temps; trump jr`;

/** Names of teams that are mostly other words: nobody who types them alone looks for the team. */
export const MISLEADING_NAMES = `ten; ana; con; conn; las; ath; car; was; no; min; ne; sea; por; det; den; gs; ol; uta; mem; cha;
  fla; col; tex; oak; pit; sas; nop; jac; ind; nice; brest; lens; como; hull; union; reform; rice; temple; army; navy; drake`;

/** Codes of states that are no words, nor better known for something else. */
export const SEARCHED_STATES = "NY NJ TX FL CA GA NC SC TN OH NH NV NM WI MN MI WY VT UT KY KS CT AZ AK VA WV RI SD NE";
