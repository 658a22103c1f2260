import type { CategoryWords } from "./category-words.ts";

export const CULTURE: CategoryWords = {
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
};
