/** Pairs that sound alike and are not the same question, and pairs near them that are, as `CONTRADICTIONS` has them. */
interface Trap {
  readonly refused: string;
  readonly accepted?: string;
}

export const TRAPS: Readonly<Record<string, Trap>> = {
  "people who share a name": {
    refused: `
      Will Jill Biden publish a memoir in 2026? / Will Joe Biden publish a memoir in 2026?
      Will Kim Jong Un visit Moscow in 2026? / Will Kim Yo Jong visit Moscow in 2026?
      Will Eric Trump run for office in 2028? / Will Donald Trump run for office in 2028?
      Will Raul Castro die in 2026? / Will Mariela Castro die in 2026?
      Will Serena Williams play at Wimbledon in 2026? / Will Venus Williams play at Wimbledon in 2026?
      Will Michelle Obama endorse a candidate in 2026? / Will Barack Obama endorse a candidate in 2026?
      Will Logan Paul fight in 2026? / Will Jake Paul fight in 2026?
      Will Luis Diaz score at the 2026 World Cup? / Will Luis Suarez score at the 2026 World Cup?
      Kirsten Rausing to win the 2027 breeders award? / Will Anna Rausing win the 2027 breeders award?
      Will Ferdinand Marcos run for the Senate in 2028? / Will Imee Marcos run for the Senate in 2028?
      Will Hunter Biden testify in 2027? / Will Ashley Biden testify in 2027?
      Will Prince Harry visit Balmoral in 2027? / Will Prince William visit Balmoral in 2027?
      Will Lee Jae-myung visit Oslo in 2027? / Will Lee Jun-seok visit Oslo in 2027?
      Will Gina Raimondo win the 2028 Democratic presidential nomination? / Will Gavin Newsom be the Democratic Presidential nominee in 2028?
    `,
  },
  "winners and losers": {
    refused: `
      Will Google sanction the Acme Board in 2027? / Will the US sanction the Acme Board in 2027?
      Acme vs Orion match winner?: Orion / Acme beats Orion in the match
      Will the US strike Orion by May 31, 2027? / Israel or the US strike Orion by May 31, 2027?
    `,
    accepted: `
      Orion Cup 2027 winner?: Hanwha Life Esports / Orion Cup 2027 winner?: HLE
      Does SOL set a new ATH before 2028? / Solana all time high by December 31, 2027?
    `,
  },
  "one part that differs": {
    refused: `
      Most listeners on Spotify on May 10, 2027: Ann Lee? / Most followers on Spotify on May 10, 2027: Ann Lee?
      Will Los Angeles L win the Pacific Division? / Will the Los Angeles Clippers win the NBA Pacific Division?
      Will Lima grant Acme a driverless testing permit before 2028? / Lima grants Acme a driverless deployment permit before 2028?
      Cultivated meat on sale in a Lima supermarket by the end of 2028? / Cultivated meat on sale in a Lima restaurant by the end of 2028?
    `,
    accepted: `
      Will Lima grant Acme a driverless testing permit before 2028? / Lima grants Acme a driverless testing permit by the end of 2027?
    `,
  },
  month: {
    refused: `
      Will the Fed cut rates in March 2027? / Fed rate cut in May 2027?
      Will Dune Messiah open in June 2026? / Will Dune Messiah open in July 2026?
      Will Acme release Orion by June 30, 2026? / Acme Orion released by September 30, 2026?
      CPI above 3% in April 2026? / Will CPI be above 3% in October 2026?
    `,
    accepted: `
      Will the Fed cut rates in March 2027? / Fed rate cut in March 2027?
    `,
  },
  year: {
    refused: `
      Will Norway win Eurovision 2026? / Will Norway win Eurovision 2027?
      Will Orion launch before 2027? / Will Orion launch by December 31, 2027?
      Will Ana Ruiz win the 2026 Lima mayoral election? / Will Ana Ruiz win the 2030 Lima mayoral election?
      Will Acme go public in 2025? / Acme IPO before 2027?
    `,
    accepted: `
      Will Orion launch before 2027? / Will Orion launch by December 31, 2026?
      Will Orion launch before Jan 1, 2027? / Will Orion launch in 2026?
      Will Orion launch this year? / Will Orion launch by the end of 2026?
    `,
  },
  threshold: {
    refused: `
      Bank of Canada rate below 2.00% on May 10, 2027? / Bank of Canada rate at 2.00% or lower on May 10, 2027?
      Will Bitcoin be above $100k on May 10, 2026? / Bitcoin above $120,000 on May 10, 2026?
      Will the hike be 25 bps in July 2026? / Will the hike be 50 bps in July 2026?
      Will Acme's market cap be above $1 trillion on July 1, 2026? / Acme market cap above $1 billion on July 1, 2026?
      Will the high in Oslo be 20-21° on May 2, 2026? / Will the high in Oslo be 22-23° on May 2, 2026?
    `,
    accepted: `
      Will Bitcoin be above $100k on May 10, 2026 at 5pm ET? / Bitcoin price on May 10, 2026 at 5pm EDT?: $100,000 or above
      Will silver settle above $40 on May 10, 2026? / Silver price on May 10, 2026?: $40.01 or above
      Will CPI be above 3.0% in April 2026? / CPI inflation in April 2026?: 3.1% or higher
      ECB decision in June 2026? Cut 25 bps / Will the ECB cut rates by 0.25% in June 2026?
      Will Acme's market cap be above $1.5 trillion on July 1, 2026? / Acme market cap over $1,500b on July 1, 2026?
    `,
  },
  "exact versus at least": {
    refused: `
      How many launches will Acme make in 2026?: 5 / Will Acme make at least 5 launches in 2026?
      Will CPI be above 3.0% in April 2026? / Will CPI be at least 3.0% in April 2026?
      Will Acme make exactly 5 launches in 2026? / Will Acme make more than 5 launches in 2026?
      How many medals will Kenya win in 2026?: 10 to 12 / Will Kenya win 10 or more medals in 2026?
      How many seats will Likud win in 2026?: 30 / Will Likud win at most 30 seats in 2026?
    `,
    accepted: `
      How many launches will Acme make in 2026?: 6+ / Will Acme make more than 5 launches in 2026?
      How many launches will Acme make in 2026?: 5 / Will Acme make exactly five launches in 2026?
    `,
  },
  "touch versus settle": {
    refused: `
      Will Bitcoin hit $150k by December 31, 2026? / Will Bitcoin close above $150,000 on December 31, 2026?
      Will gold reach $4,000 in June 2026? / Will gold settle above $4,000 on June 30, 2026?
      How high will ETH get in 2026?: $7,000 or above / Will ETH end 2026 above $7,000?
      Will WTI touch $90 in May 2026? / WTI above $90 on May 31, 2026?
    `,
    accepted: `
      Will Bitcoin hit $150k by December 31, 2026? / Will BTC reach $150,000 before 2027?
    `,
  },
  party: {
    refused: `
      Ohio Senate winner? Republican party / Will the Democrats win the Ohio Senate race in 2026?
      FL-07 House winner? Democratic party / Will the Republican party win the FL-07 House seat?
      Will an independent win the Maine Senate race in 2026? / Will the Democrats win the Maine Senate race in 2026?
      Next Senate Democratic leader? Ann Lee / Will Ann Lee be the next Senate majority leader?
    `,
    accepted: `
      Ohio Senate winner? Republican party / Will the GOP win the Ohio Senate race in 2026?
    `,
  },
  place: {
    refused: `
      Ohio Senate winner? Republican party / Will the Republicans win the Iowa Senate race in 2026?
      Which party will win the U.S. Senate? Republican / Which party will win the 2026 US Senate election in Texas? Republican
      NY-17 House winner? Republican party / Will the Republican party win the NY-19 House seat?
      Will France win the 2026 handball final? / Will Denmark win the 2026 handball final?
      Will 2026 be the hottest year in Spain? / Will 2026 be the hottest year in Japan?
    `,
    accepted: `
      NY-17 House winner? Republican party / Will the GOP win New York's 17th congressional district?
      Will a Brazilian win the 2026 Acme prize? / Will someone from Brazil win the 2026 Acme prize?
    `,
  },
  "cut versus hike": {
    refused: `
      Fed decision in June 2026? Cut 25 bps / Will the Fed hike rates by 25 bps after the June 2026 meeting?
      Will the ECB raise rates in July 2026? / Will the ECB lower rates in July 2026?
      Fed decision in June 2026? Fed maintains rate / Will the Fed decrease interest rates after the June 2026 meeting?
      Will Acme raise its dividend in 2026? / Will Acme cut its dividend in 2026?
    `,
    accepted: `
      Fed decision in June 2026? Cut 25bps / Will the Fed decrease interest rates by 25 bps after the June 2026 meeting?
      Fed decision in June 2026? Fed maintains rate / No change in Fed interest rates after the June 2026 meeting?
      Will the FOMC raise rates in June 2026? / Fed rate hike in June 2026?
    `,
  },
  "nominee versus winner": {
    refused: `
      Michigan governor winner? Ann Lee / Will Ann Lee win the 2026 Michigan Democratic gubernatorial primary?
      2028 presidential election winner? Bo Diaz / Will Bo Diaz win the 2028 Republican presidential nomination?
      Who will run for the 2028 Republican nomination? Bo Diaz / Will Bo Diaz win the 2028 Republican presidential nomination?
      Ohio Senate winner? Ann Lee / Will Ann Lee be the Democratic nominee for Senate in Ohio?
    `,
    accepted: `
      2028 Republican presidential nominee? Bo Diaz / Will Bo Diaz win the 2028 Republican presidential nomination?
    `,
  },
  "Nth place": {
    refused: `
      Florida Republican governor primary, 4th place? Jay Cole / Will Jay Cole be the Republican nominee for Florida governor?
      Will Acme have the best AI model at the end of June 2026? / Will Acme have the second best AI model at the end of June 2026?
      Will Ajax finish in the top 4 in 2026? / Will Ajax finish in the top 2 in 2026?
      Eurovision 2026 runner-up? Sweden / Will Sweden win Eurovision 2026?
    `,
    accepted: `
      First round of the 2026 Peru election, 2nd place? Ana Ruiz / Will Ana Ruiz finish in second place in the first round of the 2026 Peru election?
    `,
  },
  "margin or seats versus win": {
    refused: `
      Wisconsin Senate margin of victory? Democrats / Will the Democrats win the Wisconsin Senate race in 2026?
      Will the Democrats win the House in 2026? / How many House seats will Democrats win in 2026?: 230 or more
      Will Ann Lee win by more than 5 points in Ohio? / Will Ann Lee win in Ohio?
      Texas Senate race turnout above 9 million in 2026? / Will the Republicans win the Texas Senate race in 2026?
    `,
    accepted: `
      How many Senate seats will Republicans hold after the 2026 midterms?: 50 / Will the Republican party hold exactly 50 Senate seats after the 2026 midterm elections?
    `,
  },
  "first half or map versus match": {
    refused: `
      Ravens vs. Foxes: Map 1 winner / Ravens vs. Foxes: Map 2 winner
      Will Ajax beat Porto on May 3, 2026? / Will Ajax beat Porto in the first half on May 3, 2026?
      Kim vs. Novak on May 3, 2026 / Kim vs. Novak: Set 1 winner on May 3, 2026
      Kim vs. Novak on May 3, 2026 / WTA: Kim vs Novak on May 3, 2026
      Will Ajax win the 2026 final? / Will Ajax reach the 2026 final?
      Ajax vs. Porto on May 3, 2026: both teams to score / Ajax vs. Porto on May 3, 2026
    `,
    accepted: `
      Ajax vs. Porto: Both Teams to Score / Porto at Ajax: both teams to score
    `,
  },
  "next or first versus standalone": {
    refused: `
      Which leaders will leave office in 2026? Ana Ruiz / Will Ana Ruiz be the next leader out before 2027?
      Will Bo Diaz announce a presidential run before 2027? / Who will be the first to announce a presidential run? Bo Diaz
      Who will leave the Cabinet next? Bo Diaz / Who will be the first Cabinet member to leave office? Bo Diaz
      Which G7 leader will leave office next? Ana Ruiz / Will Ana Ruiz be the next leader out before 2027?
    `,
    accepted: `
      Who will leave the Cabinet next? Bo Diaz / Will Bo Diaz be the next to leave the Cabinet before 2027?
    `,
  },
  "announcement versus event": {
    refused: `
      When will Acme officially announce an IPO? Before Jan 1, 2027 / Acme IPO before 2027?
      Will Acme announce the Orion phone in 2026? / Will Acme release the Orion phone in 2026?
      Will Bo Diaz be rumored to marry Ana Ruiz in 2026? / Will Bo Diaz marry Ana Ruiz in 2026?
      Will Peru propose leaving the Andes Pact in 2026? / Will Peru leave the Andes Pact in 2026?
    `,
    accepted: `
      When will Acme officially announce an IPO? Before Jan 1, 2027 / Will Acme announce an IPO by December 31, 2026?
    `,
  },
  "hour versus day": {
    refused: `
      Bitcoin price on May 10, 2026 at 3am EDT?: $80,400 or above / Will Bitcoin be above $80,400 on May 10, 2026?
      Bitcoin above $80,400 on May 10, 3AM ET? / Bitcoin above $80,400 on May 10, 4AM ET?
      ETH above $2,300 on May 9, 2026 at 4pm? / ETH above $2,300 on May 9, 2026 at 4am?
      SOL above $90 on June 8, 2026 at noon? / SOL above $90 on June 8, 2026?
    `,
    accepted: `
      Bitcoin price on May 10, 2026 at 3am EDT?: $80,400 or above / Bitcoin above 80,400 on May 10, 3AM ET?
    `,
  },
  "crossed chambers": {
    refused: `
      2026 balance of power? D-House, R-Senate / 2026 balance of power: D Senate, R House
      2026 balance of power? R-House, D-Senate / 2026 balance of power: R Senate, D House
      2026 balance of power? R-House, R-Senate / 2026 balance of power: D Senate, D House
      2026 balance of power? D-House, R-Senate / Will Republicans win the House and Democrats the Senate in 2026?
    `,
    accepted: `
      2026 balance of power? D-House, R-Senate / 2026 balance of power: R Senate, D House
    `,
  },
  "partial names": {
    refused: `
      2028 Republican VP nominee? Don Carr Jr. / Will Don Carr be the 2028 Republican vice presidential nominee?
      Who will win the 2026 Acme prize? Ann Smith / Will Bob Smith win the 2026 Acme prize?
      Who will win the 2026 Acme Open? Davis Riley / Will Davis Thompson win the 2026 Acme Open?
      Who will visit Oslo in 2026? Eric Trump / Will Trump visit Oslo in 2026?
      Who will win the 2027 Acme Trophy? Luka Doncic / Will Luka Modric win the 2027 Acme Trophy?
      Will a Trump family member visit Oslo in 2026? / Will Donald Trump visit Oslo in 2026?
    `,
    accepted: `
      FL-20 Democratic nominee? Rudolph Moise / Will Rudy Moise be the Democratic nominee for FL-20?
      Who will appear on the Orion podcast in 2026? Sam Bankman-Fried / Will SBF appear on the Orion podcast in 2026?
      Who will visit Oslo in 2026? Benjamin Netanyahu / Will Bibi visit Oslo in 2026?
      Will Netanyahu leave office in 2026? / Netanyahu out as Prime Minister of Israel before 2027?
      Which teams will win 10 games in 2026? Kansas City Chiefs / Will the Chiefs win 10 games in 2026?
      Will NVDA close above $250 on June 30, 2026? / Nvidia closes above $250 on June 30, 2026?
    `,
  },
  "parent versus outcome": {
    refused: `
      Who will win the 2026 Lima mayoral election? / Will Ana Ruiz win the 2026 Lima mayoral election?
      When will Acme IPO? / Acme IPO before 2027?
      US strikes Iran by...? / Will the US strike Iran by June 30, 2026?
      Which companies will be acquired in 2026? / Will Acme be acquired before 2027?
    `,
    accepted: `
      Which companies will be acquired this year? Acme / Will Acme be acquired before 2027?
    `,
  },
};
