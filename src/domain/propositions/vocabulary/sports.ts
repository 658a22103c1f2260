/** Phrases of sports, in the form of those of politics. */
export const SPORTS = `
  nba: pro basketball, national basketball association; nfl: pro football, national football league;
  mlb: pro baseball, major league baseball; nhl: pro hockey, national hockey league; mls: major league soccer;
  wnba: womens pro basketball, pro womens basketball; nbafinals: nba finals, nba championship, nba title,
  nba champion, pro basketball champion, pro basketball finals; wnbafinals: wnba finals, wnba championship,
  wnba title, wnba champion, pro womens basketball champion; superbowl: super bowl, nfl champion, nfl championship,
  pro football champion, pro football championship, super bowl champion, super bowl winner, super bowl championship;
  worldseries: world series, mlb champion, mlb championship, pro baseball champion, pro baseball championship,
  world series champion, world series winner; stanleycup: stanley cup, stanley cup final, stanley cup champion,
  stanley cup winner, nhl champion, nhl championship, pro hockey champion, pro hockey championship;
  mls cup: mls champion; cfp: college football playoff, college football champion,
  college football national championship, college football national champion,
  college football national title, cfp champion, cfp national championship, cfp national champion,
  college football playoff champion, college football playoff national champion; marchmadness: march madness,
  ncaa tournament, ncaa championship, college basketball champion, college basketball championship;
  championship: champion, title winner, title holder; afc conference championship = afc champion, afc championship,
  afc title; nfc conference championship = nfc champion, nfc championship, nfc title;
  conference championship = conference final, conference champion; al: american league; nl: national league;
  finalsmvp: finals mvp, nba finals mvp, nba finals most valuable player; mvp: most valuable player, mvp award; rookie: rookie of the year; ballon dor: ballon d or;
  golden boot: top goalscorer, top goal scorer, top scorer; no hitter; home run: homer;
  numberone pick = first overall pick, numberone overall pick, numberone overall, first overall, first pick, top pick;
  headtohead: head to head, h2h; top: top ranked; rank2: runner up; us open; usopen tennis = us open tennis;
  french open: roland garros; masters = the masters, masters tournament; open championship: the open championship, british open;
  driverschampion: drivers champion, drivers championship, world drivers champion, drivers title, f1 champion,
  f1 world champion; constructorschampion: constructors champion, constructors championship, constructors title;
  grand prix: gp; pole: pole position; f1: formula 1, formula one; worldcup: world cup, fifa world cup;
  club world cup: fifa club world cup; women worldcup = womens world cup;
  champions league: uefa champions league, ucl; europa league: uefa europa league;
  conference league: uefa conference league; la liga: laliga, spanish league; serie a: italian serie a;
  premier league: english premier league, epl; premierleague championship = premier league champion,
  premier league title, premier league winner; league cup: efl cup, carabao cup;
  olympics: summer olympics, olympic games; football: soccer; league of legends: lol;
  counterstrike: counter strike, counter strike 2, cs2, csgo; tie: draw, end in a draw, end in a tie,
  finish in a draw, be a draw; beat: defeat, beaten; lead: ahead, ahead of; btts: both teams to score, both teams score;
  completed match: match completed; halftime: half time; undefeated: unbeaten, perfect season, undefeated season;
  relegate: relegated from, be relegated, get relegated, go down from;
  not relegate = stay up, avoid relegation, survive relegation; advance semifinal = semifinalist, semi finalist;
  playoffberth: make the playoffs, reach the playoffs, qualify for the playoffs, playoff berth, clinch a playoff spot;
  coach: manager, head coach, permanent manager; transfer: transfer to, move to, sign for, sign with;
  world champion: world title, world championship; heavyweight championship = heavyweight champion, heavyweight title;
  exactoutcome: exact outcome; us men = usmnt; us women = uswnt; newzealand: all blacks, black caps;
  australia: wallabies, socceroos, matildas; france: les bleus; england: three lions; italy: azzurri, italia;
  brazil: selecao, brasil; argentina: albiceleste; men: men s, male; women: women s, female, ladies; touchdown: td;
  manchesterunited: manchester united, man united, man utd, manchester utd; manchestercity: manchester city, man city;
  newcastle: newcastle united, newcastle utd; west ham: west ham united;
  wolverhampton: wolves, wolverhampton wanderers; nottingham forest: nottm forest; brighton: brighton and hove albion;
  tottenham: tottenham hotspur; leeds: leeds united; leicester: leicester city; realmadrid: real madrid;
  atletico madrid: atletico de madrid, atleti; athletic bilbao: athletic club;
  real sociedad = real sociedad de futbol; barcelona: fc barcelona, barca;
  bayern: bayern munich, bayern munchen, fc bayern; dortmund: borussia dortmund, bvb; leverkusen: bayer leverkusen;
  leipzig: rb leipzig; inter: inter milan, internazionale, inter milano; ac milan; roma: as roma; juventus: juve;
  inter miami = inter miami cf; psg: paris sg, paris st germain;
  marseille: olympique de marseille, olympique marseille; lyon: olympique lyonnais; monaco: as monaco;
  sporting cp: sporting lisbon; losangeles fc = lafc; losangeles galaxy = la galaxy; newyorkcity fc = nycfc;
  red bull: red bull racing, oracle red bull racing`;
