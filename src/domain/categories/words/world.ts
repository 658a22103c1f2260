import type { CategoryWords } from "./category-words.ts";

export const WORLD: CategoryWords = {
  strong: `nobel peace, geopolitics, geopolitical, ceasefire, cease fire, peace deal, peace agreement, peace talks,
    invade, invasion, airstrike, air strike, military strike, military action, military operation, ground operation,
    strait of hormuz, hormuz, bab el mandeb, strait, warship, blockade, aircraft carrier, hostage, gaza, gazan, west
    bank, hamas, hezbollah, houthi, idf, israeli forces, annex, annexation, nato, un security council, united
    nations, treaty, sanctions, nuclear weapon, nuclear deal, nuclear test, uranium enrichment, enrich uranium,
    ballistic missile, missile, greenland, troops, boots on the ground, war crime, genocide, coup, coup attempt,
    martial law, refugees, donbas, donetsk, pokrovsk, crimea, zaporizhzhia, kharkiv, kherson, kostyantynivka,
    litani, nabatieh, golan, taiwan strait, south china sea, north korea, recognize palestine, palestine, two state,
    embassy, ambassador, abraham accords, world war, drone strike, humanitarian, famine, border clash, civil war,
    rebel, icc, icj, brics, g7, g20, asean, general assembly, secretary general, flight 370, malaysia airlines,
    zhang youxia, central military commission, supreme national security council, irgc, mossad, al qaeda, isis,
    islamic state, tigray, m23, peacekeeping, prisoner exchange, prisoner swap, join the eu, eu membership, eu
    accession, oreshnik, tomahawk, iron dome, world war 3, wwiii, ww3, third world war, nuclear war, nuclear
    detonation, defence pact, defense pact, chagos, svalbard, kaliningrad, transnistria, nagorno karabakh, artsakh,
    rojava, kurdistan, darfur, aukus, belt and road, diego garcia, falkland, gibraltar, diplomatic relations, air
    defense, state visit, kidnapped by`,
  usual: `palestinian, war, attack, military, strike, strikes, weapons, army, soldier, navy, nuclear, foreign,
    foreign policy, diplomatic, summit, meet with, diplomatic meeting, ukraine, russia, russian, ukrainian, israel,
    israeli, iran, iranian, taiwan, syria, syrian, lebanon, lebanese, iraq, yemen, kyiv, moscow, tehran, beijing,
    kremlin, panama canal, middle east, european union, regime change, regime fall, regime collapse, secede,
    independence, sovereignty, deploy, withdraw, capture, recapture, armed forces, terrorist attack, sahel, sudan,
    rsf, khartoum, kashmir, thailand cambodia, ccp, plaaf, migration, doomsday clock, navalny, press freedom, world
    population, captured, drydock, konstantinovka`,
  weak: `mh370, korea, un, eu, europe, european, britain, georgia georgian, alberta, quebec, new zealand, sri lanka,
    taliban, saudi arabia, somaliland, congo, south africa, passport, immigration from`,
  faint: "visit, north, countries, country, nation, nations, international, population",
};
