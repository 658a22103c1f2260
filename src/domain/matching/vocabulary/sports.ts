/** Synonyms of sports: alternatives before the ">", comma apart, then the meaning. */
export const SPORTS = `
  national basketball association > nba
  national football league > nfl
  major league baseball > mlb
  national hockey league > nhl
  major league soccer > mls
  womens basketball champion, wnba championship, wnba finals, pro womens basketball champion, women pro basketball champion, wnba champion, wnba title > wnbafinals
  womens pro basketball, pro womens basketball > wnba
  nba champion, nba champions, nba championship winner, larry obrien trophy > nbafinals
  nfl champion, nfl champions, nfl championship, big game, super bowl champion, super bowl champions, super bowl winner, super bowl championship, superbowl champion > superbowl
  mlb champion, mlb champions, mlb championship, world series champion, world series champions, world series winner > worldseries
  nhl champion, nhl champions, nhl championship, stanley cup champion, stanley cup champions, stanley cup winner, stanley cup championship > stanleycup
  mls cup, mls champion > mlscup
  college football playoff, cfp, college football national championship, college football playoff national champion, cfp national champion, college football playoff champion, cfp champion, cfp national championship, college football champion, national championship in college football, college football playoff national championship > cfp
  march madness, ncaa tournament, ncaa basketball tournament, mens college basketball champion, college basketball championship, ncaa mens basketball championship, ncaa championship, college basketball champion > marchmadness
  american league > al
  national league > nl
  american league mvp, al most valuable player > al mvp
  national league mvp, nl most valuable player > nl mvp
  finals mvp, finals most valuable player > finalsmvp
  cy young award, cy young > cyyoung
  heisman trophy, heisman > heisman
  hart trophy, hart memorial trophy > harttrophy
  vezina trophy, vezina > vezina
  norris trophy > norristrophy
  calder trophy, calder memorial trophy > caldertrophy
  ballon d or, ballon dor > ballondor
  golden boot, top goalscorer, top goal scorer, top scorer > goldenboot
  coach of the year, coty > coachoftheyear
  defensive player of the year, dpoy > defensiveplayer
  offensive player of the year, opoy > offensiveplayer
  comeback player of the year > comebackplayer
  sixth man of the year > sixthman
  most improved player > mostimproved
  first overall pick, numberone overall pick, numberone overall, numberone selection, first pick, number one pick, number one overall pick, first overall, first overall selection, top pick > numberone pick
  afc champion, afc championship, afc title > afc conference championship
  nfc champion, nfc championship, nfc title > nfc conference championship
  conference finals, conference final, conference champion, conference champions, conference championship > conference championship
  head to head, h2h > headtohead
  grand slam > grandslam
  us open tennis > usopen tennis
  us open > usopen
  australian open > australianopen
  french open, roland garros > frenchopen
  the masters, masters tournament, masters > masters
  the open championship, british open, open championship > openchampionship
  pga championship > pgachampionship
  pga tour > pgatour
  ryder cup > rydercup
  tour de france > tourdefrance
  drivers champion, drivers championship, world drivers champion, world drivers championship, driver champion, drivers title, wdc, f1 champion, f1 world champion, f1 world championship > driverschampion
  constructors champion, constructors championship, world constructors championship, constructors title, wcc > constructorschampion
  grand prix, gp > grandprix
  kentucky derby > kentuckyderby
  fifa club world cup, club world cup > clubworldcup
  womens world cup, women world cup > women worldcup
  fifa world cup > worldcup
  uefa champions league, champions league > championsleague
  uefa europa league > europaleague
  europa league > europaleague
  conference league, uefa conference league > conferenceleague
  english premier league champion, premier league champion, premier league title, premier league winner, epl champion, epl winner, win the epl > premierleague championship
  spanish la liga, laliga, la liga, spanish league > laliga
  italian serie a, serie a > seriea
  german bundesliga > bundesliga
  french ligueone > ligueone
  fa cup > facup
  efl cup, carabao cup, league cup > leaguecup
  copa america > copaamerica
  copa libertadores > copalibertadores
  uefa euro > euro
  africa cup of nations, afcon > afcon
  asian cup > asiancup
  nations league > nationsleague
  summer olympics, olympic games, olympics > olympics
  winter olympics > winter olympics
  indian premier league > ipl
  six nations > sixnations
  league of legends, lol > leagueoflegends
  counter strike 2, counter strike, cs2, csgo > counterstrike
  end in a draw, ends in a draw, finish in a draw, end in a tie, be a draw, ends in a tie > tie
  draw > tie
  moneyline, moneyline winner, match winner, game winner, to win the match, win the match, win the game, winner of the match > win
  beat, beats, defeat, defeats, defeated > beat
  half time, half-time > halftime
  leading at halftime, ahead at halftime, lead at halftime > halftime lead
  ahead of, ahead > lead
  world champion, world champions, world title, world championship > worldchampion
  world chess championship, world chess champion, world chess title, chess world champion, chess world championship, chess world title > worldchess championship
  springboks > southafrica
  all blacks > newzealand
  wallabies > australia
  three lions > england
  les bleus > france
  albiceleste, la albiceleste > argentina
  azzurri > italy
  oranje > netherlands
  selecao > brazil
  usmnt, us mens national team > us men
  uswnt, us womens national team > us women
  heavyweight champion, heavyweight title > heavyweight championship
  undisputed champion > undisputed championship
  perfect season, undefeated season, undefeated > undefeated
  make the playoffs, makes the playoffs, reach the playoffs, qualify for the playoffs, playoff berth, playoffs qualifier, clinch a playoff spot > playoffberth
  relegated from, be relegated, get relegated, go down from, goes down from > relegate
  stay up, stays up, avoid relegation, avoids relegation, survive relegation > not relegate
  semifinalist, semifinalists, semi finalist, semi finalists > advance semifinal
  permanent manager, head coach, manager > coach
  transfer to, move to, moves to, signs for, sign for, signs with, sign with > transfer
  unbeaten > undefeated
  hat trick > hattrick
  no hitter > nohitter
  home runs, home run, homers > homerun
  formula 1, formula one, f1 > f1
  manchester utd, man u > manchesterunited
  manchester united fc > manchesterunited
  manchester city fc > manchestercity
  tottenham hotspur fc > tottenham
  liverpool fc > liverpool
  arsenal fc > arsenal
  chelsea fc > chelsea
  everton fc > everton
  newcastle united, newcastle utd > newcastle
  west ham united > westham
  west ham > westham
  aston villa, villa > astonvilla
  nottingham forest, nottm forest > nottinghamforest
  crystal palace > crystalpalace
  brighton and hove albion, brighton hove albion > brighton
  wolverhampton wanderers, wolves > wolverhampton
  leeds united > leeds
  leicester city > leicester
  afc bournemouth > bournemouth
  real madrid cf, real madrid > realmadrid
  atletico de madrid, atletico madrid, atleti > atleticomadrid
  athletic club, athletic bilbao > athleticbilbao
  barca, fc barcelona, barcelona fc > barcelona
  bayern munchen, bayern munich, fc bayern munich, fc bayern munchen, fc bayern, bayern > bayern
  borussia dortmund, bvb > dortmund
  bayer leverkusen, bayer 04 leverkusen > leverkusen
  rb leipzig > leipzig
  inter milan, internazionale, inter milano, fc internazionale > inter
  ac milan > acmilan
  juventus turin, juve > juventus
  ssc napoli > napoli
  as roma > roma
  paris saint germain, paris st germain, paris sg, psg > psg
  olympique marseille, olympique de marseille > marseille
  olympique lyonnais > lyon
  as monaco > monaco
  sporting cp, sporting lisbon > sporting
  sl benfica > benfica
  fc porto > porto
  afc ajax > ajax
  inter miami cf > inter miami
  inter miami > inter miami
  lafc > losangeles fc
  la galaxy > losangeles galaxy
  nycfc > newyorkcity fc
  red bull racing, oracle red bull racing, red bull > redbull
`;
