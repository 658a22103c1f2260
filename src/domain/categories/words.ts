/**
 * The vocabulary of titles and tags of one category: words and phrases, comma apart, by the weight of their vote. They are
 * written without accents and apostrophes, and without a plural or possessive s; "&" between letters is dropped and other
 * signs are spaces: "S&P's" is "sp".
 */
interface CategoryWords {
  /** Decides the category, whatever else the title names. */
  readonly certain?: string;
  /** Names the subject. */
  readonly strong?: string;
  readonly usual?: string;
  /** Counts only where the category has no other vote. */
  readonly weak?: string;
  /** An everyday word: it takes two. */
  readonly faint?: string;
}

/** Of equal votes the category that comes first in the title counts; of equal phrases the one that comes first here. */
export const CATEGORY_WORDS = {
  politics: {
    certain: `local election, general election, by election, special election, primary election, parish council,
    election day`,
    strong: `election, midterm, gubernatorial, mayoral, presidential, prime minister, vice president, head of state,
    house race, house seat, house winner, senate, senator, congress, congressional, congressman, congresswoman,
    house of representatives, governorship, parliament, parliamentary, bundestag, knesset, duma, lok sabha, house of
    commons, house of lords, impeachment, impeach, impeached, scotus, supreme court, electoral, electoral college,
    ballot measure, referendum, caucus, filibuster, government shutdown, white house, oval office, department of
    government efficiency, executive order, cabinet, cabinet secretary, secretary of state, secretary of defense,
    secretary of war, attorney general, surgeon general, press secretary, state of the union, speaker of the house,
    prime minister question, pmq, insurrection act, constitutional convention, redistricting, redistrict, supreme
    leader, de facto leader, leader of, next leader, take office, leave office, house vote, house pass, gerrymander,
    gerrymandering, voter turnout, popular vote, margin of victory, swing state, primary winner, republican primary,
    democratic primary, republican nominee, democratic nominee, dnc, rnc, gop, party leader, party leadership,
    coalition government, snap election, no confidence, confidence vote, approval rating, net approval, job
    approval, homeland security, dhs, save act, big beautiful bill, ballot, councillor, shutdown, senedd,
    supervisor, one nation, ward, candace owens, nick fuentes, charlie kirk, tucker carlson, laura loomer, don
    lemon, stephen miller, affirmative action, eb 5, h1b, h 1b, green card, investor visa, ice agent, fbi director,
    usaid, tsa agent, act pass, bill pass, act passed, bill passed, signed into law, sign into law, board of peace,
    michelle obama, elizabeth warren, jasmine crockett, john fetterman, tim scott, ted cruz, lindsey graham, mitch
    mcconnell, matt gaetz, ro khanna, susie wiles, linda mcmahon, howard lutnick, tom homan, jd vance, usha vance,
    hunter biden, ketanji, kavanaugh, gorsuch, amy coney barrett, eric adams, zohran, keir, rishi, liz truss, boris
    johnson, jagmeet singh, mark carney, pam bondi, ghislaine maxwell, tax bill, spending bill, omnibus, debt limit
    vote, war powers, first minister, holyrood, electoral vote, electorate, polling average, nate silver,
    fivethirtyeight, exit poll, unconstitutional, drug legalization, monarchy, abdicate`,
    usual: `politics, political, president, presidency, governor, mayor, republican, democrat, democratic, nominee,
    nomination, primary, vote, voter, poll, polling, party, minister, ministry, ministerial, chancellor, mp,
    legislature, legislation, lawmaker, bill, veto, pardon, clemency, amendment, constitution, constitutional,
    court, judge, justice, doj, fbi, cia, ice, epstein, immigration, immigrant, deport, deportation, deported,
    border, asylum, illegal alien, alien arrest, national guard, abortion, gun control, death penalty, marijuana,
    cannabis, government, state legislature, city council, runoff, caretaker, gold card, incumbent, running mate,
    run for, concede, endorse, endorsement, debate, inauguration, rally, protest, federal agency, federal
    government, federal employee, federal worker, federal funding, pentagon, department of education, department of
    justice, department of defense, department of war, public office, liberal, conservative, labour party, tory,
    tories, reform uk, lib dem, green party, likud, afd, cdu, spd, bjp, la france insoumise, plaid cymru, snp, sinn
    fein, left party, far right, socialist, communist, libertarian, house seats, hold office, chief minister,
    lieutenant governor, secretary, opm, fema, irs, nih, welfare, medicaid, medicare, social security, trump, donald
    trump, melania, biden, joe biden, kamala harris, obama, vance, newsom, desantis, buttigieg, ocasio cortez, aoc,
    bernie, mamdani, cuomo, pritzker, shapiro, rubio, hegseth, noem, bondi, gabbard, rfk, rfk jr, kash patel,
    schumer, jeffries, pelosi, thune, mike johnson, mcconnell, walz, whitmer, beshear, fetterman, massie, marjorie
    taylor greene, boebert, bannon, ramaswamy, paxton, cornyn, platner, talarico, spanberger, alito, thomas massie,
    sotomayor, starmer, farage, sunak, badenoch, burnham, streeting, macron, le pen, bardella, melenchon, lecornu,
    merz, scholz, weidel, meloni, sanchez, orban, magyar, tusk, trudeau, carney, poilievre, albanese, lula,
    bolsonaro, milei, petro, sheinbaum, bukele, boric, kast, modi, takaichi, ishiba, marcos, duterte, erdogan,
    ramaphosa, netanyahu, bennett, khamenei, pezeshkian, pahlavi, maduro, machado, delcy rodriguez, diaz canel,
    fidan, xi jinping, putin, zelenskyy, zelensky, lukashenko, kim jong un, mohammed bin salman, von der leyen,
    eitc, ilhan omar, gallup, correspondents dinner, correspondents association, mangione, gazette, proud boys,
    weed, mandate, elected, re elected, successor, sheriff, tribunal, reform, visas, assassinated,
    assassination, shooting, shooter, detention, detained`,
    weak: `out as, out by, out before, resign, resigned, resignation, step down, trial, lawsuit, indicted, indictment,
    convicted, guilty, sentenced, prison, jail, arrested, charged, policy, policies, legalize, legal, ban, state of
    emergency, national emergency, regime, candidate, district, citizenship, census, homicide, murder, terrorist,
    antifa, confirmed as, nominate, appoint, federal, veteran, strike down`,
    faint: "school, union, official, leader, campaign, agency, administration, seat, law, investigation, out in",
  },
  sports: {
    certain: "exact score, player props, toss match",
    strong: `sport, nfl, nba, wnba, mlb, nhl, mls, nwsl, ncaa, ncaab, ncaaf, cfb, cbb, epl, ucl, uel, ufc, mma, pga,
    lpga, atp, wta, itf, ipl, psl, fifa, uefa, conmebol, concacaf, afcon, f1, formula 1, formula one, indycar, indy
    500, motogp, nascar, daytona 500, soccer, football, basketball, baseball, ice hockey, hockey, tennis, golf,
    golfer, cricket, rugby, boxing, boxer, chess, pickleball, lacrosse, volleyball, handball, badminton, snooker,
    bantamweight, featherweight, lightweight, welterweight, middleweight, heavyweight, flyweight, mlp, pll, top 14,
    darts, cycling, wrestling, sumo, wwe, wrestlemania, surfing, horse race, kentucky derby, preakness, belmont
    stakes, olympic, paralympic, world cup, world series, super bowl, big game champion, stanley cup, premier
    league, champions league, europa league, conference league, la liga, laliga, serie a, serie b, bundesliga, ligue
    1, ligue 2, eredivisie, primeira liga, liga mx, super lig, copa libertadores, copa america, copa del rey, fa
    cup, efl, carabao cup, league phase, group stage, knockout stage, round of 16, round of 32, quarterfinal,
    semifinal, quarter final, semi final, grand final, elimination match, grand prix, wimbledon, roland garros,
    french open, us open, australian open, ryder cup, masters tournament, pga tour, liv golf, tour de france, giro d
    italia, john deere classic, canadian open, playoff, mvp, heisman, ballon d or, ballon dor, cy young, golden
    boot, golden glove, rookie of the year, coach of the year, player of the year, defender of the year, manager of
    the year, defensive player, offensive player, sixth man, comeback player, all star, touchdown, quarterback,
    starting qb, wide receiver, running back, home run, strikeout, innings, wicket, sixes, top batter, hat trick,
    goal scorer, goalscorer, clean sheet, halftime result, half time, first half, second half, total goals, total
    points, total runs, total corners, total games, total sets, total kills, total rounds, total maps, team total,
    team to, o u, 1st half, 2nd half, correct score, first inning, title holder, set winner, map winner, moneyline,
    over under, point spread, wins by over, btts, both teams, end in a draw, more markets, win the toss, method of
    victory, go the distance, relegated, relegation, promoted to the, next club, next team, next manager, transfer
    window, free agent, sign with the, trade deadline, draft pick, nfl draft, nba draft, head coach, pole position,
    fastest lap, practice 1, practice 2, practice 3, safety car, esports, counter strike, cs2, csgo, dota, dota 2,
    league of legends, lol lck, lol lpl, lol worlds, lck, lpl, lec, cblol, valorant, vct, overwatch league, rainbow
    six, starcraft, rocket league, mobile legends, call of duty league, first blood, match winner, bo1, bo3, bo5,
    iem, esl, blast premier, ewc, esports world cup, msi, the international, handicap, top 5 finish, top 10 finish,
    top 20 finish, top 5 finisher, top 10 finisher, top 20 finisher, finish top 8, make the cut, kbo, npb, test
    match, t20, odi, davis cup, nations league, euro 2028, afc asian cup, club championship, bayern, barcelona fc,
    psg, juventus, napoli, borussia, dortmund, benfica, ajax, galatasaray, fenerbahce, besiktas, celtic, liverpool,
    arsenal, chelsea, tottenham, everton, brighton, brentford, fulham, wrexham, flamengo, palmeiras, boca juniors,
    river plate, al nassr, al hilal, lakers, celtics, knicks, warriors, timberwolves, mavericks, cavaliers, pacers,
    spurs, 76ers, sixers, raptors, clippers, grizzlies, pelicans, blazers, yankees, mets, dodgers, phillies, padres,
    mariners, orioles, astros, cubs, diamondbacks, royals game, brewers, marlins, chiefs, cowboys, eagles, packers,
    steelers, patriots, dolphins, seahawks, 49ers, ravens, bengals, buccaneers, falcons, vikings, texans, colts,
    jaguars, broncos, raiders, chargers, canadiens, oilers, bruins, flyers, canucks, blackhawks, messi, ronaldo,
    mbappe, haaland, salah, harry kane, vinicius, bellingham, lamine yamal, neymar, lebron, lebron james, giannis,
    luka doncic, wembanyama, jokic, stephen curry, steph curry, ohtani, aaron judge, mahomes, aaron rodgers, josh
    allen, djokovic, alcaraz, sinner, sabalenka, swiatek, coco gauff, verstappen, lando norris, lewis hamilton,
    scheffler, mcilroy, tiger woods, magnus carlsen, jake paul, tyson fury, canelo, mcgregor, jon jones, aspinall,
    volkanovski, khamzat, straight sets, giro, milano sanremo, uci, conn smythe, vezina, royal rumble, euroleague,
    titled tuesday, parkrun, enhanced games, svns, strongman, crossfit, hyrox, ironman, triathlon, gymnastics,
    swimming, track and field, diamond league, ultramarathon, speedcubing, rubik, arm wrestling, curling, bobsled,
    figure skating, speed skating, biathlon, ski jumping, snowboard, skateboard, rock climbing, alex honnold,
    kabaddi, water polo, afl, nrl, super rugby, six nations, hurling, grand slam, wbc, sailgp, wrc, le mans, dakar
    rally, sprinter, javelin, pole vault, duplantis, hole in one, free throw, slam dunk, 3 point contest, home run
    derby, fantasy football, fpl, bracket challenge, march madness, final four, sweet 16, elite eight, opening day,
    matchday, matchweek, gameweek, ping pong, table tennis, disc golf, fencing, archery, phil hellmuth`,
    usual: `vs, versus, championship, champion, tournament, league, cup, medal, gold medal, match, team, coach,
    qualify, qualifier, qualified for, season mvp, derby, fight, fighter, knockout, ko, tko, goal, assist, rebound,
    traded, trade for, start for, season wins, regular season, standings, division, conference winner, seed, draft,
    roster, stadium, game 1, game 7, points scored, yards, finals, series winner, set 1, map 1, map 2, map 3, fc,
    afc, nfc, cf, cd, sc, ac, fk, sk, bk, utd, united fc, quad, player, squad, manager, win on 2025, win on 2026,
    win on 2027, win against, defeat, classic, top 5, top 10, top 20, top5, top10, top20, finish in the top, finish
    in, undefeated, marathon, world record, athlete, contender, round 1, round 2, first round, opponent, fight next,
    sacked, striker, midfielder, attackman, goalkeeper, goalie, 3 pointers, three pointers, stage of elimination,
    poker, wsop, speedrun, gte2, gte3, cct, achilles, trophy, worldtour, play for`,
    weak: "classic winner, elo, race winner, play in",
    faint: `game, beat, winner, win, wins, season, score, race, tour, trade, points, record, runner, at home, draw,
    rank, ranking, standing, stage`,
  },
  crypto: {
    certain: "fdv, airdrop, launch a token, public sale, auction clearing price",
    strong: `crypto, cryptocurrency, bitcoin, btc, ethereum, eth, solana, xrp, ripple, dogecoin, litecoin, cardano,
    chainlink, avalanche avax, avax, polkadot, tron trx, shiba inu, shib, pepe, bnb, monero, zcash, zec, hyperliquid,
    hype price, hype above, hype up, sui price, uniswap, ethena, aave, ton coin, worldcoin, stellar xlm, xlm,
    stablecoin, usdt, usdc, tether, usde, blockchain, defi, nft, memecoin, meme coin, altcoin, altseason, token launch,
    token sale, launch token, tge, on chain, onchain, layer 2, rollup, binance, kraken ipo, coinbase listing,
    microstrategy, satoshi, bitcoin reserve, pump fun, pumpfun, bonk, fartcoin, trump coin, crypto hack, halving,
    megaeth, monad, berachain, eigenlayer, starknet, zksync, arbitrum, optimism op, polygon matic, near protocol,
    lighter fdv, opensea, metamask, phantom wallet, ledger wallet, base token, jupiter jup, raydium, sol price, sol up,
    sol above, clarity act, genius act, coin launched, mt gox, vitalik, saylor, sbf, bankman fried, tornado cash,
    aster, milady, floor price`,
    usual: `coin, token, coinbase, strategy mstr, wallet, mining pool, seed phrase, staking, validator, dex, perps,
    ledger, sol, doge, ftx, cz, polymarket token, fork, mainnet, testnet, presale`,
    weak: "ada, up or down, exchange, depeg, protocol, market cap one day after launch",
  },
  economics: {
    strong: `economics, economy, economic, inflation, cpi, core cpi, pce, ppi, gdp, recession, stagflation,
    unemployment, payroll, nonfarm, jobless claims, jobs report, jobs added, jobs numbers, fed, fed chair, fed
    funds, federal reserve, fomc, powell, warsh, interest rate, rate cut, rate hike, basis points, bps, tariff,
    mortgage, mortgage rate, ecb, bank of england, bank of japan, bank of canada, bank of mexico, banxico, rba,
    rbnz, boe, boj, bank of israel, bank of korea, bank of brazil, bank of china, central bank, rate change, federal
    open market committee, federal funds, selic, debt ceiling, national debt, federal debt, deficit, budget deficit,
    trade deficit, minimum wage, wage growth, pmi, ism manufacturing, ism services, retail sales, consumer
    sentiment, consumer confidence, housing starts, home sales, home price, home value, median home, house prices,
    rent index, case shiller, trade war, trade deal, trade agreement, balance of trade, industrial production,
    productivity growth, labor market, labour market, credit rating, sovereign default, beige book, decision in, gas
    price, diesel price, egg price, price of eggs, ground beef, beef price, price of milk, coffee price, grocery
    prices, electricity price, import price, household income, poverty rate, tsa passenger, durable goods, anti
    dumping, countervailing, antidumping, final affirmative, cost of living, eurozone, oecd, imf, universal basic
    income, rates hit zero, zero rate, negative rates, chips tariff, house affordability`,
    usual: `housing, jobs, wage, rent, rate decision, fed decision, monetary, fiscal, stimulus check, customs, import,
    export, homeowner, home ownership, consumer spending, employment, unemployed, purchasing, dot plot, hike, bank
    rate, insolvent, spending, budget, price index, trade balance, quarter growth, tax, taxes, income tax, wealth
    tax, ubi, world bank, commerce department, gdp per capita, purchasing power, economist`,
    weak: "growth, debt, supply chain, trillion, electricity, ipo economy, gasoline, workforce",
    faint: "cut, sales, inventory, rates, cost of",
  },
  finance: {
    certain: "ipo, initial public offering, direct listing",
    strong: `finance, financial, stock, stock price, stock market, stock split, equities, shares outstanding, nasdaq,
    nasdaq 100, nyse, dow jones, djia, russell 2000, sp500, sp 500, s p 500, s p500, sp, spx, spy, qqq, ndx, vix,
    nikkei, ftse, dax, hang seng, kospi, nifty, sensex, go public, public ticker, earnings, earnings per share, eps,
    market cap, market capitalization, largest company, most valuable company, private company, valuation, valued
    at, wti, brent, crude, crude oil, oil price, price of oil, natural gas, henry hub, gold price, price of gold,
    silver price, price of silver, gold above, gold hit, silver above, silver hit, gold close, silver close, copper
    price, xauusd, xagusd, gc hit, gc settle, gc over, cl hit, cl settle, cl over, si hit, si settle, si over, ng
    hit, ng price, soybean, wheat, corn price, cocoa, lithium price, tungsten, palladium, pgm, cobalt, nickel price,
    spot price, usd per tonne, usd t, usd kg, per tonne, yuan per tonne, steel price, aluminum price, aluminium
    price, uranium price, treasury yield, treasuries, 10 year treasury, 10y, 10 year yield, bond yield, government
    bond, eur usd, usd jpy, gbp usd, eurusd, usdjpy, gbpusd, usdkrw, usdcad, usdchf, audusd, usdcny, exchange rate,
    forex, usd to, iranian rial, stock exchange, which exchange, tesla deliver, dollar index, dxy, merge, merger,
    acquisition, acquired by, takeover, buyout, hostile bid, bankruptcy, bankrupt, chapter 11, hedge fund, private
    equity, venture capital, circuit breaker, dividend, berkshire hathaway, bank failure, banks fail, bank fail,
    assets under management, investment banking, ceos, new ceo, next ceo, as ceo, ceo of, ceo out, googl, amd, hood,
    amc stock, rklb, sofi, abnb, coin stock, smci, baba, brk, gs, bac, wfc, ewy, snap stock, pypl, shop stock, uber
    stock, dis stock, nke, mcd, cost stock, opendoor, share price, net worth, richest person, richest, usdbrl, real
    estate index, take a stake, meta week, stake in, implats, impala platinum, sibanye, nornickel, norilsk, northam platinum,
    annualized revenue, run rate, in arr, revenue run rate, y combinator, series a, series b, credit score, 401k,
    bond market, earnings report, market share, private valuation`,
    usual: `ceo, trillionaire, layoff, laid off, commodity, commodities, invest, investor, investment, hedge, index
    fund, etf, shareholder, quarterly, revenue, bank, jpmorgan, goldman sachs, morgan stanley, blackrock, wall
    street, startup, funding round, raise money, subscriber count, deliveries, passenger load, mau, dau, monthly
    active users, net income, profit, ebitda, arr, sec filing, 13f, short seller, gold, silver, copper, platinum,
    nickel, lithium, zinc, tin, oil, opec, barrel, rare earth, oxide, graphite, ore, smelter, net adds, store count,
    same store sales, acquire, acquired, antitrust, closes at, close above, close below, all time high, gamestop,
    robinhood, palantir, spotify subscribers, boeing, airline, walmart, costco, starbucks, disney, mcdonalds, intel,
    micron, oracle, adobe, stripe, databricks, anduril, kalshi, lennar, visa, paypal, ford, gm, stellantis, toyota,
    hertz, berkshire, bond, treasury, currency, peso, yen, lira, ruble, yuan, ev sales, phev sales, hev sales,
    credit card, business entity, salary, uranium, gallium, samarium, energy infrastructure, mu week, theme park,
    coca cola, loan, portfolio, quant trader, corn syrup, freight rate, crowdfunding, kickstarter, gofundme, tonnes`,
    weak: "usd, q1, q2, q3, q4, hit week of, above in, above on, valuations, polymarket, tonne, mining, price target",
    faint: `company, companies, close, settle, price, brand, sell, bought, buy, retail, week of, business, customer,
    production, factory`,
  },
  science: {
    strong: `science, scientific, scientist, nasa, spacex launch, starship, new glenn, falcon heavy, artemis, crewed,
    lunar, moon landing, moon, mars, asteroid, interstellar, comet, 3i atlas, exoplanet, james webb, iss, space
    station, space launch, rocket, satellite, orbit, orbital, physics, physicist, nuclear fusion, superconductor,
    higgs, dark matter, mathematics, mathematician, theorem, riemann, conjecture, millennium prize, erdos, fields
    medal, biology, genome, crispr, clone, extinct, de extinction, fossil, medicine, nobel, peer reviewed, nature
    journal, clinical trial, disease, virus, pandemic, epidemic, outbreak, covid, covid 19, measles, bird flu, h5n1,
    avian influenza, influenza, mpox, ebola, hantavirus, screwworm, polio, tuberculosis, cholera, vaccine,
    vaccination, vaccinated, fda, fda approve, fda approval, cdc, world health organization, cancer, alzheimer, glp
    1, ozempic, life expectancy, alien life, extraterrestrial, extra terrestrial, uap, ufo, aliens exist,
    disclosure, dementia, autism, public health, fertility rate, birth rate, longevity, black hole, milky way,
    venus, solar system, oeis, project euler, kidney, heart attack, genomics, alphafold, cmimc, retatrutide,
    tirzepatide, semaglutide, bryan johnson, lk 99, twin prime, p np, p vs np, navier stokes, lhc, cern, neutrino,
    antimatter, terence tao, godel prize, abel prize, breakthrough prize, hubble, apophis, supernova, aurora,
    neuroscience, archaeologist, dinosaur, woolly mammoth, mammoth, dire wolf, colossal biosciences, thylacine,
    whooping cough, dengue, malaria, norovirus, psilocybin, lab leak, gain of function, prion, microplastics, gene
    therapy, gene editing, embryo, ivf, air capture, chemistry, chemical element, fusion reactor, fusion ignition,
    gravitational wave, dark energy, string theory, collatz, goldbach, prime number, replication crisis, preprint,
    meta analysis, placebo, psychology, consciousness, quantum mechanics, room temperature superconductor,
    extinction of, chickenpox, bulimia, anorexia, adhd, depression treatment, antidepressant, sleep apnea, tinnitus,
    scurvy, opioid, fentanyl, heart disease, life extension, cryonics, mars mission, sls, lunar lander, spaceship`,
    usual: `health, cases, infection, gonorrhea, syphilis, hiv, salmonella, lyme, healthcare, space, spacex,
    starliner, blue origin, drug, drug approval, therapy, surgery, hospital, telescope, astronaut, meteor, solar
    eclipse, eclipse, planet, species, brain, neuralink, research, laboratory, experiment, quantum gravity,
    particle, proof, prize in, math olympiad, imo, discovery, archaeological, alien, supplement, smoking, obesity,
    drinking, rocket lab, usaco, usapho, usnco, usabo, usaaio, arml, aime, mathcounts, putnam, olympiad, science
    bowl, mask mandate, flu, hospitalization`,
    weak: "lifespan, cure, medical",
    faint: "doctor, universe, energy, deaths",
  },
  technology: {
    strong: `technology, tech company, artificial intelligence, ai, agi, asi, superintelligence, llm, language model,
    gpt, gpt 5, gpt 6, chatgpt, deepseek, lmarena, lm arena, chatbot arena, text arena, arena score, frontiermath,
    swe bench, arc agi, metr, epoch capabilities, humanity last exam, hle, hallucination, open weights, open source
    model, claude code, claude opus, claude sonnet, gemini 3, gemini 4, grok 4, grok 5, llama 4, llama 5, gemma,
    qwen, kimi, mistral, moltbook, turing test, alignment research, iphone, ipad, imac, macbook, apple watch, ios,
    android, airpods, vision pro, smartphone, robotaxi, waymo, self driving, fsd, full self driving, cybercab,
    optimus, humanoid, semiconductor, gpu, h100, h200, b200, ddr5, chip, asml, software, open source, programming,
    programmer, github, linux, windows 11, windows 12, browser, internet, cyberattack, cybersecurity, data breach,
    data center, quantum computing, quantum computer, qubit, vr headset, starlink, 5g, 6g, outage, cloudflare, stack
    overflow, wikipedia, app store, operating system, notepad, python, rust, javascript, macos, codex, vibe coded,
    gmail, imessage, sonnet, opus, mythos, hackernews, hacker news, ddr4, ram cost, prompt injection, google i o,
    wwdc, openai announce, openai release, anthropic announce, anthropic release, google release, google deepmind,
    nat friedman, alexandr wang, alex wang, jan leike, ilya, mira murati, thinking machines, yann lecun, geoffrey
    hinton, yudkowsky, p doom, replit, manus, minimax, nano banana, veo 3, veo 4, dall e, stable diffusion, suno,
    hugging face, huggingface, neurips, iclr, icml, arxiv, ubuntu, firefox, google chrome, chrome browser, vpn,
    ransomware, zero day, unicode, genai, generative, vibe code, tsmc, cpu, version control, compiler, typescript,
    haskell, bluesky, mastodon, sundar pichai, satya nadella, tim cook, jony ive, evtol, chatbot, neural network,
    deep learning, machine learning, reinforcement learning, transformer model, singularity, ai safety, ai
    alignment, foom, gpt 4, o3, o4, operon, data breaches, right to repair, smart glasses, foldable, usb c, siri,
    alexa, kindle, raspberry pi, smartwatch, folding phone, pixel 10, pixel 11, galaxy s26`,
    usual: `tech, openai, anthropic, claude, gemini, grok, xai, sam altman, altman, dario amodei, demis hassabis,
    sutskever, perplexity, midjourney, sora, deepmind, nvidia, tiktok, whatsapp, signal app, telegram, discord,
    robot, drone, battery, ev, electric vehicle, tesla model, roadster, cybertruck, copilot, supercharger,
    autopilot, hyperloop, zuckerberg, zuck, karpathy, computer, device, laptop, headset, app, api, benchmark,
    dataset, algorithm, automation, compute, context window, model release, frontier model, best model, lesswrong,
    chips act, tesla fsd, nuclear reactor, fusion energy, quantum, developer, uptime, downloads, spam, phone, new
    version of, chrome, cursor, windsurf, open sourced, hacker, hacked, encryption, password, internet
    archive, search engine, bot, engineer, tool for`,
    weak: `apple, google, microsoft, meta, amazon, tesla, musk, elon, elon musk, twitter, facebook, instagram, reddit,
    rail`,
    faint: "digital, online, website, release, launch, model, version, update, car, vehicle, train, flight",
  },
  culture: {
    certain: `person of the year, word of the year, of tweets, rotten tomato, rotten tomatoes, opening weekend,
    eurovision, opencritic, jet lag, baby name, video game, slay the spire`,
    strong: `culture, movie, film, box office, metacritic, imdb, letterboxd, oscar, academy award, best picture, best
    actor, best actress, best director, emmy, grammy, golden globe, bafta, tony award, sag award, palme d or,
    cannes, sundance, billboard, hot 100, spotify, album, song, music, musician, singer, rapper, band, concert,
    lyrics, tiktok star, setlist, headliner, headline, coachella, glastonbury, halftime show, perform at, halftime
    performer, tv, tv show, television, sitcom, series finale, season finale, season premiere, reality tv, netflix
    series, netflix show, netflix top, top netflix, hbo, disney plus, stranger things, game of thrones, white lotus,
    the traitors, traitors, big brother, dancing with the stars, american idol, the voice, survivor season, survivor
    50, survivor 51, love island, bachelor, bachelorette, masterchef, rupaul, drag race, squid game, snl, saturday
    night live, jeopardy, super bowl ad, james bond, bruno mars, star wars, marvel, avengers, batman, robin hood,
    superman, spider man, pixar, anime, manga, one piece, trailer, sequel, biopic, actor, actress, celebrity,
    hollywood, broadway, comedian, podcast, joe rogan, streamer, twitch, kick stream, youtube, youtuber, mrbeast,
    kai cenat, xqc, subscriber, tweet, tweets, musk tweets, truth social posts, influencer, onlyfans, sexiest man,
    miss universe, miss world, met gala, kardashian, jenner, taylor swift, travis kelce, drake, kanye, kanye west,
    ye perform, kendrick, kendrick lamar, beyonce, jay z, rihanna, ariana grande, olivia rodrigo, sabrina carpenter,
    billie eilish, lady gaga, ed sheeran, adele, dua lipa, harry styles, the weeknd, bad bunny, bts, blackpink,
    justin bieber, selena gomez, diddy, travis scott, oasis, radiohead, charli xcx, lana del rey, timothee chalamet,
    zendaya, tom holland, sydney sweeney, blake lively, brad pitt, leonardo dicaprio, tom cruise, ryan reynolds,
    harvey weinstein, christopher nolan, the odyssey, michael jackson, jimmy kimmel, stephen colbert, meghan markle,
    prince harry, prince william, prince andrew, king charles, royal family, royal baby, pope, vatican, conclave,
    jesus, jesus christ, christ return, second coming, bible, mormon, church, game awards, game of the year, gta,
    gta vi, gta 6, grand theft auto, nintendo, switch 2, playstation, ps5, ps6, xbox, steam machine, half life 3,
    valve add, valve, elder scrolls, minecraft, super mario, mario kart, board game, fortnite, roblox, pokemon,
    zelda, silksong, hollow knight, elden ring, dlc, smash bros, book, novel, author, bestseller, pulitzer, booker
    prize, lego, deadpool, toy story, avatar, dune, harry potter, shrek, barbie, sanremo, gran hermano, deltarune,
    tomodachi, magical girl, mtg, fanfic, hulu, gtavi, rapture, zoro, mystery hunt, bishop, the boys, 21 savage,
    latto, nicki minaj, cardi b, eminem, frank ocean, playboi carti, lorde, coldplay, beatles, rolling stones,
    metallica, k pop, kpop, vocaloid, smash ultimate, street fighter, tekken, geometry dash, balatro, stardew
    valley, terraria, factorio, undertale, hytale, genshin, genshin impact, honkai, apex legends, world of warcraft,
    diablo, dark souls, fromsoftware, baldur gate, cyberpunk 2077, witcher, metroid, donkey kong, kirby, splatoon,
    animal crossing, sonic the hedgehog, final fantasy, kingdom hearts, metal gear, resident evil, assassin creed,
    battlefield 6, fallout, starfield, europa universalis, crusader kings, dwarf fortress, rimworld, magic the
    gathering, yu gi oh, dungeons and dragons, critical role, warhammer, speedrunner, vtuber, hololive, homestuck,
    wildbow, brandon sanderson, stormlight, george r r martin, winds of winter, doors of stone, rothfuss, hpmor,
    glowfic, tolkien, lord of the rings, rings of power, doctor who, sherlock, succession season, severance, the
    last of us, house of the dragon, euphoria, andor, mandalorian, black mirror, rick and morty, simpsons, south
    park, family guy, adventure time, steven universe, my little pony, moana, zootopia, oppenheimer, shakespeare,
    opera, ballet, theatre, screenplay, prime video, a24, crossword, wordle, new yorker, substack, blogger, blog
    post, vlog, asmongold, pewdiepie, ishowspeed, logan paul, veritasium, dwarkesh, lex fridman, tom scott, hank
    green, vsauce, markiplier, dream smp, linus tech tips, hbomberguy, quizbowl, naqt, hsnct, pornhub, dating app,
    vegapunk, jujutsu kaisen, chainsaw man, demon slayer, attack on titan, naruto, dragon ball, hunter x hunter,
    evangelion, studio ghibli, miyazaki, crunchyroll, webtoon, visual novel, fan fiction, poem, poetry, poet,
    memoir, nanowrimo, sculpture, art auction, at auction, auction sales, statue, graffiti, burning man, comic con, gamescom, the game awards, bethesda,
    rockstar games, ubisoft, square enix, capcom, epic games, twitch streamer, kick streamer, mukbang, aella, john
    oliver, jon stewart, daily show, the onion, late night, game show, taskmaster, cocomelon, bluey, sesame street,
    muppets, disneyland, disney world, mosque, rabbi, cardinal, archbishop, dalai lama, antichrist, easter,
    halloween, thanksgiving dinner, thunderbolts, fantastic four, x men, wolverine, james gunn, supergirl`,
    usual: `entertainment, award, episode, season 2, season 3, season 4, streaming, divorce, divorced, married, marry,
    marriage, wedding, engaged, engagement, pregnant, baby, dating, girlfriend, boyfriend, break up, tour dates,
    cast, cast as, artist, painting, museum, fashion, luxury, perfume, meme, viral, views, likes,
    followers, subscribers, religion, god, catholic, christian, netflix, chart, number one, radio, hit song,
    monster, gaming, steam, fandom, character, restaurant, live action, features, fiction, writing, charity,
    encyclical, polygamy, serial, live to age, live to 100, live to be, subscription, chapter, tabletop, cosplay,
    cartoon, animated, cringe, playable, boss fight, mod, modded, banned in modern, banned in standard,
    speedrunning, remake, remaster, subreddit, substacker, hiatus, autobiography, fanbase, canon, villain, season 5,
    season 6, series 2, gender reveal, outfit, haircut, tattoo`,
    weak: "royal, birthday, party supply, interview",
    faint: `mention, star, director, art, show, video, stream, creator, post, posts, say, said, featured, hits, king,
    queen, prince, born, dead, die, name, fan, audience, released`,
  },
  climate: {
    strong: `climate, climate change, global warming, weather, temperature, hurricane, tropical storm, cyclone,
    typhoon, tornado, earthquake, tsunami, rain, snow, rainfall, snowfall, precipitation, hottest, hottest year,
    hottest month, heat wave, heatwave, wildfire, acres burned, volcano, supervolcano, volcanic, eruption, erupt,
    flood, flooding, drought, blizzard, celsius, fahrenheit, degrees, el nino, la nina, sea ice, arctic ice, sea
    level, natural disaster, emissions, co2, carbon dioxide, carbon emissions, paris agreement, net zero, air
    quality, aqi, white christmas, named storm, landfall, lightning strike, geomagnetic, tornadoes, volcanoes, temp
    below, temp above`,
    usual: `storm, greenhouse, carbon, renewable, solar power, wind power, power grid, ercot, polar vortex, noaa,
    humidity, warming, richter, magnitude, fire season, kilauea, aquifer, smog, monsoon, sandstorm, avalanche
    danger, air pollution, gallons of water, rainiest, snowiest, coldest, warmest`,
    weak: "ice storm",
    faint: "fire, heat, cold, solar, winter, wind",
  },
  world: {
    strong: `nobel peace, geopolitics, geopolitical, ceasefire, cease fire, peace deal, peace agreement, peace talks,
    invade, invasion, airstrike, air strike, military strike, military action, military operation, ground operation,
    strait of hormuz, hormuz, bab el mandeb, strait, warship, blockade, aircraft carrier, hostage, gaza, gazan, west
    bank, hamas, hezbollah, houthi, idf, israeli forces, annex, annexation, nato, un security council, united
    nations, treaty, sanctions, nuclear weapon, nuclear deal, nuclear test, uranium enrichment, enrich uranium,
    ballistic missile, missile, greenland, troops, boots on the ground, war crime, genocide, coup, coup attempt,
    martial law, refugees, donbas, donetsk, pokrovsk, crimea, zaporizhzhia, kharkiv, kherson, kostyantynivka,
    litani, nabatieh, golan, taiwan strait, south china sea, north korea, recognize palestine, palestine, two state,
    embassy, ambassador, abraham accords, world war, drone strike, humanitarian, famine, border clash, civil war,
    rebel, icc, icj, brics, g7, g20, asean, general assembly, secretary general, flight 370, malaysia airlines,
    zhang youxia, central military commission, supreme national security council, irgc, mossad, al qaeda, isis,
    islamic state, tigray, m23, peacekeeping, prisoner exchange, prisoner swap, join the eu, eu membership, eu
    accession, oreshnik, tomahawk, iron dome, world war 3, wwiii, ww3, third world war, nuclear war, nuclear
    detonation, defence pact, defense pact, chagos, svalbard, kaliningrad, transnistria, nagorno karabakh, artsakh,
    rojava, kurdistan, darfur, aukus, belt and road, diego garcia, falkland, gibraltar, diplomatic relations, air
    defense, state visit, kidnapped by`,
    usual: `palestinian, war, attack, military, strike, strikes, weapons, army, soldier, navy, nuclear, foreign,
    foreign policy, diplomatic, summit, meet with, diplomatic meeting, ukraine, russia, russian, ukrainian, israel,
    israeli, iran, iranian, taiwan, syria, syrian, lebanon, lebanese, iraq, yemen, kyiv, moscow, tehran, beijing,
    kremlin, panama canal, middle east, european union, regime change, regime fall, regime collapse, secede,
    independence, sovereignty, deploy, withdraw, capture, recapture, armed forces, terrorist attack, sahel, sudan,
    rsf, khartoum, kashmir, thailand cambodia, ccp, plaaf, migration, doomsday clock, navalny, press freedom, world
    population, captured, drydock, konstantinovka`,
    weak: `mh370, korea, un, eu, europe, european, britain, georgia georgian, alberta, quebec, new zealand, sri lanka,
    taliban, saudi arabia, somaliland, congo, south africa, passport, immigration from`,
    faint: "visit, north, countries, country, nation, nations, international, population",
  },
  other: {
    certain: `coin flip, coinflip, daily market, test market, this market resolve, this quiz, this poll, blue button,
    red button, raffle, prize drawing, hack club, double it and pass, suicidal, test question, predictle, manifold
    prize`,
    usual: "manifold, manifest, mana, beeminder, lottery, your life, homework, my weight, cash prize",
  },
} as const satisfies Readonly<Record<string, CategoryWords>>;
