/** Clubs of Europe's large leagues and regulars of the Champions League, with their other names. */
export const FOOTBALL_CLUBS = `arsenal; aston villa; bournemouth; brentford; brighton, brighton and hove albion; burnley;
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
