import type { CategoryWords } from "./category-words.ts";

export const CULTURE: CategoryWords = {
  certain:
    "person of the year, word of the year, of tweets, rotten tomato, rotten tomatoes, opening weekend, eurovision",
  strong: `culture, movie, film, box office, metacritic, imdb, letterboxd, oscar, academy award, best picture, best
    actor, best actress, best director, emmy, grammy, golden globe, bafta, tony award, sag award, palme d or, cannes,
    sundance, billboard, hot 100, spotify, album, song, music, musician, singer, rapper, band, concert, lyrics, tiktok
    star, setlist, headliner, headline, coachella, glastonbury, halftime show, perform at, halftime performer, tv, tv
    show, television, sitcom, series finale, season finale, season premiere, reality tv, netflix series, netflix show,
    netflix top, top netflix, hbo, disney plus, stranger things, game of thrones, white lotus, the traitors, traitors,
    big brother, dancing with the stars, american idol, the voice, survivor season, survivor 50, survivor 51, love
    island, bachelor, bachelorette, masterchef, rupaul, drag race, squid game, snl, saturday night live, jeopardy,
    super bowl ad, james bond, bruno mars, star wars, marvel, avengers, batman, robin hood, superman, spider man,
    pixar, anime, manga, one piece, trailer, sequel, biopic, actor, actress, celebrity, hollywood, broadway, comedian,
    podcast, joe rogan, streamer, twitch, kick stream, youtube, youtuber, mrbeast, kai cenat, xqc, subscriber, tweet,
    tweets, musk tweets, truth social posts, influencer, onlyfans, sexiest man, miss universe, miss world, met gala,
    kardashian, jenner, taylor swift, travis kelce, drake, kanye, kanye west, ye perform, kendrick, kendrick lamar,
    beyonce, jay z, rihanna, ariana grande, olivia rodrigo, sabrina carpenter, billie eilish, lady gaga, ed sheeran,
    adele, dua lipa, harry styles, the weeknd, bad bunny, bts, blackpink, justin bieber, selena gomez, diddy, travis
    scott, oasis, radiohead, charli xcx, lana del rey, timothee chalamet, zendaya, tom holland, sydney sweeney, blake
    lively, brad pitt, leonardo dicaprio, tom cruise, ryan reynolds, harvey weinstein, christopher nolan, the odyssey,
    michael jackson, jimmy kimmel, stephen colbert, meghan markle, prince harry, prince william, prince andrew, king
    charles, royal family, royal baby, pope, vatican, conclave, jesus, jesus christ, christ return, second coming,
    bible, mormon, church, video game, game awards, game of the year, gta, gta vi, gta 6, grand theft auto, nintendo,
    switch 2, playstation, ps5, ps6, xbox, steam machine, half life 3, valve add, valve, elder scrolls, minecraft,
    super mario, mario kart, board game, fortnite, roblox, pokemon, zelda, silksong, hollow knight, elden ring, dlc,
    smash bros, book, novel, author, bestseller, pulitzer, booker prize, lego, deadpool, toy story, avatar, dune, harry
    potter, shrek, barbie, opencritic, sanremo, gran hermano, slay the spire, jet lag, deltarune, tomodachi, magical
    girl, mtg, fanfic, hulu, gtavi, rapture, zoro, mystery hunt, bishop, the boys`,
  usual: `entertainment, award, episode, season 2, season 3, season 4, streaming, divorce, divorced, married, marry,
    marriage, wedding, engaged, engagement, pregnant, baby, dating, girlfriend, boyfriend, break up, tour dates, cast,
    cast as, artist, painting, auction, museum, fashion, luxury, perfume, meme, viral, views, likes, followers,
    subscribers, religion, god, catholic, christian, netflix, chart, number one, radio, hit song, monster, gaming,
    steam, fandom, character, restaurant, live action, features, fiction, writing, charity, encyclical, polygamy,
    serial`,
  weak: "royal, birthday, party supply, interview",
  faint: `mention, star, director, art, show, video, stream, creator, post, posts, say, said, featured, hits, king,
    queen, prince, born, dead, die, name, fan, audience, released`,
};
