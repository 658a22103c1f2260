/** Invented people: the demo has no market about a real person. */
const list = (text: string): string[] => text.split(",").map((name) => name.trim());

export const DEMOCRATS =
  list(`Elena Marchetti, Darius Whitfield, Grace Oyelaran, Tom Halvorsen, Priya Raman, Julian Castellano,
  Meredith Blaine, Andre Fontaine, Rosalind Okafor, Peter Lindqvist, Camille Duarte, Wade Sutherland, Naomi Feldstein,
  Victor Salcedo, Hannah Brightwater, Calvin Moreau`);

export const REPUBLICANS =
  list(`Grant Hollister, Leah Thornbury, Marcus Dellinger, Rick Vandermeer, Susannah Pruitt, Cole Ashworth,
  Diane Kowalczyk, Travis McAllen, Evelyn Stroud, Raymond Bexley, Corinne Hale, Dale Whitcomb, Joaquin Navarro,
  Preston Lacy, Abigail Renner, Wyatt Sorensen`);

export const MAYORS =
  list(`Imani Caldwell, Sal Bertolucci, Yuki Tanabe, Rebecca Strand, Hector Villalobos, Dominic Ashe, Farah Siddiqui,
  Gene Kuszak, Lorraine Pettibone, Amos Greer, Tessa Winograd, Malik Everett`);

export const FILMS =
  list(`The Salt Road, Ninety Days of Rain, Paper Lanterns, A Quiet Republic, Meridian, The Last Cartographer, Ember Street,
  Low Tide, The Understudy, Glass Harbor, Winter Orchard, Saint Agnes, Halcyon Days, The Borrowed House, Nightjar`);

export const ACTORS =
  list(`Orla Vance, Idris Calloway, Marisol Quint, Theo Barnard, Anneke Vos, Jun-ho Baek, Delphine Marchand, Silas Okoro,
  Greta Lindholm, Rafael Montes, Beatrix Hale, Kofi Mensah`);

export const SINGERS =
  list(`Juniper Vale, Kid Meridian, Nova Sterling, Rosa del Mar, The Paper Kites Club, Saint Laurel, Echo Parade, Zadie Cruz,
  Midnight Atlas, Lowell & Pine, Tamsin Grey, Big Harmony`);

export const ALBUMS =
  list(`Velvet Weather, Long Way Down to Sunday, Satellite Hearts, Casa Azul, Field Notes, Golden Hour Traffic, Static Bloom,
  Salt & Cedar, Neon Psalms, Second Summer`);

export const QUARTERBACKS =
  list(`Jaylen Okonkwo, Trey Maddox, Cooper Hastings, Dante Willis, Beau Larkin, Malachi Greene, Eli Sandoval,
  Roman Fitch, Tucker Vaughn, Isaiah Poole`);

export const DRIVERS =
  list(`Luca Ferrante, Joris van Dael, Callum Reid, Mateo Aguirre, Niklas Brandt, Hugo Lavigne, Kenji Arakawa,
  Oskar Lund, Ben Sinclair, Thiago Prado, Aaron Webb, Emil Koskinen`);

export const TENNIS_PLAYERS =
  list(`Mirko Dragan, Alejandro Ruiz, Casper Nyland, Lorenzo Baldi, Daniil Sokolov, Ethan Marsh, Felix Dubois,
  Hiro Matsuda, Stefan Weiss, Jordan Blake, Tomas Havel, Andrei Popa`);

export const SCORERS =
  list(`Erik Solberg, Mamadou Diop, Alex Whitlock, Bruno Tavares, Kaito Mori, Rasmus Holm, Jude Farrow, Samir Haddad,
  Ollie Penrose, Diego Luna`);

export const OFFICERS =
  list(`Secretary of State, Secretary of Defense, Attorney General, Secretary of Homeland Security,
  Secretary of Energy, Secretary of Labor, Secretary of the Treasury, Secretary of Commerce, FBI Director, CIA Director`);
