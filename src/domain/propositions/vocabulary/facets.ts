/**
 * Words that change what a question asks. Each line: the facet, a colon, and its values; a value is a word or several
 * alternatives joined by |.
 */
export const DISCRIMINATORS = `
  stage: nominee runoff semifinal quarterfinal advance|qualify|qualifier|qualification|finalist ballot
  stage: relegate|relegated|relegation promoted|promotion pole shortlist|shortlisted longlist|longlisted
  stage: playoff|postseason conference division preseason group-stage group seed pennant
  part: inning period halftime lap leg sprint
  bet: handicap completedmatch btts corner over-under draw|tie nrfi odd-even exact|correct popularvote electoralvotes
  bet: margin turnout combo|sweep|trifecta|slam double-double assist touchdown
  race: next first
  act: announce|reveal|unveil endorse threaten propose|introduce rumor say|mention runfor|candidacy headline|headliner perform
  act: attempt nominate pardon testify impeach convict|acquit indict veto override file|files|apply|applies leaked|leak
  act: namedin exactoutcome nod consider|considering plan|planned recommend
  act: break|broken|violate|collapse extend|renew|prolong freeze
  direction: cut|decline|fall|fell hike|grow maintain
  extreme: highest|most|largest|valuable|biggest|best|greatest|richest|top|numberone|longest lowest|fewest|smallest|worst
  voice: acquire acquiree
  chamber: majority minority
  joint: matchup|headtohead joint together|jointly both either
  condition: emergency|intermeeting if unless conditional despite without
  scope: coding math vision opensource video family|relative economyissue immigrationissue tradeissue foreignissue
  scope: g7 g20 eu european nato opec continental regional local statewide county district international domestic
  scope: global|globally|worldwide|internationally
  women: women|woman
  junior: jr
  measure: core netapproval median youth trimmed supercore
  variant: mini nano lite turbo ultra
  rhythm: annual monthly weekly daily
  bank: fed ecb boe boj boc rba rbnz snb
`;

/** Offices. */
export const OFFICES = `presidential vicepresident senate house governor mayor attorneygeneral secretarystate primeminister
  speaker chancellor king pope lieutenant treasurer comptroller council judge justice
  chair whip`;

/** A word, its meaning, and the words that give it this meaning. */
export const REWRITES: readonly (readonly [string, string, string])[] = [
  [
    "leave",
    "out",
    "office administration cabinet role post position job leadership ceo presidential primeminister chair director secretary scotus court",
  ],
  ["run", "runfor", "presidential senate house governor mayor nominee office election parliament chair"],
  ["meet", "session", "fed ecb boe boj boc rba rbnz snb rate"],
  ["hike", "growth", "payroll gdp cpi pce ppi retailsales"],
  ["net", "netapproval", "approval"],
  ["economy", "economyissue", "approval"],
  ["immigration", "immigrationissue", "approval"],
  ["trade", "tradeissue", "approval"],
  ["foreign", "foreignissue", "approval"],
  ["stop", "out", "ceo presidential primeminister chair director secretary"],
  ["pause", "maintain", "fed ecb boe boj boc rba rbnz snb rate"],
  ["hold", "maintain", "fed ecb boe boj boc rba rbnz snb"],
  ["keep", "maintain", "fed ecb boe boj boc rba rbnz snb"],
];

/** Parties. */
export const PARTIES = `democratic republican independent libertarian green labour conservative tory reform liberal likud`;

/** What trades day and night, so that a day's price depends on the hour. */
export const ALWAYS_TRADED = `bitcoin ethereum sol xrp doge bnb hype ada ltc crypto avax chainlink xmr dotcoin shib pepe tron sui toncoin
  bitcoincash ethereumclassic zec uniswap aptos arbitrum polygon stellar hbar trumpcoin fartcoin worldcoin`;

/** Words for a price touched at any time, and for a price at the end. */
export const TOUCHES = "hit hits reach reaches touch touches dip dips exceed surpass cross peak";
export const SETTLES = "close closes settle settles finish ends";

/** Words that negate a question. */
export const NEGATIONS = "not never no wont doesnt isnt cannot avoid avoids";

/** Verbs whose subject and object must not change places. */
export const TRANSITIVES =
  "acquire acquiree sue beat defeat invade strike attack endorse pardon fire visit recognize call replace arrest ban host exceed lead kill sanction block extradite";
