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
