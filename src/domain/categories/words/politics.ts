import type { CategoryWords } from "./category-words.ts";

export const POLITICS: CategoryWords = {
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
};
