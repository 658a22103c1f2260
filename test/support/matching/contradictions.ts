/**
 * Pairs that a veto refuses, and pairs near them that no veto refuses, one to a line: "a / b". "Event?: Outcome" has an event
 * and an outcome.
 */
interface Contradiction {
  readonly refused: string;
  readonly same: string;
  readonly inverted?: string;
}

export const CONTRADICTIONS: Readonly<Record<string, Contradiction>> = {
  "the level of a rate, and the step by which it changes": {
    refused: `
      Norges Bank rate after the May 2027 meeting?: Above 1.00% / Norges Bank rate after the May 2027 meeting?: Above 1.25%
      Acme sales growth in 2027?: Above 0% / Acme sales growth in 2027?: Above -1%
      Ana Ruiz approval above 99% on May 10, 2027? / Ana Ruiz approval above 100% on May 10, 2027?
    `,
    same: `
      Fed decision in June 2027?: Cut >25bps / Will the Fed cut rates by 50 bps or more in June 2027?
      Acme index above 1,999 on May 10, 2027? / Acme index at least 2,000 on May 10, 2027?
    `,
  },
  "outcomes that both events name": {
    refused: `
      Will Acme or Vandelay list its shares first?: Acme / Will Acme or Vandelay list its shares first?: Vandelay
      Which AI company has the best coding model at the end of 2027?: Moonshot AI / Which AI company has the best coding model at the end of 2027?: xAI
      June 2027 Fed combination?: Rate: 25bp hike, dissents: 2 / June 2027 Fed combination?: Rate: no change, dissents: 2
    `,
    same: `
      Will Acme or Vandelay list its shares first?: Acme / Acme or Vandelay: which lists its shares first?: Acme
    `,
  },
  "any of a kind": {
    refused: `
      Will any country leave the Acme Pact in 2027? / Will Norway leave the Acme Pact in 2027?
      Will any Cabinet member leave in June 2027? / Will Ana Ruiz leave the Cabinet in June 2027?
    `,
    same: `
      Will any country leave the Acme Pact in 2027? / Any country to leave the Acme Pact in 2027?
      Will any court rule for Acme in 2027? / Will a US court rule for Acme in 2027?
    `,
  },
  "days in figures": {
    refused: `
      When will Ana Ruiz sign the harbour bill?: 2/4-2/6 / When will Ana Ruiz sign the harbour bill?: 2/1-2/3
    `,
    same: `
      When will Ana Ruiz sign the harbour bill?: 2/4-2/6 / When will Ana Ruiz sign the harbour bill?: 2/4 - 2/6
    `,
  },
  "a phase of a cup": {
    refused: `
      Will Acme win the league phase of the 2027 Lima Cup? / Will Acme win the 2027 Lima Cup?
      2027 Lima Cup: league phase winner?: Acme / 2027 Lima Cup: winner?: Acme
    `,
    same: `
      Will Acme win the league phase of the 2027 Lima Cup? / 2027 Lima Cup: league phase winner?: Acme
      Lima ceasefire phase 2 begins by June 30, 2027? / Will phase 2 of the Lima ceasefire begin by June 30, 2027?
    `,
  },
  "a rate that stays": {
    refused: `
      Will the Federal Reserve Hike rates by 0bps at their September 2026 meeting?: Fed maintains rate / Will the Fed increase interest rates by 25 bps after the September 2026 meeting?
    `,
    same: `
      Will the Federal Reserve Hike rates by 0bps at their September 2026 meeting?: Fed maintains rate / Will there be no change in Fed interest rates after the September 2026 meeting?
    `,
  },
  "a figure of one country": {
    refused: `
      Number of rate cuts in 2027?: Exactly 2 cuts / Number of Peru rate cuts in 2027?: Exactly 2 cuts
      will peru land more than 20 rovers in 2027 / will norway land more than 20 rovers in 2027
      How high will gas prices in Texas get in 2027?: Above $4.80 / How high will US gas prices get in 2027?: Above $4.80
    `,
    same: `
      Number of rate cuts in Peru in 2027?: Exactly 2 cuts / Number of Peru rate cuts in 2027?: Exactly 2 cuts
    `,
  },
  "what somebody does to somebody": {
    refused: `
    `,
    same: `
      Will Norway recognize Ana Ruiz as the leader of Peru in 2027? / Norway recognizes Ana Ruiz as leader of Peru in 2027?
    `,
  },
  "a part of a business year": {
    refused: `
      Acme load factor in Q3?: Above 84% / Acme load factor in fiscal 2026?: Above 84%
    `,
    same: `
      Acme load factor in fiscal 2026?: Above 84% / Will Acme's load factor be above 84% in FY26?
    `,
  },
  "steps of one process": {
    refused: `
      Will the Harbour Act pass the Senate before July 2027? / Harbour Act signed into law by June 30, 2027?
      Will Norway and Peru sign the Lima treaty in 2027? / Lima treaty between Norway and Peru to enter into force in 2027?
    `,
    same: `
      Will the Harbour Act become law before July 2027? / Harbour Act signed into law by June 30, 2027?
    `,
  },
  "a price that rises to a mark and one that falls to it": {
    refused: `
      How high will Acme get in 2027?: Above $2.00 / Will Acme dip to $2.00 in 2027?
      How low will Acme get in 2028?: Below 38% / Will Acme ever be above 38% in 2028?
    `,
    same: `
      How high will Acme get in 2027?: Above $2.00 / Will Acme hit $2.00 in 2027?
    `,
  },
  "cities that each side names alone": {
    refused: `
      More than 6 inches of snow in Denver in December 2026? / More than 6 inches of snow in Boston in December 2026?
    `,
    same: `
      More than 6 inches of snow in Denver in December 2026? / Denver snow above 6 inches in December 2026?
    `,
  },
  "sides that change places around verbs that mean the same": {
    refused: `
      Norway attacks Peru before July 2027? / Peru strikes Norway by June 30, 2027?
    `,
    same: `
      Norway attacks Peru before July 2027? / Norway strikes Peru by June 30, 2027?
    `,
  },
  "inches as a sign and as a word": {
    refused: `
      More than 8" of snow in Oslo in January 2027? / More than 9 inches of snow in Oslo in January 2027?
    `,
    same: `
      More than 8" of snow in Oslo in January 2027? / More than 8 inches of snow in Oslo in January 2027?
    `,
  },
  "currencies, and countries with one word in common": {
    refused: `
      Ana Ruiz net worth above $800 million on December 31, 2027? / Will Ana Ruiz's net worth exceed €800 million on December 31, 2027?
      Guinea coup in 2027? / Coup in Guinea-Bissau in 2027?
    `,
    same: `
      Ana Ruiz net worth above €800 million on December 31, 2027? / Will Ana Ruiz's net worth exceed €800 million on December 31, 2027?
    `,
  },
  opposites: {
    refused: `
      Will the Knesset approve the 2027 state budget? / Will the Knesset reject the 2027 state budget?
      Will the jury convict Daniel Penn in 2026? / Will the jury acquit Daniel Penn in 2026?
      Will Moldova join the CSTO in 2026? / Will Moldova leave the CSTO in 2026?
      Will Ireland legalize euthanasia in 2026? / Will Ireland ban euthanasia in 2026?
      Will Berkshire buy shares of Kroger in Q3 2026? / Will Berkshire sell shares of Kroger in Q3 2026?
      Will Moody's upgrade Italy in 2026? / Will Moody's downgrade Italy in 2026?
      Will the SPD gain seats in the 2026 Saxony-Anhalt election? / Will the SPD lose seats in the 2026 Saxony-Anhalt election?
      Will the EU impose tariffs on Chinese steel in 2026? / Will the EU lift tariffs on Chinese steel in 2026?
      Will the price of cocoa rise in July 2026? / Will the price of cocoa fall in July 2026?
      Will Airbus increase its dividend in 2026? / Will Airbus cut its dividend in 2026?
      Which city will be the best in the 2026 Acme ranking?: Vienna / Will Vienna be the worst city in the 2026 Acme ranking?
      Will Ipswich be promoted in 2027? / Will Ipswich be relegated in 2027?
      Will the Eastern Conference win the 2027 Acme game? / Will the Western Conference win the 2027 Acme game?
      Will Hamas accept the Cairo proposal by June 30, 2026? / Will Hamas reject the Cairo proposal by June 30, 2026?
      Will the Supreme Court uphold the Acme ruling in 2026? / Will the Supreme Court overturn the Acme ruling in 2026?
      Will Kaja Kallas keep her post through 2027? / Kaja Kallas loses her post before 2028?
      Will the RBA upgrade its growth forecast in May 2027? / RBA downgrades growth forecast in May 2027?
      Ekiti governorship: court upholds result by June 30, 2027? / Ekiti governorship: court overturns result by June 30, 2027?
      Will Norway join the European Union before 2035? / Will Norway quit the European Union before 2035?
      Will Volvo expand its Ghent plant in 2027? / Will Volvo shrink its Ghent plant in 2027?
      First to finish the 2027 Fastnet Race?: Malizia / Last to finish the 2027 Fastnet Race?: Malizia
      Will house prices in Malmo gain in 2027? / Will house prices in Malmo lose in 2027?
      Is the Panama Canal Authority going to raise its transit fees in 2027? / Is the Panama Canal Authority going to cut its transit fees in 2027?
      Will Senegal support the ECOWAS resolution in May 2027? / Will Senegal oppose the ECOWAS resolution in May 2027?
    `,
    same: `
      Will Moldova join the CSTO in 2026? / Moldova joins the CSTO before 2027?
      Will Berkshire buy shares of Kroger in Q3 2026? / Berkshire purchases Kroger shares in Q3 2026?
      Will Ireland legalize euthanasia in 2026? / Euthanasia legalized in Ireland before 2027?
      Will Hamas reject the Cairo proposal by June 30, 2026? / Hamas rejects Cairo proposal by June 30, 2026?
      Will the RBA upgrade its growth forecast in May 2027? / RBA to upgrade growth forecast in May 2027?
      Will Volvo expand its Ghent plant in 2027? / Ghent plant expanded by Volvo before 2028?
      Will Norway join the European Union before 2035? / Norway joins the EU by the end of 2034?
    `,
    inverted: `
      Will Sunderland be relegated in the 2026-27 season? / Will Sunderland stay up in the 2026-27 season?
      Will Kemi Adebayo remain in office through June 2026? / Will Kemi Adebayo be ousted by June 30, 2026?
      Will Kaja Kallas remain in office until December 31, 2027? / Kaja Kallas out of office by December 31, 2027?
      Will the cathedral bells not ring at Easter 2027? / Will the cathedral bells ring at Easter 2027?
    `,
  },
  "people who share a name": {
    refused: `
      Who will host the 2027 Acme gala?: Amy Poehler / Will Amy Schumer host the 2027 Acme gala?
      Who will win the 2026 Lagos Open?: Ayo Balogun / Will Tunde Balogun win the 2026 Lagos Open?
      Next Archbishop of Utrecht?: Jan Smit / Will Piet Smit be the next Archbishop of Utrecht?
    `,
    same: `
      Will Joe Biden publish a memoir in 2026? / Biden publishes a memoir before 2027?
      Will Bob Menendez be released in 2026? / Will Robert Menendez be released in 2026?
      Will Mike Tyson fight in 2026? / Will Michael Tyson fight in 2026?
      Will Kim Jong Un visit Moscow in 2026? / Kim Jong-un visits Moscow before 2027?
      Who will host the 2027 Acme gala?: Amy Schumann / Will Schumann host the 2027 Acme gala?
      Will Sam Smith tour Australia in 2026? / Sam Smith Australian tour in 2026?
      Will Justin Bieber divorce in 2026? / Justin Bieber splits up with his wife in 2026?
      Next Archbishop of Utrecht?: Jan Smit / Will Jan Smit become the next Archbishop of Utrecht?
      Will Hunter Biden testify in 2027? / Hunter Biden testifies before 2028?
      Will Ferdinand Marcos run for the Senate in 2028? / Ferdinand Marcos running for Senate in 2028?
      Who wins Strictly 2027?: Tom Hollander / Tom Hollander wins Strictly in 2027?
    `,
  },
  "changed places": {
    refused: `
      Will Kim finish first and Novak second in the Lisbon marathon of 2026? / Will Novak finish first and Kim second in the Lisbon marathon of 2026?
      Will Orion launch before Hermes? / Will Hermes launch before Orion?
      Will Turkey join the Andes Pact before Serbia? / Will Serbia join the Andes Pact before Turkey?
      Will Ana Ruiz beat Bo Diaz in 2026? / Will Bo Diaz beat Ana Ruiz in 2026?
      Will Ethereum surpass Solana in 2026? / Will Solana surpass Ethereum in 2026?
      Will Norway host Sweden in June 2026? / Will Sweden host Norway in June 2026?
      Will Ariane 7 fly before Vega E? / Will Vega E fly before Ariane 7?
      Will Benfica finish ahead of Sporting in 2027? / Will Sporting finish ahead of Benfica in 2027?
      Will Ghana sanction Togo in 2027? / Will Togo sanction Ghana in 2027?
    `,
    same: `
      Will Orion launch before Hermes? / Orion launched before Hermes?
      Will Trump meet Putin in June 2026? / Will Putin meet Trump in June 2026?
      Will Ariane 7 fly before Vega E? / Ariane 7 flies before Vega E?
      Will Benfica finish ahead of Sporting in 2027? / Benfica finishes ahead of Sporting before 2028?
    `,
  },
  "a part and the whole": {
    refused: `
      Will Bo Diaz win Ohio in the 2028 presidential election? / Will Bo Diaz win the 2028 presidential election?
      Will Team Falcon win map 2 against Team Heron on May 3, 2026? / Will Team Falcon win against Team Heron on May 3, 2026?
      Will Ajax win their group at the 2026-27 Champions League? / Will Ajax win the 2026-27 Champions League?
      Will the Ravens win the AFC North division in 2026? / Will the Ravens win the AFC Championship in 2026?
      Will the Ravens win the AFC Championship in 2027? / Pro football champion 2027?: Baltimore
      Will Ana Ruiz win the first round of the 2026 Peru presidential election? / Will Ana Ruiz win the 2026 Peru presidential election?
      Will Democrats win the Senate in 2026? / Will Democrats win both the House and the Senate in 2026?
      Will Republicans win a trifecta in 2028? / Will Republicans win the House in 2028?
      Will a tornado hit Kansas in June 2026? / Will a tornado hit the US in June 2026?
      Will Egan Vale win stage 4 of the 2026 Tour of Oman? / Will Egan Vale win the 2026 Tour of Oman?
      Will Vega win the first quarter against Lyra on May 3, 2026? / Will Vega beat Lyra on May 3, 2026?
      Will Labour win a seat in Kent county in the 2026 election? / Will Labour win a seat in Kent in the 2026 national election?
      Will Maren Aas win leg 2 of the 2027 Ocean Race? / Will Maren Aas win the 2027 Ocean Race?
      Will Fnatic win game 3 against T1 on May 4, 2027? / Will Fnatic beat T1 on May 4, 2027?
      Will Gremio lead at halftime against Santos on May 4, 2027? / Will Gremio beat Santos on May 4, 2027?
      Will the Liberals win a majority in the 2029 Canadian election? / Will the Liberals win the 2029 Canadian election?
      Will snow fall in Vermont on Christmas 2027? / Will snow fall in the US on Christmas 2027?
      Will Clemson win the 2027 ACC conference title? / Will Clemson win the 2027 national title?
      Will the tax bill pass committee in the House in 2027? / Will the tax bill pass the Senate in 2027?
    `,
    same: `
      Will the Ravens win the AFC Championship in 2027? / AFC Champion 2027?: Baltimore Ravens
      Will a tornado hit Kansas in June 2026? / Tornado hits Kansas in June 2026?
      Will Ana Ruiz win the first round of the 2026 Peru presidential election? / 2026 Peru presidential election, first round winner?: Ana Ruiz
      Will Team Falcon win map 2 against Team Heron on May 3, 2026? / Falcon vs. Heron on May 3, 2026, map 2 winner?: Falcon
      Will Fnatic win game 3 against T1 on May 4, 2027? / Fnatic vs. T1 on May 4, 2027, game 3 winner?: Fnatic
      Will Maren Aas win leg 2 of the 2027 Ocean Race? / 2027 Ocean Race leg 2 winner?: Maren Aas
      Will snow fall in Vermont on Christmas 2027? / Snowfall in Vermont on Christmas 2027?
    `,
  },
  "a step on the way and the end": {
    refused: `
      Will Jamaica qualify for the 2026 World Cup? / Will Jamaica win the 2026 World Cup?
      2027 Acme Baking Show finalists?: Ana Ruiz / Will Ana Ruiz win the 2027 Acme Baking Show?
      Will Ana Ruiz reach the semifinals of the 2026 Lima Open? / Will Ana Ruiz reach the final of the 2026 Lima Open?
      2026 Acme Prize shortlist?: Ana Ruiz / Will Ana Ruiz win the 2026 Acme Prize?
      2026 Acme Prize longlist?: Ana Ruiz / 2026 Acme Prize shortlist?: Ana Ruiz
      Will Orion be nominated for Best Score at the 2027 Acme Awards? / Will Orion win Best Score at the 2027 Acme Awards?
      Will Kimi Rask take pole at the 2026 Monza Grand Prix? / Will Kimi Rask win the 2026 Monza Grand Prix?
      Will Bo Diaz run for mayor of Oslo in 2027? / Will Bo Diaz win the 2027 Oslo mayoral election?
      Will Bo Diaz appear on the ballot for governor of Ohio in 2026? / Will Bo Diaz be elected governor of Ohio in 2026?
      Will Acme file for an IPO in 2026? / Will Acme IPO in 2026?
      Will Acme announce a stock split in 2026? / Will Acme split its stock in 2026?
      Will Congress propose a wealth tax in 2026? / Will Congress pass a wealth tax in 2026?
      Which teams will make the 2027 playoffs?: Ajax / Will Ajax win the 2027 playoffs?
      Will Wales qualify for Euro 2028? / Will Wales win Euro 2028?
      Eurovision 2027 finalists?: Malta / Will Malta win Eurovision 2027?
      Turner Prize 2027 shortlist?: Ines Doron / Turner Prize 2027 winner?: Ines Doron
      Will Ines Doron be nominated for Best Actress at the 2028 Bafta Awards? / Will Ines Doron win Best Actress at the 2028 Bafta Awards?
      Who will be the Labour candidate on the ballot in Leith in 2029?: Ewan Ross / Who will be elected in Leith in 2029?: Ewan Ross
      Will Rivian announce a pickup below $30k in 2027? / Will Rivian ship a pickup below $30k in 2027?
      Will Finland file a complaint at the WTO in 2027? / Will Finland win a complaint at the WTO in 2027?
      Will Merz propose a wealth levy in 2027? / Will Merz sign a wealth levy in 2027?
      2027 Indy pole winner?: Mira Falk / Will Mira Falk win the 2027 Indy race?
      Will Cork be promoted to the 2028 top division? / Will Cork win the 2028 top division?
    `,
    same: `
      Will Jamaica qualify for the 2026 World Cup? / 2026 World Cup qualifiers?: Jamaica
      2027 Acme Baking Show finalists?: Ana Ruiz / Will Ana Ruiz reach the 2027 Acme Baking Show final?
      2026 Acme Prize shortlist?: Ana Ruiz / Will Ana Ruiz be shortlisted for the 2026 Acme Prize?
      Will Kimi Rask take pole at the 2026 Monza Grand Prix? / 2026 Monza Grand Prix pole position?: Kimi Rask
      Will Bo Diaz run for mayor of Oslo in 2027? / Bo Diaz runs for Oslo mayor in 2027?
      Will Acme announce a stock split in 2026? / Acme announces stock split before 2027?
      Will Ana Ruiz reach the semifinals of the 2026 Lima Open? / 2026 Lima Open semifinalists?: Ana Ruiz
      Will Acme file for an IPO in 2026? / Acme files for IPO before 2027?
      Will Wales qualify for Euro 2028? / Euro 2028 qualification?: Wales
      Turner Prize 2027 shortlist?: Ines Doron / Ines Doron shortlisted for the 2027 Turner Prize?
      Will Rivian announce a pickup below $30k in 2027? / Rivian announces sub-$30k pickup before 2028?
      2027 Indy pole winner?: Mira Falk / Will Mira Falk take pole position at the 2027 Indy race?
      Will Finland file a complaint at the WTO in 2027? / Finland files WTO complaint before 2028?
    `,
  },
  "figures that are near": {
    refused: `
      Fed decision in March 2027?: Cut 25bps / Fed decision in March 2027?: Cut >25bps
      Fed decision in March 2027?: Hike 25bps / Will the Fed raise rates by 25+ bps in March 2027?
      Fed decision in March 2027?: Cut 25 bps / Will the Fed cut rates by at least 0.25% in March 2027?
      Will the Fed cut rates by 0.25% in March 2027? / Will the Fed cut rates by at least 25 bps in March 2027?
      Will May 2027 payrolls be above -25K? / Will May 2027 payrolls be above 25K?
      Will copper touch $6 in 2026? / Will copper close 2026 above $6?
      Will the Acme index hit 9,000 by December 31, 2026? / Will the Acme index settle above 9,000 on December 31, 2026?
      Will Lima get more than 2 inches of rain in May 2026? / Will Lima get more than 3 inches of rain in May 2026?
      Will the Acme app reach 10 million users in 2026? / Will the Acme app reach 15 million users in 2026?
      Will Norway's inflation be above 2.5% in May 2026? / Will Norway's inflation be above 2.6% in May 2026?
      Will Acme ship at least 40 rockets in 2026? / Will Acme ship at least 45 rockets in 2026?
      Will lithium reach $30,000 in 2027? / Will lithium end 2027 above $30,000?
      Will palladium dip to $800 by December 31, 2027? / Will palladium close below $800 on December 31, 2027?
      More than 12 Atlantic hurricanes in 2027? / More than 14 Atlantic hurricanes in 2027?
      Copenhagen rent index above 112.5 in June 2027? / Copenhagen rent index above 113.0 in June 2027?
      Will Dune Three gross over $100 million on opening weekend? / Will Dune Three gross over $120 million on opening weekend?
    `,
    same: `
      Fed decision in March 2027?: Cut >25bps / Will the Fed cut rates by 50+ bps in March 2027?
      Fed decision in March 2027?: Cut 25 bps / Will the Fed cut rates by 0.25% in March 2027?
      Will Ann Lee win the 24 Hours of Lima in 2027? / Will Ann Lee win the race of Lima in 2027?
      More than 5 inches of rain in Lima in May 2027? / At least 5 inches of rain in Lima in May 2027?
      Will copper touch $6 in 2026? / Will copper hit $6.00 before 2027?
      Will the Acme app reach 10 million users in 2026? / Acme app reaches 10M users by December 31, 2026?
      Will Acme ship at least 40 rockets in 2026? / Acme ships 40 or more rockets in 2026?
      Will FC Schalke 04 win the 2026-27 Acme Cup? / 2026-27 Acme Cup winner?: Schalke
      Will lithium reach $30,000 in 2027? / Lithium hits $30k before 2028?
      More than 12 Atlantic hurricanes in 2027? / 13 or more hurricanes in the Atlantic in 2027?
      Copenhagen rent index above 112.5 in June 2027? / Copenhagen's rent index over 112.5 in June 2027?
      Will Hannover 96 win promotion in 2027? / Hannover promoted in 2027?
    `,
  },
  "either of two names and one of them": {
    refused: `
      Will Ana Ruiz visit Norway or Peru in 2027? / Will Ana Ruiz visit Norway in 2027?
      Acme or Orion to buy Harbour Air by June 30, 2027? / Acme to buy Harbour Air by June 30, 2027?
    `,
    same: `
      Will Ana Ruiz visit Norway or Peru in 2027? / Ana Ruiz to visit Norway or Peru before 2028?
    `,
  },
  "short forms in the names of clubs": {
    refused: `
      CD Arnika vs Belmonte: both teams to score? / SC Dorval vs Belmonte: both teams to score?
    `,
    same: `
      CD Arnika vs Belmonte: both teams to score? / Arnika Azores vs Belmonte: both teams to score?
    `,
  },
  "leaving a country and leaving an office": {
    refused: `
      Will Ana Ruiz leave Peru by June 30, 2026? / Ana Ruiz out as mayor of Lima by June 30, 2026?
    `,
    same: `
      Will Ana Ruiz leave office by June 30, 2026? / Ana Ruiz out by June 30, 2026?
      Will UN troops leave Lebanon in 2026? / UN troops out of Lebanon before 2027?
    `,
  },
  "what only one side says": {
    refused: `
    `,
    same: `
      Will Ana Ruiz win the next Peru presidential election? / Peru presidential election winner?: Ana Ruiz
      Who will be the next Surgeon General?: Casey Vale / Next US Surgeon General?: Casey Vale
      Will Casey Vale be the youngest winner of the Acme Prize in 2026? / Will Casey Vale become the youngest Acme Prize winner in 2026?
    `,
  },
  "who is next, without a deadline": {
    refused: `
      Will the Orion bombard Malta by June 30, 2026? / Next island that the Orion bombards?: Malta
    `,
    same: `
      Will the SPD win the next Saxony Senate election? / Will the SPD win the Saxony Senate election in 2026?
    `,
  },
  "leaving a country and an office": {
    refused: `
      Will Ann Lee leave Malta in 2027? / Ann Lee out in 2027?
    `,
    same: `
      Will Ann Lee leave office in 2027? / Ann Lee out in 2027?
    `,
  },
  "who does what to whom": {
    refused: `
      Will Iran be attacked by Israel in 2027? / Will Iran attack Israel in 2027?
      Will Acme be sued by a US state in 2027? / Will Acme sue a US state in 2027?
      Will Ann Lee beat Bo Diaz by June 2027? / Will Ann Lee be beaten by Bo Diaz by June 2027?
      Will Iran attack Israel by June 2027? / Will Israel attack Iran by June 2027?
    `,
    same: `
      Will Acme be sued by a US state in 2027? / Will a US state sue Acme in 2027?
      Will Acme and Vandelay hold a call by Thanksgiving 2027? / Acme and Vandelay hold a call by Thanksgiving 2027?
      Will Acme be bought by Vandelay in 2027? / Will Vandelay acquire Acme in 2027?
      Will Iran be attacked by Israel by June 2027? / Will Israel attack Iran by June 2027?
    `,
  },
  "sides of games": {
    refused: `
      Will the Kings win the Kings vs. Hornets game on November 21, 2026? / Sacramento at Charlotte (Nov 21, 2026)?: Charlotte
      Will the Hornets win the Kings vs. Hornets game on November 21, 2026? / Sacramento at Charlotte (Nov 21, 2026)?: Sacramento
      Will the Steelers win the Colts vs. Steelers game on November 23, 2026? / Indianapolis at Pittsburgh (Nov 23, 2026)?: Indianapolis
      Bills vs. Chiefs on November 23, 2026: will the Chiefs win? / Buffalo at Kansas City (Nov 23, 2026)?: Buffalo
      2027 World Series winner?: Boston Red Sox / Will the Cincinnati Reds win the 2027 World Series?
      2027 College Football National Champion?: Texas / Will Texas Tech win the 2027 College Football National Championship?
      2027 College Football National Champion?: Michigan / Will Michigan State win the 2027 College Football National Championship?
      Will the Senators win the Senators vs. Jets game on November 23, 2026? / Ottawa at Winnipeg (Nov 23, 2026)?: Winnipeg
    `,
    same: `
      Will the Kings win the Kings vs. Hornets game on November 21, 2026? / Sacramento at Charlotte (Nov 21, 2026)?: Sacramento
      Will the Hornets win the Kings vs. Hornets game on November 21, 2026? / Sacramento at Charlotte (Nov 21, 2026)?: Charlotte
      Will the Steelers win the Colts vs. Steelers game on November 23, 2026? / Indianapolis at Pittsburgh (Nov 23, 2026)?: Pittsburgh
    `,
  },
};

/** The pairs of a list. */
export const pairsOf = (list = ""): (readonly [string, string])[] =>
  list
    .split("\n")
    .filter((line) => line.includes(" / "))
    .map((line) => {
      const [a = "", b = ""] = line.trim().split(" / ");
      return [a, b] as const;
    });
