/** Synonyms of culture, technology, science and weather: alternatives before the ">", comma apart, then the meaning. */
export const CULTURE = `
  film, films, movies, motion picture > movie
  highest grossing, top grossing, biggest box office, number one at the box office > highest grossing
  opening weekend, first weekend, debut weekend > openingweekend
  domestically > domestic
  box office > boxoffice
  album of the year, aoty > albumoftheyear
  song of the year, soty > songoftheyear
  record of the year, roty > recordoftheyear
  best new artist > bestnewartist
  best picture > bestpicture
  best director > bestdirector
  best supporting actor, supporting actor > supportingactor
  best supporting actress, supporting actress > supportingactress
  best actor, lead actor > bestactor
  best actress, lead actress > bestactress
  grammy awards, grammy award, grammys, grammies > grammy
  emmy awards, emmy award, emmys, emmies > emmy
  tony awards, tony award, tonys > tonyaward
  the academy awards, academy award, academy awards, oscars, oscar > oscar
  golden globe awards, golden globe > goldenglobe
  nobel peace prize, peace nobel > nobelpeaceprize
  nobel prize in literature, literature nobel > nobelliterature
  time magazine, time person of the year > personoftheyear
  top the billboardhot, tops the billboardhot, atop the billboardhot > numberone billboardhot
  top the billboardalbums, tops the billboardalbums > numberone billboardalbums
  rotten tomatoes score, rotten tomatoes rating, tomatometer score > rottentomatoes
  netflix series, netflix show > netflix
  eurovision song contest > eurovision
  james bond > jamesbond
  next bond, new bond > next jamesbond
  next james bond, new james bond > next jamesbond
  most streamed > moststreamed
  subscribers, subs, youtube subscribers, subscribers on youtube > subscriber
  come out, comes out, go on sale, goes on sale, hit theaters, hits theaters, ship, ships, rolled out, roll out, publicly available, made available > release
  get engaged, engaged, engagement > engaged
  knighted, knighthood, be knighted > knighthood
  married, be married, wed, weds > marry
  break up, breaks up, split up, splits up > breakup
  pregnant, expecting a baby, have a baby, give birth > baby
  divorced, file for divorce, divorces > divorce
  iphone fold, foldable iphone, folding iphone > foldableiphone
  artificial general intelligence, agi > agi
  large language model, large language models, llms > llm
  best ai model, top ai model, best ai, top ranked ai model, top ranked ai, number one ai model, best large language model, best llm > best ai
  text arena, lmarena, chatbot arena, lm arena > arena
  chatgpt, chat gpt > chatgpt
  self driving, autonomous driving, driverless > selfdriving
  robotaxi, robo taxi, robotaxis, cybercab > robotaxi
  moon landing, land on the moon, lunar landing, lands on the moon, land astronauts on the moon, land humans on the moon, crewed moon landing, human moon landing > moonlanding
  humans on mars, human on mars, people on mars, astronauts on mars > crewed marslanding
  mars landing, land on mars, lands on mars > marslanding
  reach orbit, reaches orbit, orbital flight > orbit
  aliens exist, existence of aliens, alien life, extraterrestrial life, extraterrestrials, aliens, alien, alien existence > aliens
  exists, existence, existing > exist
  approved, fda approval, fda approve, fda approves, sec approval, sec approve, sec approves, get approval, receive approval > approval
  bird flu, avian influenza, avian flu, h5n1 > birdflu
  coronavirus, sars cov 2 > covid
  public health emergency, pheic > healthemergency
  measles cases > measles case
  hottest year on record, hottest year ever, warmest year on record, warmest year ever, hottest year ever recorded, warmest year, hottest year recorded, warmest ever > hot year
  on record, ever recorded, in recorded history, in history, of all time > onrecord
  high temp, high temperature, highest temperature, daily high, maximum temperature, peak temperature, temperature high > hightemperature
  low temp, low temperature, lowest temperature, daily low, overnight low > lowtemperature
  richter scale, richter > magnitude
  tropical storms, named storms, named storm, tropical storm > namedstorm
  major hurricane, major hurricanes > majorhurricane
  make landfall, makes landfall, landfall > landfall
  measurable rain, any rain, rain at all > rain
  measurable snow, white christmas > snow
  central park > newyorkcity
  achieve, achieves, achieved, attain, attains, attained > reach
  reached, reaching > reach
  convene, convenes > meet
  in person meeting, face to face, summit with, summit, hold talks, holds talks > meet
  added to, be added to, inclusion in, included in > join
  hottest, warmest > hot
  succeed in > reach
  still be, still, remain, remains, stay, stays, keep his job, keep her job, remain in office, remains in office, still in office, stay in office > remain
`;
