/** Phrases of politics, law and world affairs: what comes first is the meaning of the rest. A row of one phrase joins it. */
const POLITICS = `
  republican: republican party, gop, rep party, reps; independent: independent candidate;
  democratic: democratic party, dem, democratic dfl, dfl, democratic farmer labor; labour: labour party;
  conservative: conservative party, tory, the tories; liberal: liberal party; green: green party;
  libdem: liberal democrat, lib dem; reform: reform uk, reform party; likud: likud party; workersparty: workers party;
  afd: alternative for germany; cdu: cdu csu, christian democrat; spd: social democrat; bjp: bharatiya janata party;
  nationalrally: national rally, rassemblement national; ldp: liberal democratic party; presidential: for president,
  as president, be president, become president, elected president, presidential race, president of the united states,
  potus, us president, american president, presidential winner, presidential race winner,
  presidential election winner, commander in chief; next presidential = next president;
  us presidential election = next us president, next president of the united states, next us presidential election,
  next presidential election; vicepresident: vice president, vice presidential, vp, veep, running mate;
  vicepresident nominee = vice presidential nominee, vp nominee, running mate pick;
  primeminister: prime minister, pm, premier of the; headofstate: head of state, head of government; supreme leader;
  dni: director of national intelligence; secretarystate: secretary of state; attorney general;
  speaker: speaker of the house, house speaker, speakership, new speaker;
  fbi director = director of the fbi, head of the fbi; cia director = director of the cia, head of the cia;
  defense secretary: secretary of defense, secretary of war, war secretary, defence secretary, pentagon chief,
  pentagon; treasury secretary: secretary of the treasury; health secretary: secretary of health, hhs secretary;
  homeland secretary: secretary of homeland security, homeland security secretary, dhs secretary;
  labor secretary: secretary of labor; commerce secretary: secretary of commerce;
  energy secretary: secretary of energy; education secretary: secretary of education;
  interior secretary: secretary of the interior; press secretary; chief of staff;
  national security adviser: national security advisor; cabinet: cabinet member; governor: gubernatorial,
  governorship, governor race, race for governor, gubernatorial race, gubernatorial election;
  lieutenant: lieutenant governor, lt governor, lt gov; senate: senatorial, us senate, senate seat, senate race,
  senate election, race for senate, us senate race, us senate election, senator for, control of the senate,
  control the senate, senate control, senate majority, win the senate; house: house of representatives, us house,
  congressional district, congressional seat, congressional race, house seat, house race, us house seat,
  representative for, lower house, control of the house, control the house, house control, house majority,
  win the house; majority leader = senate majority leader; minority leader = senate minority leader; balance of power;
  white house; house of commons; state house: state assembly; scotus: supreme court, us supreme court,
  the supreme court, supreme court justice, justice of the supreme court; doj: department of justice; nato alliance;
  nominee: nomination, primary winner, win the nomination, primary, primary election, party primary;
  republican nominee = republican primary, gop primary, primary republican, republican primary election;
  democratic nominee = democratic primary, dem primary, primary democratic, democratic primary election;
  jungle primary: top two primary; runoff: run off; popular vote; electoral votes: electoral college; swing state;
  midterm: midterm election, the midterms; election: general election; snap election = early election;
  election held = hold an election, hold election, hold a general election; win: winner, won, victory, be elected,
  get elected, re elected, reelected; most seats: largest number of seats, largest party, win most seats,
  win the most seats, the most seats; statehood: become a state, admitted as a state, gain statehood,
  become a us state, admitted as a us state; dc: washington dc, washington d c, district of columbia;
  impeach: house impeach, impeached by the house, house vote to impeach;
  confirm: be confirmed, confirmed by the senate, senate confirm;
  no confidence: vote of no confidence, no confidence vote; executive order; epstein files; social security;
  minimum wage; martial law; insurrection act; sales tax; trade deal: trade agreement, trade pact;
  becomelaw: become law, signed into law, be enacted, enacted into law;
  eliminate: abolish, scrap, repeal, get rid of, abolition of; pardon: presidential pardon, full pardon, clemency,
  pardon from, be pardoned; out: stand down, quit, leave role, resign, depart, step down, step aside, leave office,
  left office, exit office, lose office, out of office, be replaced, stop being, cease to be, cease being, be removed,
  removed from office, oust, topple, overthrown, sack, be fired, get fired, was fired, be dismissed, leave his post,
  leave her post, leave the post, no longer; next: succeed, successor to, successor of, succeeded by, take over from,
  replacement for; remain: still, still be, stay, keep his job, keep her job, remain in office, still in office,
  stay in office; ceasefire: cease fire, truce, armistice, ceasefire agreement, ceasefire deal,
  cessation of hostilities; peace deal: peace agreement, peace treaty, peace accord, end of the war, war end,
  end the war; nuclear deal: nuclear agreement, nuclear pact, nuclear accord; nuclear weapon: nuclear bomb, nuke;
  nuclear test: nuclear weapons test, test a nuclear weapon, nuclear detonation, detonate a nuclear weapon;
  strike: struck, military strike, air strike, airstrike, bomb, military action against; normalize: normalise,
  establish diplomatic relations, normalize relations, diplomatic relations, normalise relations; invade: invasion of,
  full scale invasion of, invasion, launch an invasion of;
  leave: walk away from, withdraw from, exit, exit from, pull out of; control: in control of; join: accede to,
  accession to, sign onto, become a member of, be added to, added to, included in; capture: take control of, seize;
  inaugurated: sworn in, take office; take effect: come into force, enter into force, come into effect,
  go into effect; ban: bar from, be barred, banned from; prison: jail, imprison, go to prison, sentenced to prison,
  prison sentence, go to jail, behind bars; indict: be indicted; charge: charged with, criminal charges;
  convict: found guilty; arrest: be arrested; sue: sued, sued by, be sued by; die: death, dead, pass away;
  visit: travel to; withdraw: drop out; fed: federal reserve, us fed, the fed, fomc, federal open market committee,
  us federal reserve, federal reserve board, fed board; shutdown: shut down, government shutdown,
  us government shutdown, federal government shutdown, government shut down;
  us: united states, united states of america, usa, u s, america; uk: united kingdom, great britain, britain, u k;
  eu: european union; un: united nations; uae: united arab emirates; european commission;
  worldhealth: world health organization, world health organisation; un secretarygeneral = un secretary general,
  un chief, secretary general of the united nations; nato secretarygeneral = nato secretary general;
  southkorea: south korea, republic of korea, korea republic; northkorea: north korea, dprk; saudi: saudi arabia, ksa;
  new zealand; south africa: south african, springboks, proteas, bafana bafana; costa rica; el salvador; sri lanka;
  dominican republic; papua new guinea; burkina faso; sierra leone; puerto rico; north macedonia; west bank;
  gaza: gaza strip; ivory coast: cote divoire, cote d ivoire; bosnia: bosnia and herzegovina, bosnia herzegovina;
  drcongo: democratic republic of the congo, dr congo, drc, congo dr; czechia: czech republic;
  china: people republic of china, prc, mainland china; russia: russian federation; ireland: republic of ireland;
  netherlands: holland; myanmar: burma; kyiv: kiev; germany: deutschland; spain: espana;
  iran: islamic republic of iran, ir iran; losangeles: los angeles; newyorkcity: new york city, nyc, central park`;

/** Phrases of the economy, central banks and markets, in the form of those of politics. */
const ECONOMY = `
  fed rate = federal funds rate, fed funds rate, federal funds target rate, fed funds, federal funds;
  rate: interest rate, policy rate, bank rate, cash rate, overnight rate, key rate, deposit rate, benchmark rate,
  target rate; decision: rate decision, policy decision, monetary policy decision, rate announcement, policy meeting;
  maintain: no change, unchanged, rate unchanged, leave rate unchanged, keep rate unchanged, leave unchanged,
  keep unchanged, remain unchanged, hold rate steady, hold rate, keep rate, hold steady, leave rate steady, stand pat,
  on hold; cut: decrease, lower, reduce, reduction, slash, trim, ease, loosen;
  hike: increase, raise, rise, risen, go up, goes up, tighten; ecb: european central bank; boe: bank of england;
  boj: bank of japan, japan central bank; boc: bank of canada, canada central bank;
  snb: swiss national bank, swiss central bank; rba: reserve bank of australia, australia central bank;
  rbnz: reserve bank of new zealand; banxico: banco de mexico, bank of mexico; norges bank: bank of norway;
  riksbank: bank of sweden, sweden central bank, swedish central bank; cbrt: central bank of turkey, tcmb;
  copom: central bank of brazil, brazil central bank, bcb; cbr: bank of russia; fed chair = federal reserve chair,
  fed chairman, federal reserve chairman, chairman of the federal reserve, chair of the federal reserve;
  bps: bp, basis points; annual: year over year, yoy, y y; monthly: month over month, mom; payroll: nonfarm payroll,
  non farm payroll, nfp, jobs report, jobs added, jobs created, job growth, new jobs, job number;
  jobless claims: initial claims, initial jobless claims, unemployment claims;
  unemployment: unemployment rate, jobless rate, u3, u 3; cpi: consumer price index, cpi inflation, inflation,
  inflation cpi, inflation rate, consumer prices, headline inflation, headline cpi, annual inflation;
  core cpi = core inflation; ppi: producer price index, producer prices; pce: personal consumption expenditures,
  pce price index, pce inflation; core pce = core pce inflation, core pce price index; gdp: gross domestic product,
  real gdp, gdp growth, gdp grow, gdp increase, economic growth; recession: enter a recession, enter recession,
  go into recession, fall into recession; home sales: existing home sales; housing starts;
  sentiment: consumer sentiment, consumer confidence; mortgage30y: mortgage rate;
  debt: national debt, federal debt, public debt, us debt; deficit: budget deficit, federal deficit;
  debt ceiling: debt limit; bankruptcy: file for bankruptcy, declare bankruptcy, go bankrupt, goes bankrupt,
  chapter 11; gas price: gasoline price, us gas price, u s gas price, price of gas, price of gasoline,
  average gas price, regular gas, regular gasoline, aaa national average; wti: west texas intermediate, wti crude,
  wti oil, wti crude oil, crude oil wti, crude oil, crude, oil price, price of oil;
  brent: brent crude, brent oil, brent crude oil; natgas: natural gas, henry hub;
  gold: gold price, price of gold, spot gold, xau, xauusd, xau usd; silver: silver price, price of silver,
  spot silver, xag, xagusd, xag usd; sp500: s p 500, s p, spx; nasdaq: nasdaq 100, ndx;
  nasdaq composite: ixic; russell: rut; vix: volatility index; dow: djia, dow jones, dow jones industrial average;
  hang seng; treasury10y: 10 year treasury, 10 year us treasury; eurusd: eur usd, euro dollar;
  usdjpy: usd jpy, dollar yen; gbpusd: gbp usd; dxy: dollar index, us dollar index; ipo: initial public offering,
  go public, goes public, list publicly, publicly listed, publicly traded, stock market debut; marketcap: market cap,
  market capitalization, market capitalisation, mcap, valuation, valued at; etf: exchange traded fund;
  largest company = most valuable company, biggest company, largest company in the world,
  largest company by market cap, largest company in the world by market cap; fdv: fully diluted valuation;
  alltimehigh: all time high, ath, record high, new all time high; stock split;
  acquire: take over, buy, bought, purchase; acquiree: be acquired, get acquired, acquired by, been acquired,
  bought by, be bought; bank: underwriter, lead underwriter, bookrunner; merge: merger with, merge with;
  dollarize: adopt the dollar, adopt the us dollar; layoff: lay off, job cuts;
  earnings: earnings report, earnings call, quarterly earnings; bitcoinreserve: bitcoin reserve,
  strategic bitcoin reserve, strategic btc reserve, btc reserve`;

/** Phrases of sports, in the form of those of politics. */
const SPORTS = `
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

/** Phrases of culture, technology, science and weather, in the form of those of politics. */
const CULTURE = `
  movie: film, motion picture; highest grossing = top grossing; opening weekend: debut weekend, first weekend;
  box office; album of the year: aoty; song of the year: soty; record of the year: roty; game of the year: goty;
  best actor: lead actor; best actress: lead actress; supporting actor: best supporting actor;
  supporting actress: best supporting actress; grammy: grammy award; emmy: emmy award; tonyaward: tony award, tonys;
  oscar: academy award, the academy award; goldenglobe: golden globe, golden globe award; nobel peace prize;
  nobel literature: nobel prize in literature; person of the year: poy, time person of the year;
  rotten tomatoes: tomatometer, rotten tomatoes score, tomatometer score;
  numberone hot 100 = top the hot 100, top the billboard hot 100, atop the hot 100;
  numberone billboard 200 = top the billboard 200; eurovision: eurovision song contest; gta: grand theft auto;
  james bond; next jamesbond = next bond, next james bond, new bond, new james bond; most streamed; subscriber: subs,
  youtube subscriber, subscriber on youtube, paid membership, paid subscription;
  tweet: x post, post on x, x = twitter; guest: be a guest, appear on; named in: be named in, mentioned in;
  become: be announced as, announced as, be named as, named as, be named; announce: unveil, reveal, publicly announce;
  release: launch, lift off, blast off, come out, go on sale, goes on sale, hit theaters, rolled out,
  publicly available, made available; engaged: get engaged; marry: tie the knot, wed, get married, be married;
  knighthood: be knighted; breakup: break up, split up; baby: pregnant, expecting a baby, expecting a child,
  have a baby, have a child, welcome a child, give birth; divorce: file for divorce; ai: artificial intelligence;
  agi: artificial general intelligence; llm: large language model; chatgpt: chat gpt; best ai = best ai model,
  top ai model, top ranked ai model, top ranked ai, numberone ai model;
  arena: text arena, lmarena, chatbot arena, lm arena; fsd: full self driving; robotaxi: robo taxi;
  moon landing: land on the moon, lunar landing, land astronauts on the moon, land humans on the moon;
  mars landing: land on mars; orbit: reach orbit, orbital flight; crewed: astronaut; aliens: aliens exist,
  existence of aliens, alien life, extraterrestrial life; foldable iphone: iphone fold, folding iphone;
  approval: approval rating, job approval, fda approval, sec approval, get approval, receive approval;
  birdflu: bird flu, avian influenza, avian flu, h5n1; covid: coronavirus; healthemergency: public health emergency;
  marijuana: cannabis, weed; humantohuman: human to human, person to person; electric vehicle: electric car;
  hot: hottest, warmest; onrecord: on record, ever recorded, in history, of all time; hightemperature: high temp,
  high temperature, highest temperature, max temperature, maximum temperature, daily high; lowtemperature: low temp,
  low temperature, lowest temperature, minimum temperature, daily low; temperature: temp;
  rain: precipitation, rainfall; snow: snowfall, white christmas; category: cat; magnitude: richter scale;
  namedstorm: named storm, tropical storm; major hurricane; landfall: make landfall;
  meet: meet with, convene, in person meeting, summit with, summit; reach: achieve, attain; exceed: surpass, overtake;
  not: fail to, will no, there be no, go without, pass without, day without`;

/** Companies, separated by semicolons: the word used for each, a colon, then other names and tickers. */
export const COMPANIES = `
  nvidia: nvda, nvidia corp, nvidia corporation; apple: aapl, apple inc; microsoft: msft; amazon: amzn, amazon com;
  google: alphabet, goog, google deepmind, alphabet inc; tesla: tsla, tesla motors; meta: facebook, meta platforms;
  strategy: mstr, microstrategy, micro strategy; palantir: pltr;
  netflix: nflx, netflix show, netflix series, airs on netflix; amd: advanced micro devices; intel: intc;
  broadcom: avgo; oracle: orcl; tsmc: tsm, taiwan semiconductor; salesforce: crm; adobe: adbe;
  micron: micron technology; berkshire: berkshire hathaway, brk b, brk a;
  jpmorgan: jpm, jp morgan, jpmorgan chase, j p morgan; goldman sachs: goldman; bank america: bank of america, bofa;
  wells fargo: wellsfargo; morgan stanley: morganstanley; gamestop: gme; coinbase: coinbase global;
  robinhood: robinhood markets; reddit: rddt; uber: uber technologies; boeing: boeing company;
  exxon: exxonmobil, exxon mobil, xom; chevron: cvx; walmart: wmt; costco: costco wholesale;
  disney: walt disney, the walt disney company, walt disney company;
  warner bros: warner bros discovery, wbd, warner brothers; paramount: paramount skydance, paramount global;
  comcast: cmcsa; eli lilly: lilly, lly; unitedhealth: unh, unitedhealth group; pfizer: pfe;
  johnson johnson: johnson and johnson, jnj; cocacola: coca cola; starbucks: sbux; ford: ford motor;
  us steel: united states steel; saudiaramco: saudi aramco, aramco; bytedance: byte dance; softbank: softbank group;
  samsung: samsung electronics; deepseek: deep seek; xai: x ai; spacex: space x; openai: open ai;
  blueorigin: blue origin; jetblue: jetblue airways; delta airlines: delta air lines;
  trumpmedia: trump media, trump media and technology group, djt`;

/** Coins, in the same form. */
const COINS = `
  bitcoin: btc, xbt, btc usd, btcusd, btc usdt; ethereum: ether, eth, eth usd, ethusd; sol: solana; doge: dogecoin;
  xrp: ripple; bnb: binance coin, binancecoin; ada: cardano; avax: avalanche avax; chainlink: chainlink token;
  ltc: litecoin; xmr: monero; dotcoin: polkadot; shib: shiba inu; pepe: pepecoin; tron: trx; hype: hyperliquid;
  sui: sui network; toncoin: ton coin; bitcoincash: bitcoin cash, bch; ethereumclassic: ethereum classic;
  wrappedbitcoin: wrapped bitcoin, wbtc; zec: zcash; uniswap: uniswap token; aptos: apt token; arbitrum: arb token;
  polygon: matic; stellar: xlm; hbar: hedera; usdt: tether; usdc: usd coin;
  trumpcoin: trump coin, trump memecoin, official trump; fartcoin: fart coin; worldcoin: wld`;

/** Short forms that are also words, so they count only in capitals; each with its meaning. */
export const CAPITALS = `WHO worldhealth; LINK chainlink; ADA ada; DOT dotcoin; UNI uniswap; COIN coinbase; SPY sp500; ROY rookie; HOOD robinhood;
  LA los angeles; ICE immigrationcustoms; MU micron; MIP most improved player; COP climate conference; OKC oklahoma city;
  KC kansas city; GSW golden state warriors; LAL losangeles lakers; LAC losangeles clippers; NYK newyork knicks; NYY newyork yankees;
  NYM newyork mets; NYJ newyork jets; NYG newyork giants; LAD losangeles dodgers; LAA losangeles angels; LAR losangeles rams;
  BOS boston; PHI philadelphia; CHI chicago; MIA miami; DAL dallas; DEN denver; MIN minnesota; MIL milwaukee; CLE cleveland;
  TOR toronto; HOU houston; ATL atlanta; PHX phoenix; SAS san antonio; SF san francisco; GB green bay; TB tampa bay`;

// The words that the rules of matching know, as plain data.

/** Phrases with their meanings. Of equally long ones the first counts. */
export const TERMS: readonly string[] = [POLITICS, ECONOMY, SPORTS, CULTURE];
/** Names of companies and coins, in the same form. */
export const BRANDS: readonly string[] = [COMPANIES, COINS];
