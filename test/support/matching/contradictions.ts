/** Pairs that a veto refuses, and pairs near them that no veto refuses. */
interface Contradiction {
  readonly refused: readonly (readonly [string, string])[];
  readonly same: readonly (readonly [string, string])[];
  readonly inverted?: readonly (readonly [string, string])[];
}

export const CONTRADICTIONS: Readonly<Record<string, Contradiction>> = {
  opposites: {
    refused: [
      [
        "Will Liverpool win their opening match of the 2026-27 season?",
        "Will Liverpool lose their opening match of the 2026-27 season?",
      ],
      ["Will the Knesset approve the 2027 state budget?", "Will the Knesset reject the 2027 state budget?"],
      ["Will the jury convict Daniel Penn in 2026?", "Will the jury acquit Daniel Penn in 2026?"],
      ["Will Moldova join the CSTO in 2026?", "Will Moldova leave the CSTO in 2026?"],
      ["Will Vandelay hire a new CFO before July 2026?", "Will Vandelay fire its CFO before July 2026?"],
      [
        "Will the Strait of Hormuz open to tankers in June 2026?",
        "Will the Strait of Hormuz close to tankers in June 2026?",
      ],
      ["Will Ireland legalize euthanasia in 2026?", "Will Ireland ban euthanasia in 2026?"],
      ["Will Berkshire buy shares of Kroger in Q3 2026?", "Will Berkshire sell shares of Kroger in Q3 2026?"],
      ["Will the Bundestag pass the pension bill in 2026?", "Will the pension bill fail in the Bundestag in 2026?"],
      ["Will Moody's upgrade Italy in 2026?", "Will Moody's downgrade Italy in 2026?"],
      [
        "Will the SPD gain seats in the 2026 Saxony-Anhalt election?",
        "Will the SPD lose seats in the 2026 Saxony-Anhalt election?",
      ],
      ["Will the EU impose tariffs on Chinese steel in 2026?", "Will the EU lift tariffs on Chinese steel in 2026?"],
      ["Will the price of cocoa rise in July 2026?", "Will the price of cocoa fall in July 2026?"],
      ["Will Airbus increase its dividend in 2026?", "Will Airbus cut its dividend in 2026?"],
      [
        "Which city will be the best in the 2026 Acme ranking?: Vienna",
        "Will Vienna be the worst city in the 2026 Acme ranking?",
      ],
      ["Will Ipswich be promoted in 2027?", "Will Ipswich be relegated in 2027?"],
      ["Will the strike at Boeing start in September 2026?", "Will the strike at Boeing end in September 2026?"],
      ["Will the Eastern Conference win the 2027 Acme game?", "Will the Western Conference win the 2027 Acme game?"],
      [
        "Will Hamas accept the Cairo proposal by June 30, 2026?",
        "Will Hamas reject the Cairo proposal by June 30, 2026?",
      ],
      [
        "Will the Supreme Court uphold the Acme ruling in 2026?",
        "Will the Supreme Court overturn the Acme ruling in 2026?",
      ],
      ["Will Chelsea win the 2027 Acme Cup final?", "Will Chelsea lose the 2027 Acme Cup final?"],
    ],
    same: [
      ["Will the Knesset not approve the 2027 state budget?", "Will the Knesset reject the 2027 state budget?"],
      ["Will the jury fail to convict Daniel Penn in 2026?", "Will Daniel Penn be acquitted by the jury in 2026?"],
      ["Will Moldova join the CSTO in 2026?", "Moldova joins the CSTO before 2027?"],
      ["Will Berkshire buy shares of Kroger in Q3 2026?", "Berkshire purchases Kroger shares in Q3 2026?"],
      ["Will Ireland legalize euthanasia in 2026?", "Euthanasia legalized in Ireland before 2027?"],
      ["Will Hamas reject the Cairo proposal by June 30, 2026?", "Hamas rejects Cairo proposal by June 30, 2026?"],
    ],
    inverted: [
      ["Will Sunderland be relegated in the 2026-27 season?", "Will Sunderland stay up in the 2026-27 season?"],
      ["Will Premier Ed Novak survive as leader through 2026?", "Ed Novak out as leader in 2026?"],
      ["Will Kemi Adebayo remain in office through June 2026?", "Will Kemi Adebayo be ousted by June 30, 2026?"],
    ],
  },
  "people who share a name": {
    refused: [
      ["Will Jill Biden publish a memoir in 2026?", "Will Joe Biden publish a memoir in 2026?"],
      ["Will Kim Jong Un visit Moscow in 2026?", "Will Kim Yo Jong visit Moscow in 2026?"],
      ["Will Eric Trump run for office in 2028?", "Will Donald Trump run for office in 2028?"],
      ["Who will host the 2027 Acme gala?: Amy Poehler", "Will Amy Schumer host the 2027 Acme gala?"],
      ["Who will win the 2026 Lagos Open?: Ayo Balogun", "Will Tunde Balogun win the 2026 Lagos Open?"],
      ["Will Raul Castro die in 2026?", "Will Mariela Castro die in 2026?"],
      ["Will Serena Williams play at Wimbledon in 2026?", "Will Venus Williams play at Wimbledon in 2026?"],
      ["Will Michelle Obama endorse a candidate in 2026?", "Will Barack Obama endorse a candidate in 2026?"],
      ["Will Logan Paul fight in 2026?", "Will Jake Paul fight in 2026?"],
      ["Will Luis Diaz score at the 2026 World Cup?", "Will Luis Suarez score at the 2026 World Cup?"],
    ],
    same: [
      ["Will Joe Biden publish a memoir in 2026?", "Biden publishes a memoir before 2027?"],
      ["Will Bob Menendez be released in 2026?", "Will Robert Menendez be released in 2026?"],
      ["Will Mike Tyson fight in 2026?", "Will Michael Tyson fight in 2026?"],
      ["Will Kim Jong Un visit Moscow in 2026?", "Kim Jong-un visits Moscow before 2027?"],
      ["Who will host the 2027 Acme gala?: Amy Schumann", "Will Schumann host the 2027 Acme gala?"],
      ["Will Sam Smith tour Australia in 2026?", "Sam Smith Australian tour in 2026?"],
      ["Will Justin Bieber divorce in 2026?", "Justin Bieber splits up with his wife in 2026?"],
    ],
  },
  "changed places": {
    refused: [
      ["Will Orion launch before Hermes?", "Will Hermes launch before Orion?"],
      ["Will Turkey join the Andes Pact before Serbia?", "Will Serbia join the Andes Pact before Turkey?"],
      ["Will Ana Ruiz beat Bo Diaz in 2026?", "Will Bo Diaz beat Ana Ruiz in 2026?"],
      ["Will Ethereum surpass Solana in 2026?", "Will Solana surpass Ethereum in 2026?"],
      ["Will Norway host Sweden in June 2026?", "Will Sweden host Norway in June 2026?"],
    ],
    same: [
      ["Will Orion launch before Hermes?", "Orion launched before Hermes?"],
      ["Will Trump meet Putin in June 2026?", "Will Putin meet Trump in June 2026?"],
    ],
  },
  "a part and the whole": {
    refused: [
      ["Will Bo Diaz win Ohio in the 2028 presidential election?", "Will Bo Diaz win the 2028 presidential election?"],
      [
        "Will Team Falcon win map 2 against Team Heron on May 3, 2026?",
        "Will Team Falcon win against Team Heron on May 3, 2026?",
      ],
      ["Will Ajax win their group at the 2026-27 Champions League?", "Will Ajax win the 2026-27 Champions League?"],
      ["Will the Ravens win the AFC North division in 2026?", "Will the Ravens win the AFC Championship in 2026?"],
      ["Will the Ravens win the AFC Championship in 2027?", "Pro football champion 2027?: Baltimore"],
      [
        "Will Ana Ruiz win the first round of the 2026 Peru presidential election?",
        "Will Ana Ruiz win the 2026 Peru presidential election?",
      ],
      ["Will Democrats win the Senate in 2026?", "Will Democrats win both the House and the Senate in 2026?"],
      ["Will Republicans win a trifecta in 2028?", "Will Republicans win the House in 2028?"],
      ["Will a tornado hit Kansas in June 2026?", "Will a tornado hit the US in June 2026?"],
      ["Will Egan Vale win stage 4 of the 2026 Tour of Oman?", "Will Egan Vale win the 2026 Tour of Oman?"],
      ["Will Vega win the first quarter against Lyra on May 3, 2026?", "Will Vega beat Lyra on May 3, 2026?"],
      [
        "Will Labour win a seat in Kent county in the 2026 election?",
        "Will Labour win a seat in Kent in the 2026 national election?",
      ],
    ],
    same: [
      ["Will the Ravens win the AFC Championship in 2027?", "AFC Champion 2027?: Baltimore Ravens"],
      ["Will a tornado hit Kansas in June 2026?", "Tornado hits Kansas in June 2026?"],
      [
        "Will Ana Ruiz win the first round of the 2026 Peru presidential election?",
        "2026 Peru presidential election, first round winner?: Ana Ruiz",
      ],
      [
        "Will Team Falcon win map 2 against Team Heron on May 3, 2026?",
        "Falcon vs. Heron on May 3, 2026, map 2 winner?: Falcon",
      ],
    ],
  },
  "a step on the way and the end": {
    refused: [
      ["Will Jamaica qualify for the 2026 World Cup?", "Will Jamaica win the 2026 World Cup?"],
      ["2027 Acme Baking Show finalists?: Ana Ruiz", "Will Ana Ruiz win the 2027 Acme Baking Show?"],
      [
        "Will Ana Ruiz reach the semifinals of the 2026 Lima Open?",
        "Will Ana Ruiz reach the final of the 2026 Lima Open?",
      ],
      ["2026 Acme Prize shortlist?: Ana Ruiz", "Will Ana Ruiz win the 2026 Acme Prize?"],
      ["2026 Acme Prize longlist?: Ana Ruiz", "2026 Acme Prize shortlist?: Ana Ruiz"],
      [
        "Will Orion be nominated for Best Score at the 2027 Acme Awards?",
        "Will Orion win Best Score at the 2027 Acme Awards?",
      ],
      ["Will Kimi Rask take pole at the 2026 Monza Grand Prix?", "Will Kimi Rask win the 2026 Monza Grand Prix?"],
      ["Will Bo Diaz run for mayor of Oslo in 2027?", "Will Bo Diaz win the 2027 Oslo mayoral election?"],
      [
        "Will Bo Diaz appear on the ballot for governor of Ohio in 2026?",
        "Will Bo Diaz be elected governor of Ohio in 2026?",
      ],
      ["Will Acme file for an IPO in 2026?", "Will Acme IPO in 2026?"],
      ["Will Acme announce a stock split in 2026?", "Will Acme split its stock in 2026?"],
      ["Will Congress propose a wealth tax in 2026?", "Will Congress pass a wealth tax in 2026?"],
      ["Which teams will make the 2027 playoffs?: Ajax", "Will Ajax win the 2027 playoffs?"],
    ],
    same: [
      ["Will Jamaica qualify for the 2026 World Cup?", "2026 World Cup qualifiers?: Jamaica"],
      ["2027 Acme Baking Show finalists?: Ana Ruiz", "Will Ana Ruiz reach the 2027 Acme Baking Show final?"],
      ["2026 Acme Prize shortlist?: Ana Ruiz", "Will Ana Ruiz be shortlisted for the 2026 Acme Prize?"],
      ["Will Kimi Rask take pole at the 2026 Monza Grand Prix?", "2026 Monza Grand Prix pole position?: Kimi Rask"],
      ["Will Bo Diaz run for mayor of Oslo in 2027?", "Bo Diaz runs for Oslo mayor in 2027?"],
      ["Will Acme announce a stock split in 2026?", "Acme announces stock split before 2027?"],
      ["Will Ana Ruiz reach the semifinals of the 2026 Lima Open?", "2026 Lima Open semifinalists?: Ana Ruiz"],
      ["Will Acme file for an IPO in 2026?", "Acme files for IPO before 2027?"],
    ],
  },
  "figures that are near": {
    refused: [
      ["Will copper touch $6 in 2026?", "Will copper close 2026 above $6?"],
      [
        "Will the Acme index hit 9,000 by December 31, 2026?",
        "Will the Acme index settle above 9,000 on December 31, 2026?",
      ],
      [
        "Will Lima get more than 2 inches of rain in May 2026?",
        "Will Lima get more than 3 inches of rain in May 2026?",
      ],
      ["Will the Acme app reach 10 million users in 2026?", "Will the Acme app reach 15 million users in 2026?"],
      ["Will Norway's inflation be above 2.5% in May 2026?", "Will Norway's inflation be above 2.6% in May 2026?"],
      ["Will Acme ship at least 40 rockets in 2026?", "Will Acme ship at least 45 rockets in 2026?"],
    ],
    same: [
      ["Will copper touch $6 in 2026?", "Will copper hit $6.00 before 2027?"],
      ["Will the Acme app reach 10 million users in 2026?", "Acme app reaches 10M users by December 31, 2026?"],
      ["Will Acme ship at least 40 rockets in 2026?", "Acme ships 40 or more rockets in 2026?"],
      ["Will FC Schalke 04 win the 2026-27 Acme Cup?", "2026-27 Acme Cup winner?: Schalke"],
    ],
  },
  "what only one side says": {
    refused: [],
    same: [
      ["Will Ana Ruiz win the next Peru presidential election?", "Peru presidential election winner?: Ana Ruiz"],
      ["Who will be the next Surgeon General?: Casey Vale", "Next US Surgeon General?: Casey Vale"],
      [
        "Will Casey Vale be the youngest winner of the Acme Prize in 2026?",
        "Will Casey Vale become the youngest Acme Prize winner in 2026?",
      ],
    ],
  },
};
