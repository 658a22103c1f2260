import type { CategoryWords } from "./category-words.ts";

export const SPORTS: CategoryWords = {
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
};
