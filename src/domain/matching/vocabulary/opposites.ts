/** Words whose opposites ask something else, separated by semicolons: a word, a colon, its opposites. */
export const OPPOSITES = `
  win: lose lost loss; approval: reject block deny denied refuse; pass: fail reject block; exceed: fail; success: failure; succeed: fail
  convict: acquit; guilty: innocent acquit; join: leave quit exit withdraw out; enter: leave exit; begin: end finish stop
  start: end finish stop; hire: fire; open: close; acquire: sell sold; legalize: ban; legal: illegal; permit: ban; allow: ban
  first: last; top: last bottom; highest: lowest; best: worst; gain: lose lost loss; accept: reject refuse decline; hit: miss
  agree: refuse; confirm: reject; upgrade: downgrade; tighten: cut ease loosen; expand: shrink; impose: lift eliminate
  promoted: relegated; support: oppose; strengthen: weaken; uphold: overturn strike; deploy: withdraw; guilty: innocent
  early: late; north: south; northern: southern; east: west; eastern: western; home: away; import: export; man: woman; men: women
  male: female; domestic: international foreign; public: private; hightemperature: lowtemperature; rain: snow; hot: cold; better: worse; sooner: later; faster: slower
  freeze: unfreeze; release: delay cancel; renew: cancel; buyer: seller; moon: mars; ally: enemy; beat: lose lost loss
`;

/** The same for opposites of which exactly one comes true. */
export const COMPLEMENTS = `
  remain: out; survive: out die; alive: die dead; above: below; over: under; higher: lower; more: fewer less; positive: negative
  available: unavailable gone
`;
