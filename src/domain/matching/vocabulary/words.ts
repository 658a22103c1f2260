/** Stop words: they are dropped. */
export const STOP_WORDS = `a an the of to in on at by for from with as is be been being are was were will would do does did
  has have had it its or this that these those than then there and who whom which what when where how many much s t
  his her their they he she him its per during within between after before until through into out-of up so any
  about officially person people party yes no-one market question resolve according time-frame called next-to
  happen occur end-of-day today tomorrow et est edt utc pm am gmt pt listed following please whether shall can`;

/** Weak words: they count a quarter of their weight, and are never rare. */
export const WEAK_WORDS = `win election race seat price level value announced-as become name get make take go come hold
  control finish elect official officially new member serve affiliate state-of actual actually member
  city fc afc cf sc ac club team least most-recent time point us u-s usa world game match vs bo1 bo3 bo5 playoff more
  midterm general special contest ticket candidate see show regular current incumbent sitting company country
  city leader office role position job post prediction outright successful successfully full officially annual
  case number total pct percent percentage point interest rate federal decision session fomc event tournament championship cup award
  year month week day date end late early start america american de da do dos van von la el al bin st dr mr mrs ms sir fifa men high low go agree
  close title trophy prize steady sq km kilometer kilometre square mile foot feet degree pound dollar inch extent hail stock
  share city town former remain season ever anything movie onrecord receive mostseats growth establish reach sign retain parliamentary parliament new next-to case`;

/** General synonyms: alternatives before the ">", comma apart, then the meaning. */
export const SYNONYMS = `
  initial public offering, initial public offerings, go public, goes public, going public, list publicly, ipos > ipo
  republican party, republicans, gop, rep party, reps > republican
  democratic party, democrats, democrat, dems, dem, democratic dfl, dfl, democratic farmer labor > democratic
  independents, independent candidate > independent
  federal reserve, us fed, the fed, federal open market committee, federal reserve fed > fed
  federal funds rate, fed funds rate, federal funds target rate, fed funds, federal funds > fed rate
  target rate, interest rates, rates > rate
  mayoral > mayor
  pm > primeminister
  high temp, high temperature, highest temperature, max temperature, maximum temperature, daily high > hightemperature
  low temp, low temperature, lowest temperature, minimum temperature > lowtemperature
  temp, temps > temperature
  completed match, match completed > completedmatch
  board of governors > board
  re elected, reelected > win
  humans, human, astronauts, astronaut, people, manned > crewed
  cannabis, weed > marijuana
  abolish, abolishes, abolished, scrap, scraps > eliminate
  director of national intelligence > dni
  cat > category
  full self driving > fsd
  proven, proves, prove > prove
  surpass, surpasses, pass, passes, overtake, overtakes, flip, flips, exceeds > exceed
  stop being, stops being > out
  withdraw from, withdraws from > leave
  gas price > gasprice
  runners up, runner up > rank2
  precipitation, rainfall, rains > rain
  snowfall, snows > snow
  inches > inch
  for president, as president, be president, become president, elected president > presidential
  next president > next presidential
  pro basketball champion, pro basketball champions, pro basketball finals > nbafinals
  pro football champion, pro football champions > superbowl
  pro baseball champion, pro baseball champions > worldseries
  pro hockey champion, pro hockey champions > stanleycup
  federal government shutdown, us government shutdown, government shut down, us government shut down > shutdown
  vacant, vacancies > vacancy
  be replaced, is replaced, gets replaced > out
  be sued by, sued by, sues, sued > sue
  year over year, yoy, y y > annual
  month over month, mom > monthly
  european central bank > ecb
  bank of england > boe
  bank of japan > boj
  bank of canada > boc
  reserve bank of australia > rba
  will no, there be no > not
  bps, bp, basis points, basis point > bps
  nomination, nominated, nominees, nominations, nominate, primary winner, win the nomination > nominee
  republican primary, gop primary, primary republican > republican nominee
  democratic primary, primary democratic, dem primary > democratic nominee
  republican primary election, primary election republican > republican nominee
  democratic primary election > democratic nominee
  primary election, primaries, party primary > nominee
  primary > nominee
  gubernatorial, governorship, governors, governor race > governor
  presidency, presidential, presidential race, president of the united states, potus, us president > presidential
  vice presidency, vice presidential, vice president, vp, veep, running mate > vicepresident
  senatorial, us senate, u s senate > senate
  house of representatives, us house, u s house, congressional district, house race > house
  white house > whitehouse
  attorney general > attorneygeneral
  secretary of state > secretarystate
  prime ministers, prime minister, premier of the > primeminister
  speaker of the house, house speaker, speakership, new speaker > speaker
  general election > election
  elections, electoral race > election
  wins, winner, won, winning, winners, victorious, victory, to win > win
  elected > win
  champions, champion, championships, title winner > championship
  nato alliance > nato
  united states of america, united states, u s a, u s, america > us
  united kingdom, great britain, britain, u k > uk
  european union > eu
  united arab emirates > uae
  south korea, republic of korea > southkorea
  north korea, dprk > northkorea
  world cup, worldcup > worldcup
  super bowl, superbowl > superbowl
  world series > worldseries
  stanley cup finals, stanley cup final, stanley cup > stanleycup
  nba championship, nba finals, nba final, nba title > nbafinals
  pro basketball > nba
  pro football championship > superbowl
  pro football > nfl
  pro baseball championship > worldseries
  pro baseball > mlb
  pro hockey championship > stanleycup
  pro hockey > nhl
  champions league, ucl > championsleague
  premier league, epl, english premier league > premierleague
  academy awards, academy award, oscars, oscar > oscar
  golden globes > goldenglobe
  person of the year, poy > personoftheyear
  rookie of the year, roy > rookie
  most valuable player, mvp award > mvp
  artificial intelligence > ai
  grand theft auto > gta
  market capitalization, market capitalisation, market cap, mcap > marketcap
  fully diluted valuation, fdv > fdv
  gross domestic product > gdp
  consumer price index, cpi inflation, inflation cpi, inflation rate > cpi
  inflation > cpi
  unemployment rate, jobless rate > unemployment
  nonfarm payrolls, jobs report, payrolls, jobs added > payroll
  west texas intermediate, wti crude, wti oil, crude oil wti > wti
  s p 500, s p, sp500, spx, spy > sp500
  nasdaq 100, nasdaq100, ndx > nasdaq
  step down, steps down, stepping down, resign, resigns, resignation, ousted, cease to be, ceases to be, depart, departs, removed from office, be removed > out
  no longer > not
  leave rates unchanged, leaves rates unchanged, hold rates steady, holds rates steady, keep rates unchanged, no change, unchanged, maintain, maintains, maintained, hold rates, holds rates, keep rates, hold steady, pause, pauses > maintain
  rise, rises, rising, risen, goes up, go up, increased > hike
  cuts, rate cuts, cutting, decrease, decreases, lower, lowers, reduce, reduces, slash, decreased > cut
  hikes, hiking, increase, increases, raise, raises, raised > hike
  becomes law, become law, signed into law, sign into law, be enacted, enacted into law > becomelaw
  guests, guest, appear, appears, appearance, be a guest > guest
  be named in, named in, mentioned in > namedin
  exact outcome > exactoutcome
  fail to, fails to > not
  be announced as, announced as, be named as, named as, be named > become
  be acquired, get acquired, acquired by, been acquired, bought by, be bought > acquiree
  acquired > acquiree
  acquires, acquire, acquiring, buy, buys, purchase, purchases, bought > acquire
  lead underwriter, lead bookrunner, underwriter, underwriters, underwriting, bookrunner > bank
  publicly announce, unveil, unveils, unveiled, announces, announcing, announcement, announcements > announce
  both teams to score, both teams score, btts > btts
  balance of power > balanceofpower
  senators game > senatorsgame
  releases, released, release, releasing, launches, launched, launch, launching, come out, comes out, drops, drop > release
  drop out, drops out, dropped out > withdraw
  marry, marries, get married, married, wed, wedding > marry
  invades, invaded, invasion > invade
  strikes, struck > strike
  ceasefires, cease fire, truce > ceasefire
  normalise, normalisation, normalization, normalizes > normalize
  arrests, arrested, be arrested > arrest
  visits, visited, travel to, travels to > visit
  meets, meet with, meeting with, meeting between > meet
  meeting, meetings > session
  tweets, tweet, x posts, posts on x > tweet
  sell out > sellout
  government shutdown, shut down, shutdowns > shutdown
  supreme court, scotus > scotus
  department of justice, doj > doj
  airs on netflix > netflix
  u s gas prices, gas prices, gasoline prices > gasprice
  10 year treasury, 10 year us treasury, ten year treasury > treasury10y
  top ranked > top
  number one, no 1 > numberone
  nuclear deal, nuclear agreement > nucleardeal
  peace deal, peace agreement, peace treaty > peacedeal
  trade deal, trade agreement > tradedeal
  head of state > headofstate
  manchester united, man united, man utd > manchesterunited
  manchester city, man city > manchestercity
  real sociedad de futbol > real sociedad
  los angeles > losangeles
  new york city, nyc > newyorkcity
  sales tax > salestax
  cabinet members, cabinet member > cabinet
  trump administration > administration
  declare, declares, declared > declare
  ranked > rank
  twitter > x
  public opinion, approval rating, job approval, approve, approves > approval
  rotten tomatoes, tomatometer, rt score > rottentomatoes
  earthquakes > earthquake
  gotten > get
  men s, mens, male > men
  women s, womens, female, ladies > women
  soccer > football
  pole position > pole
  touchdowns, td > touchdown
`;

/** Given names with their short forms, which stand for each other. */
export const NICKNAMES = `matthew matt; nicholas nick nicolas; rudolph rudy; robert bob rob bobby; william bill will billy;
  james jim jimmy jamie; john jack johnny jon; jonathan jon; joseph joe joey; michael mike; thomas tom tommy; david dave;
  daniel dan danny; richard rick dick rich; charles charlie chuck; edward ed eddie ted; theodore ted teddy; steven steve stephen;
  christopher chris; anthony tony; andrew andy drew; benjamin ben; samuel sam; gregory greg; kenneth ken kenny; ronald ron;
  donald don; timothy tim; patrick pat; peter pete; alexander alex; alexandra alex; katherine kathy kate katie catherine cathy;
  elizabeth liz beth betsy lizzie; margaret maggie meg peggy; jennifer jen jenny; susan sue; deborah debbie deb; pamela pam;
  victoria vicky; rebecca becky; jeffrey jeff geoffrey; lawrence larry; raymond ray; gerald jerry; frederick fred; vincent vince;
  douglas doug; phillip phil philip; zachary zach; joshua josh; nathaniel nate nathan; abraham abe; leonard len; louis lou;
  eugene gene; walter walt; harold harry; henry hank harry; francis frank; stanley stan; mitchell mitch; russell russ; maxwell max`;
