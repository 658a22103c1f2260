// Teams of North America: "place + nickname, other names". A short name also stands before the nickname: "IND Colts".

const NFL_TEAMS = `arizona + cardinals, ari, az; atlanta + falcons, atl; baltimore + ravens, bal; buffalo + bills, buf;
  carolina + panthers, car; chicago + bears, chi; cincinnati + bengals, cin; cleveland + browns, cle;
  dallas + cowboys, dal; denver + broncos, den; detroit + lions, det; green bay + packers, gb; houston + texans, hou;
  indianapolis + colts, ind; jacksonville + jaguars, jac, jax, jags; kansas city + chiefs, kc; las vegas + raiders, lv;
  los angeles + chargers, lac, la, la chargers, los angeles c; los angeles + rams, lar, la, la rams, los angeles r;
  miami + dolphins, mia; minnesota + vikings, min; new england + patriots, ne, pats; new orleans + saints, no;
  new york + giants, nyg, ny, ny giants, new york g; new york + jets, nyj, ny, ny jets, new york j;
  philadelphia + eagles, phi; pittsburgh + steelers, pit; san francisco + 49ers, sf, niners; seattle + seahawks, sea;
  tampa bay + buccaneers, tb, bucs, tampa; tennessee + titans, ten; washington + commanders, was, wsh`;

const NBA_TEAMS = `atlanta + hawks, atl; boston + celtics, bos; brooklyn + nets, bkn; charlotte + hornets, cha;
  chicago + bulls, chi; cleveland + cavaliers, cle, cavs; dallas + mavericks, dal, mavs; denver + nuggets, den;
  detroit + pistons, det; golden state + warriors, gsw, gs; houston + rockets, hou; indiana + pacers, ind;
  los angeles + clippers, lac, la, la clippers, los angeles c; los angeles + lakers, lal, la, la lakers, los angeles l;
  memphis + grizzlies, mem; miami + heat, mia; milwaukee + bucks, mil; minnesota + timberwolves, min, wolves;
  new orleans + pelicans, nop, no; new york + knicks, nyk, ny, ny knicks, new york k; oklahoma city + thunder, okc;
  orlando + magic, orl; philadelphia + 76ers, phi, sixers; phoenix + suns, phx; portland + trail blazers, por, blazers;
  sacramento + kings, sac; san antonio + spurs, sas, sa; toronto + raptors, tor; utah + jazz, uta;
  washington + wizards, was, wsh`;

const MLB_TEAMS = `arizona + diamondbacks, ari, az, d-backs, dbacks; atlanta + braves, atl; baltimore + orioles, bal;
  boston + red sox, bos; chicago + cubs, chc, chicago c; chicago + white sox, cws, chw, chicago w, chicago ws;
  cincinnati + reds, cin; cleveland + guardians, cle; colorado + rockies, col; detroit + tigers, det;
  houston + astros, hou; kansas city + royals, kc; los angeles + angels, laa, la, la angels, los angeles a;
  los angeles + dodgers, lad, la, la dodgers, los angeles d; miami + marlins, mia; milwaukee + brewers, mil;
  minnesota + twins, min; new york + mets, nym, ny, ny mets, new york m;
  new york + yankees, nyy, ny, ny yankees, new york y; oakland + athletics, ath, a's, sacramento, las vegas athletics;
  philadelphia + phillies, phi; pittsburgh + pirates, pit; san diego + padres, sd; san francisco + giants, sf;
  seattle + mariners, sea; st louis + cardinals, stl, saint louis; tampa bay + rays, tb, tampa; texas + rangers, tex;
  toronto + blue jays, tor; washington + nationals, wsh, was, nats`;

const NHL_TEAMS = `anaheim + ducks, ana; boston + bruins, bos; buffalo + sabres, buf; calgary + flames, cgy;
  carolina + hurricanes, car; chicago + blackhawks, chi; colorado + avalanche, col, avs; columbus + blue jackets, cbj;
  dallas + stars, dal; detroit + red wings, det; edmonton + oilers, edm; florida + panthers, fla;
  los angeles + kings, lak, la, la kings; minnesota + wild, min, mn; montreal + canadiens, mtl, habs;
  nashville + predators, nsh, preds; new jersey + devils, njd, nj;
  new york + islanders, nyi, ny, ny islanders, new york i; new york + rangers, nyr, ny, ny rangers, new york r;
  ottawa + senators, ott; philadelphia + flyers, phi; pittsburgh + penguins, pit, pens; san jose + sharks, sjs, sj;
  seattle + kraken, sea; st louis + blues, stl, saint louis; tampa bay + lightning, tbl, tb, tampa;
  toronto + maple leafs, tor, leafs; utah + mammoth, uta, utah hockey club; vancouver + canucks, van;
  vegas + golden knights, vgk, vgs, las vegas; washington + capitals, wsh, was, caps; winnipeg + jets, wpg`;

const WNBA_TEAMS = `atlanta + dream, atl; chicago + sky, chi; connecticut + sun, con, conn; dallas + wings, dal;
  golden state + valkyries, gsv, gs; indiana + fever, ind; las vegas + aces, lva, lv;
  los angeles + sparks, las, la, la sparks; minnesota + lynx, min; new york + liberty, nyl, ny; phoenix + mercury, phx;
  portland + fire, por; seattle + storm, sea; toronto + tempo, tor; washington + mystics, was, wsh`;

const MLS_TEAMS = `atlanta + united, atlanta united fc, atl; austin fc, austin, atx; charlotte fc, charlotte, clt;
  chicago + fire, chicago fire fc, chi; fc cincinnati, cincinnati, cin; colorado + rapids, col; columbus + crew, clb;
  fc dallas, dallas, dal; dc united, d.c. united, dc; houston + dynamo, houston dynamo fc, hou;
  sporting kansas city, sporting kc, kansas city, skc; los angeles + galaxy, la galaxy, los angeles g, lag;
  los angeles fc, lafc, los angeles f; inter miami, inter miami cf, miami, mia; minnesota united, minnesota united fc,
  minnesota, min; cf montreal, montreal, montreal impact, mtl; nashville sc, nashville, nsh;
  new england + revolution, ne; new york city fc, nycfc, new york city, nyc; new york red bulls, new york rb, ny red bulls,
  red bulls, rbny, nyrb; orlando city, orlando city sc, orlando, orl; philadelphia + union, phi;
  portland + timbers, por; real salt lake, salt lake, rsl; san diego fc, san diego, sd; san jose + earthquakes, quakes, sj;
  seattle + sounders, seattle sounders fc, sea; st louis city, st louis city sc, saint louis city sc, st louis,
  saint louis, stl; toronto fc, toronto, tor; vancouver + whitecaps, vancouver whitecaps fc, van`;

/** Schools that play football and basketball: "school (nickname), other names". Many share a nickname. */
const COLLEGE_TEAMS = `air force (falcons); akron (zips); alabama (crimson tide), bama; app state (mountaineers), appalachian state;
  arizona (wildcats); arizona state (sun devils), arizona st; arkansas (razorbacks); arkansas state (red wolves), arkansas st;
  army (black knights), army west point; auburn (tigers); ball state (cardinals), ball st; baylor (bears);
  boise state (broncos), boise st; boston college (eagles); bowling green (falcons); buffalo (bulls); butler (bulldogs);
  byu (cougars), brigham young; california (golden bears), cal; central michigan (chippewas); charlotte (49ers);
  cincinnati (bearcats); clemson (tigers); coastal carolina (chanticleers); colorado (buffaloes);
  colorado state (rams), colorado st; connecticut (huskies), uconn; creighton (bluejays); dayton (flyers);
  delaware (blue hens); depaul (blue demons); drake (bulldogs); duke (blue devils); east carolina (pirates), ecu;
  eastern michigan (eagles); fiu (panthers), florida international; florida (gators); florida atlantic (owls), fau;
  florida state (seminoles), florida st, fsu; fresno state (bulldogs), fresno st; george mason (patriots);
  georgetown (hoyas); georgia (bulldogs), uga; georgia southern (eagles); georgia state (panthers), georgia st;
  georgia tech (yellow jackets); gonzaga (bulldogs), zags; grand canyon (antelopes); hawaii (rainbow warriors);
  houston (cougars); illinois (fighting illini); indiana (hoosiers); iowa (hawkeyes); iowa state (cyclones), iowa st;
  jacksonville state (gamecocks), jacksonville st; james madison (dukes), jmu; kansas (jayhawks), ku;
  kansas state (wildcats), kansas st, k-state; kennesaw state (owls), kennesaw st; kent state (golden flashes), kent st;
  kentucky (wildcats), uk; lamar (cardinals); liberty (flames); louisiana (ragin cajuns), louisiana lafayette;
  louisiana tech (bulldogs); louisville (cardinals); loyola chicago (ramblers); lsu (tigers), louisiana state;
  marquette (golden eagles); marshall (thundering herd); maryland (terrapins), terps; massachusetts (minutemen), umass;
  mcneese (cowboys); memphis (tigers); miami (hurricanes), miami fl, miami florida; miami oh (redhawks), miami ohio;
  michigan (wolverines); michigan state (spartans), michigan st; middle tennessee (blue raiders);
  minnesota (golden gophers), minnesota gophers; mississippi state (bulldogs), mississippi st; missouri (tigers), mizzou;
  missouri state (bears), missouri st; murray state (racers), murray st; navy (midshipmen); nebraska (cornhuskers);
  nevada (wolf pack); new mexico (lobos); new mexico state (aggies), new mexico st; nc state (wolfpack), north carolina state,
  north carolina st; north carolina (tar heels), unc; north texas (mean green); northern illinois (huskies);
  northwestern (wildcats); notre dame (fighting irish); ohio (bobcats); ohio state (buckeyes), ohio st, osu buckeyes;
  oklahoma (sooners); oklahoma state (cowboys), oklahoma st; old dominion (monarchs); ole miss (rebels), mississippi;
  oregon (ducks); oregon state (beavers), oregon st; penn state (nittany lions), penn st; pittsburgh (panthers), pitt;
  princeton (tigers); providence (friars); purdue (boilermakers); rice (owls); rutgers (scarlet knights);
  saint louis (billikens), st louis; saint marys (gaels), st marys; sam houston (bearkats); san diego state (aztecs),
  san diego st, sdsu; san francisco (dons); san jose state (spartans), san jose st; santa clara (broncos);
  seton hall (pirates); smu (mustangs), southern methodist; south alabama (jaguars); south carolina (gamecocks);
  south florida (bulls), usf; southern miss (golden eagles), southern mississippi; st johns (red storm), saint johns;
  stanford (cardinal); syracuse (orange); tcu (horned frogs), texas christian; temple (owls); tennessee (volunteers), vols;
  texas (longhorns); texas a&m (aggies); texas state (bobcats), texas st; texas tech (red raiders); toledo (rockets);
  troy (trojans); tulane (green wave); tulsa (golden hurricane); uab (blazers); ucf (knights), central florida;
  ucla (bruins); ul monroe (warhawks), louisiana monroe; unlv (rebels); usc (trojans), southern california;
  utah (utes); utah state (aggies), utah st; utep (miners); utsa (roadrunners); vanderbilt (commodores), vandy;
  vcu (rams); villanova (wildcats); virginia (cavaliers), uva; virginia tech (hokies); wake forest (demon deacons);
  washington (huskies); washington state (cougars), washington st; west virginia (mountaineers), wvu;
  western kentucky (hilltoppers); western michigan (broncos); wichita state (shockers), wichita st;
  wisconsin (badgers); wyoming (cowboys); xavier (musketeers); yale (bulldogs)`;

/** Clubs of Europe's large leagues and regulars of the Champions League, with their other names. */
const FOOTBALL_CLUBS = `arsenal; aston villa; bournemouth; brentford; brighton, brighton and hove albion; burnley;
  chelsea; coventry, coventry city; crystal palace; everton; fulham; hull, hull city; ipswich, ipswich town;
  leeds, leeds united; leicester, leicester city; liverpool; luton, luton town; manchester city, man city;
  manchester united, man united, man utd, manchester utd; middlesbrough; newcastle, newcastle united, newcastle utd;
  norwich, norwich city; nottingham forest, nottm forest, nott'm forest; sheffield united; southampton; sunderland;
  tottenham, tottenham hotspur; watford; west bromwich albion, west brom; west ham, west ham united;
  wolverhampton wanderers, wolverhampton, wolves;
  alaves, deportivo alaves; almeria; athletic bilbao, athletic club; atletico madrid, atletico de madrid,
  club atletico de madrid, atleti; barcelona, fc barcelona, barca; cadiz; celta vigo, celta, celta de vigo; elche;
  espanyol, rcd espanyol de barcelona; getafe; girona; granada; las palmas; leganes; levante; mallorca; osasuna;
  racing santander, racing de santander; rayo vallecano, rayo, rayo vallecano de madrid;
  real betis, betis, real betis balompie; real madrid; real oviedo, oviedo; real sociedad, real sociedad de futbol;
  sevilla; valencia; valladolid, real valladolid; villarreal;
  augsburg; bayer leverkusen, leverkusen, bayer 04 leverkusen; bayern munich, bayern, bayern munchen, fc bayern, fc bayern munchen, fc bayern munich;
  bochum; borussia dortmund, dortmund, bvb; borussia monchengladbach, monchengladbach, gladbach;
  eintracht frankfurt, frankfurt; freiburg; hamburg, hamburger sv, hsv; heidenheim, 1. fc heidenheim; hoffenheim,
  tsg hoffenheim; holstein kiel, kiel; koln, fc koln, cologne, fc cologne; mainz, mainz 05, fsv mainz 05;
  rb leipzig, leipzig, rasenballsport leipzig; schalke, schalke 04; st pauli, fc st pauli, saint pauli; stuttgart;
  union berlin; werder bremen, bremen; wolfsburg;
  ac milan, milan; atalanta, atalanta bc; bologna; cagliari; como; cremonese; empoli; fiorentina; genoa;
  hellas verona, verona; inter milan, inter, internazionale, fc internazionale milano, internazionale milano; juventus, juve;
  lazio; lecce; monza; napoli; parma, parma calcio; pisa; as roma, roma; salernitana; sampdoria; sassuolo; torino;
  udinese; venezia;
  angers; auxerre; brest, stade brestois; clermont; le havre; lens; lille; lorient; lyon, olympique lyonnais,
  olympique lyon, ol; marseille, olympique de marseille, olympique marseille; metz; monaco, as monaco; montpellier;
  nantes; nice; paris fc; paris saint-germain, psg, paris saint germain, paris sg, paris st-germain; reims;
  rennes, stade rennais; saint-etienne, st etienne; strasbourg; toulouse;
  ajax; anderlecht; az alkmaar; benfica, sl benfica; besiktas; braga, sporting braga; celtic; club brugge, brugge;
  copenhagen, fc copenhagen, kobenhavn; crvena zvezda, red star belgrade; dinamo zagreb; fenerbahce; feyenoord;
  galatasaray; olympiacos, olympiakos; paok; porto, fc porto; psv, psv eindhoven; qarabag; rangers; red bull salzburg,
  salzburg; shakhtar donetsk, shakhtar; slavia prague, slavia praha; sparta prague, sparta praha;
  sporting cp, sporting lisbon, sporting clube de portugal; sturm graz; trabzonspor; union saint-gilloise, union sg;
  young boys`;

/** A league, or all clubs that may meet in several. */
export interface League {
  readonly id: string;
  /** What its games are called in titles. */
  readonly names: string;
  /** How the addresses of its games begin: Polymarket's slugs, and Kalshi's series without "KX". */
  readonly codes: string;
  readonly teams: string;
  /** Whether a game may end in a draw, so that one side's defeat is not the other's win. */
  readonly hasDraws: boolean;
  /** Whether the same sides may meet on two days in a row. */
  readonly playsDaily: boolean;
  /** Whether only an explicit name or code makes a title one of its games: other leagues have the same names. */
  readonly isNamed: boolean;
}

const AMERICAN = { hasDraws: false, playsDaily: true, isNamed: false } as const;
const COLLEGE = { hasDraws: false, playsDaily: false, isNamed: true, teams: COLLEGE_TEAMS } as const;

/** Of leagues whose names or codes begin alike, the longer one counts. */
export const LEAGUES: readonly League[] = [
  {
    ...AMERICAN,
    id: "nfl",
    names: "nfl, pro football, professional football",
    codes: "nfl",
    teams: NFL_TEAMS,
    playsDaily: false,
  },
  { ...AMERICAN, id: "nba", names: "nba, pro basketball, mens pro basketball", codes: "nba", teams: NBA_TEAMS },
  { ...AMERICAN, id: "mlb", names: "mlb, pro baseball, major league baseball", codes: "mlb", teams: MLB_TEAMS },
  { ...AMERICAN, id: "nhl", names: "nhl, pro hockey", codes: "nhl", teams: NHL_TEAMS },
  {
    ...AMERICAN,
    id: "wnba",
    names: "wnba, womens pro basketball, pro womens basketball",
    codes: "wnba",
    teams: WNBA_TEAMS,
  },
  {
    ...AMERICAN,
    id: "mls",
    names: "mls, major league soccer",
    codes: "mls",
    teams: MLS_TEAMS,
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
    teams: FOOTBALL_CLUBS,
    hasDraws: true,
    playsDaily: false,
    isNamed: false,
  },
];

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
