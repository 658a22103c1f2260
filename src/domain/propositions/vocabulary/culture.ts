/** Phrases of culture, technology, science and weather, in the form of those of politics. */
export const CULTURE = `
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
