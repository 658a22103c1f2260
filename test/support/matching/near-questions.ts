/** Near misses of other kinds: each side says something that the other does not. */
export const NEAR: readonly (readonly [string, string])[] = [
  ["Will Bo Diaz talk to Ana Ruiz by July 31, 2026?", "Bo Diaz meets with Ana Ruiz by July 31, 2026?"],
  [
    "Which company has the best coding model on July 31, 2026?: Acme",
    "Will Acme have the best AI model on July 31, 2026?",
  ],
  ["Which bank will lead Acme's IPO?: No listed underwriter", "Will Orion Bank be the lead underwriter in Acme's IPO?"],
  ["Will Acme acquire Orion in 2026?", "Will Orion acquire Acme in 2026?"],
  ["GTA 6 released before GPT 6?", "Will GPT 6 be released?"],
  ["Will Ana Ruiz win Record of the Year in 2027?", "Will Ana Ruiz win Song of the Year in 2027?"],
  ["Pro baseball champion 2026?: New York M", "Will the New York Yankees win the 2026 World Series?"],
  ["Peru and Chile ceasefire by May 31, 2027?", "Peru and Chile ceasefire broken by May 31, 2027?"],
  ["Fed rate cut in March 2027?", "Fed emergency rate cut in March 2027?"],
  ["Will Acme release Orion 6 in 2027?", "Will Acme release Orion 6 mini in 2027?"],
  ["Will Ana Ruiz win the 2027 Acme Open?", "Will Ana Ruiz reach the 2027 Acme Open final?"],
  ["Trump approval above 45% on June 1, 2027?", "Trump net approval above 45% on June 1, 2027?"],
  ["Trump approval above 40% on June 1, 2027?", "Trump approval on the economy above 40% on June 1, 2027?"],
  ["Top song on Acme USA on May 10, 2027?: Golden", "Top song on Acme globally on May 10, 2027?: Golden"],
  ["Will Ana Ruiz win the popular vote in 2028?", "Will Ana Ruiz win the 2028 presidential election?"],
  ["Will Trump leave office early?", "Will Trump be president on December 31, 2025?"],
  ["Will Kim be first and Novak second in 2026?", "Will Novak be first and Kim second in 2026?"],
];

/** Yes on one is no on the other. */
export const INVERTED = [
  ["How many launches will Acme make in 2026?: 5 or fewer", "Will Acme make at least 6 launches in 2026?"],
  ["No ceasefire between Peru and Chile before June 1, 2027?", "Peru and Chile ceasefire by May 31, 2027?"],
  ["Will Orion not launch before 2027?", "Will Orion launch in 2026?"],
  [
    "Will Bo Diaz no longer be Prime Minister of Norway on June 1, 2026?",
    "Will Bo Diaz be Prime Minister of Norway on June 1, 2026?",
  ],
  ["Will Bitcoin be below $100k on May 10, 2026 at 5pm?", "Bitcoin above $100,000 on May 10, 2026 at 5pm?"],
  ["Will Ana Ruiz still be mayor of Lima at the end of 2026?", "Ana Ruiz out as mayor of Lima by December 31, 2026?"],
  ["Will unemployment be above 4.5% in May 2026?", "Unemployment at 4.5% or lower in May 2026?"],
] as const;
