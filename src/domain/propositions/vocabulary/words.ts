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

/** Words that their stem would take for others: "boeing" for the Bank of England, "used" for the US. */
export const UNSTEMMED = `americas announcers boeing department executive harris housing independence innings liberation maine manager
  nations news nominal organization rating recess rippling tonys used useful uses using`;

/**
 * Words that may mean the same in a question about an event, a group to each comma. A word may be in several groups: then the
 * members of one group stand for each other, and groups do not join. Words that a question hinges on are not grouped: to
 * announce is not to release, to run is not to win, to propose is not to pass.
 */
export const SYNONYMS = `
  announce confirm disclose declare, close shut shutter closure, suspend halt freeze,
  cancel eliminate abandon shelve axe ditch, delay postpone defer, begin start commence open kick,
  release start debut introduce, continue extend persist last, renew extend prolong,
  resume restart restore reopen reinstate, restore reinstate return, reopen open resume,
  approve pass adopt enact ratify, sign enact, reject refuse deny decline block, veto reject block,
  eliminate revoke rescind overturn, overturn reverse annul nullify void, hike lift boost, hike grow climb gain,
  fall decline cut dip sink tumble plunge, reach hit touch cross, receive get obtain gain earn, sweep whitewash,
  leave withdraw pull, out fire dismiss remove overthrow, remove dismiss impeach, retain keep defend hold,
  return comeback back rejoin, replace successor, appoint name choose pick select hire, pick select choose draft,
  hire recruit sign, dissolve disband eliminate, split separate breakup, win beat, lose loss,
  biggest largest most highest greatest top, best top leading, smallest lowest least fewest, fast quick rapid,
  rich wealthy, show series program programme sitcom drama, song track single tune, album record lp,
  singer artist musician rapper band, actor actress star, fight bout face, team club side squad, coach boss,
  player athlete, tournament championship cup competition event, title championship crown belt trophy cup,
  championship titleholder holder, host hold held venue stage, host present emcee, visit travel trip,
  speak call talk phone, negotiate talk, attack strike raid shell hit, invade enter,
  capture occupy take control annex, retake recapture liberate, deploy send dispatch troop, agree sign, war conflict,
  die decease, arrest detain apprehend custody, prison incarcerate, release free, acquit innocent, charge accuse,
  sue lawsuit litigation, settle settlement, rule decide decision verdict judge judgment,
  ban prohibit outlaw block bar forbid restrict, legal legalise lawful, sanction embargo, tariff duty levy, tax levy,
  bill act law legislation statute, election vote, referendum plebiscite, candidate contender, run candidacy bid,
  parliament legislature assembly, minister secretary, leader head chief boss, government cabinet administration,
  monarch king queen, coup putsch overthrow, protest demonstration, border frontier, refugee migrant immigrant,
  deport expel remove, shutdown closure, acquire takeover take, sell divest, bankrupt bankruptcy insolvency,
  layoff payroll, ceo chief executive, revenue sale turnover, profit earn income, share stock equity,
  marketcap worth value, dividend payout, invest stake, partner partnership team collaborate,
  release publish debut premiere rollout introduce air, premiere debut open, token coin cryptocurrency crypto,
  hack exploit breach, moon lunar, discover find detect, earthquake quake, tornado twister, rain shower,
  wildfire fire blaze, disease illness, vaccine jab, outbreak epidemic, spread transmission transmit,
  drug medicine medication, gas gasoline petrol, oil wti, ev electric, car vehicle auto automobile,
  plane aircraft jet airplane, baby child birth, marry marriage, subscriber member membership subscription,
  viewer audience viewership watch view, annual yearly, soldier troop military army, weapon arm, missile rocket,
  nuclear atomic, aid help assist, join enter accede, build construct complete, complete finish, destroy demolish,
  rename rebrand, move relocate transfer, trade swap transfer, advance qualify reach progress, injure injury hurt,
  say mention, tweet post, book novel, author writer, game videogame, trailer teaser, award prize honor honour,
  sequel follow, illegal unlawful, recession downturn contraction, jobless unemployed, crash collapse plunge,
  collapse fail, fail miss, emission carbon, bridge crossing, train rail railway railroad, airport airline,
  power electricity, google gemini deepmind, openai chatgpt gpt, anthropic claude, xai grok, alibaba qwen,
  moonshot kimi, meta llama, microsoft bing copilot, bytedance tiktok doubao, tesla cybertruck, spacex starship,
  debate forum, poll survey, supporter fan, owner ownership own, sell sale, stadium arena venue, contract deal,
  extension extend, factory manufacturing industry, deficit gap shortfall, budget spending expenditure,
  wage pay salary, worker employee staff job, growth expansion, shrink contract fall, pound sterling gbp, yen jpy,
  dollar usd, yuan renminbi cny, ruble rouble, bond treasury note gilt, asset holding reserve stockpile,
  component constituent member, trade commerce, court tribunal judge bench, lawyer attorney counsel, murder homicide,
  inmate prisoner hostage captive, lawmaker legislator senator mp congressman, voter electorate,
  coalition alliance bloc, ambassador envoy diplomat, spokesperson spokesman spokeswoman, spy espionage,
  drill exercise, drone uav, warship navy carrier, rebel insurgent militant, app application software,
  flaw bug vulnerability, chip semiconductor gpu processor, robot humanoid, phone smartphone handset,
  headset goggles glasses, leaderboard arena ranking, outage downtime disruption, leak breach, mission flight,
  probe spacecraft craft, asteroid comet meteor, capsule splashdown, blizzard snowstorm, sea ocean, drought dry,
  landslide mudslide, volcano lava eruption, virus pathogen strain, flu influenza, doctor physician, pill tablet,
  referee umpire, league division, captain skipper, knockout ko, penalty shootout, quarterback qb, director filmmaker,
  host presenter anchor, finale ending, remake reboot, sequel prequel spinoff, bestseller book,
  dating couple together, extra additional more, only sole, early premature, official formal,
  overall total combined aggregate, twice double, user customer, photo picture image, video clip, visit tour trip,
  bank lender, airline carrier, hotel resort, store shop outlet, plant factory site, island isle,
  river waterway canal strait, fuel petrol, create establish found form, game match fixture bout fight, price cost,
  approve authorize clear greenlight permit allow, attend visit,
  stop end cease halt discontinue terminate conclude finish, list ipo, remain keep retain continue,
  win claim capture lift receive earn secure clinch get, deal agreement pact treaty, concert gig show tour,
  beat overcome, gross boxoffice, estimate forecast expectation, exceed top pass cross breach, big large huge major,
  change amend modify alter, transfer move sign, roster lineup squad, nation country, city town, police cop,
  offer bid, rating score, support back, ship vessel boat, release drop ship, fall drop, cancel drop, exceed flip,
  pause suspend halt, crewed human, vacant vacancy, proven prove`;

/** Words whose opposites ask something else, separated by semicolons: a word, a colon, its opposites. */
export const OPPOSITES = `
  win: lose lost loss; approval: reject block deny denied refuse disapproval disapprove; pass: fail reject block; exceed: fail; success: failure; succeed: fail
  convict: acquit; guilty: innocent acquit; join: leave quit exit withdraw out retire; keep: lose lost; enter: leave exit; begin: end finish stop
  start: end finish stop; hire: fire; open: close; acquire: sell sold; legalize: ban; legal: illegal; permit: ban; allow: ban
  first: last; top: last bottom; highest: lowest; best: worst; gain: lose lost loss; accept: reject refuse decline; hit: miss
  agree: refuse; confirm: reject out leave; upgrade: downgrade; tighten: cut ease loosen; expand: shrink; impose: lift eliminate
  promoted: relegated; support: oppose; strengthen: weaken; uphold: overturn strike; deploy: withdraw; guilty: innocent
  early: late; north: south; northern: southern; east: west; eastern: western; home: away; import: export; man: woman; men: women
  male: female; domestic: international foreign; public: private; hightemperature: lowtemperature; hot: cold; better: worse; sooner: later; faster: slower
  freeze: unfreeze; release: delay cancel; renew: cancel; buyer: seller; ally: enemy; beat: lose lost loss
`;

/** The same for opposites of which exactly one comes true. */
export const COMPLEMENTS = `
  remain: out; survive: out die; alive: die dead; above: below; over: under; higher: lower; more: fewer less; positive: negative
  available: unavailable gone
`;

/** Words of one kind that exclude each other where each side says one of them, a group to each semicolon. */
export const RIVALS = `
  song album tour; recordoftheyear songoftheyear albumoftheyear; movie series book novel game podcast musical play; picture screenplay score soundtrack; bestactor supportingactor bestactress supportingactress; actor actress director; bestactor supportingactor bestactress supportingactress
  artist album song; record song album; drama comedy musical limited animated documentary; lead supporting; rookie mvp finalsmvp coach; offensive defensive
  gold silver bronze copper platinum palladium; brent wti natgas gasoline diesel; wheat corn soybean coffee cocoa sugar
  nba nfl mlb nhl mls wnba pga lpga ufc wwe nascar indycar; oscar emmy grammy golden tony bafta; goal assist rebound steal save
  yard touchdown reception interception sack; strikeout homerun rbi; pole sprint; foil epee sabre; freestyle butterfly backstroke
  cpi ppi pce gdp payroll unemployment retailsales; import export; revenue profit subscriber user delivery headcount price
  subscriber follower view like stream play download listener; founder ceo cfo cto; chair vicechair; arrest convict extradite
  meet call text; meet talk; pardon commute; strike invade blockade; earthquake hurricane tornado flood wildfire tsunami eruption
  tiktok instagram youtube facebook snapchat twitch spotify netflix; ios android; asia europe africa oceania antarctica
  day week month quarter season decade; nominal real; hurricane storm; sedan suv truck; singles doubles; text image video audio
  hydrogen lithium uranium; moon mars; moonlanding marslanding; rain snow; planet asteroid comet; wimbledon usopen frenchopen australianopen; dollar euro yen pound peso rupee
`;
