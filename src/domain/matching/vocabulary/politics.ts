/** Synonyms of politics and government: alternatives before the ">", comma apart, then the meaning. */
export const POLITICS = `
  next president of the united states, next us president, next president of the us, next american president, next presidential election, next us presidential election, next potus > us presidential election
  us presidency, american presidency, presidential race winner, presidential winner, presidential election winner > presidential
  commander in chief > presidential
  gubernatorial election, gubernatorial race, governor race, race for governor, governor mansion > governor
  senate seat, senate race, senate election, race for senate, us senate race, us senate election, us senator, senator for > senate
  representative for, congressional seat, congressional race, house seat, us house seat > house
  lower house > house
  control of the senate, control the senate, senate majority, senate control, win the senate > senate
  control of the house, control the house, house majority, house control, win the house > house
  lieutenant governor, lt governor, lt gov > lieutenant
  vice presidential nominee, vp nominee, vp pick, running mate pick > vicepresident nominee
  us attorney general > attorneygeneral
  secretary of defense, defense secretary, secretary of war, war secretary, defence secretary, pentagon chief, pentagon > defensesecretary
  treasury secretary, secretary of the treasury > treasurysecretary
  homeland security secretary, secretary of homeland security, dhs secretary, homeland secretary > dhssecretary
  health secretary, secretary of health and human services, hhs secretary > hhssecretary
  labor secretary, secretary of labor > laborsecretary
  energy secretary, secretary of energy > energysecretary
  education secretary, secretary of education > educationsecretary
  transportation secretary, secretary of transportation > transportationsecretary
  commerce secretary, secretary of commerce > commercesecretary
  interior secretary, secretary of the interior > interiorsecretary
  us secretary of state > secretarystate
  fbi director, director of the fbi, head of the fbi > fbi director
  cia director, director of the cia > cia director
  press secretary, white house press secretary > presssecretary
  chief of staff, white house chief of staff > chiefofstaff
  national security adviser, national security advisor > nationalsecurityadviser
  supreme court justice, justice of the supreme court, us supreme court, the supreme court, u s supreme court > scotus
  majority leader, senate majority leader > majority leader
  minority leader, senate minority leader > minority leader
  house of delegates > housedelegates
  house of commons > commons
  state house, state assembly > statehouse
  become a state, becomes a state, admitted as a state, admitted as a us state, statehood, gain statehood, become a us state, become the 51st state, be admitted as a us state, be admitted as a state, admitted to the union > statehood
  washington dc, washington d c, district of columbia > dc
  jungle primary, top two primary > jungleprimary
  run off, runoffs > runoff
  popular vote > popularvote
  electoral college, electoral votes > electoralvotes
  swing state, swing states, battleground states > swingstate
  midterm elections, midterms, midterm election, the midterms > midterm
  house impeach, house impeaches, house votes to impeach, house vote to impeach, impeached by the house, impeached by the us house, impeached by house, impeached > impeach
  pass without, passes without, day without, go without, goes without > not
  snap election, early election > snap election
  hold an election, holds an election, hold a general election, hold elections, election held, general election held > election held
  no confidence, vote of no confidence, no confidence vote > noconfidence
  state of the union, sotu > sotu
  executive order, executive orders > executiveorder
  insurrection act > insurrectionact
  25th amendment, twenty fifth amendment > amendment25
  epstein files, epstein documents, epstein list > epsteinfiles
  presidential pardon, presidential pardons, full pardon, clemency, pardon from, be pardoned, pardons, pardoned > pardon
  social security > socialsecurity
  minimum wage > minimumwage
  filibuster rule, legislative filibuster > filibuster
  get rid of, repeal, repeals, repealed, abolition of > eliminate
  be confirmed, confirmed by the senate, senate confirms, confirmation > confirm
  quit, quits, retire, retires, retired, retirement, retiring > retire
  step aside, steps aside, fired, be fired, dismissed, be dismissed, sacked, toppled, leave his post, leave her post, leaves his post, leave the post, leaves office, leave office, leave office as, leaving office, left office, exit office, lose his job, lose power, replaced as, removed as, out of office, no longer be, ceases being, stop serving, overthrown, ousted as, cease being > out
  no longer president, no longer be president, no longer the president, no longer us president > out presidential
  no longer prime minister, no longer pm, no longer be pm, no longer be prime minister, no longer the prime minister > out primeminister
  no longer ceo, no longer be ceo, no longer the ceo > out ceo
  no longer leader, no longer be leader, no longer in office, no longer in power > out
  cease to be, ceases to be > out
  succeed, succeeds, successor to, successor of, succeeded by, succeed, to succeed, takes over from, take over from, replacement for > next
  ceasefire agreement, ceasefire deal, truce deal, cessation of hostilities > ceasefire
  peace accord, peace accords, ending the war, end of the war, end of war, war end, war ends, war over > peacedeal
  nuclear pact, nuclear accord > nucleardeal
  trade pact, trade accord > tradedeal
  nuclear test, nuclear weapons test, nuclear weapon test, test a nuclear weapon, nuclear detonation, detonate a nuclear weapon > nucleartest
  nuclear weapon, nuclear weapons, nuclear bomb, nukes, nuke > nuclearweapon
  military strike, air strike, airstrike, air strikes, airstrikes, bomb, bombs, military action against > strike
  invasion of, full scale invasion of, launch an invasion of, launches an invasion of, military invasion of > invade
  exit from, exits, exit, withdraw from, withdrawal from, pull out of, pulls out of > leave
  join, joins, joined, accede to, accession to, sign the abraham accords, sign onto, become a member of > join
  establish diplomatic relations, normalize relations, diplomatic relations, normalise relations > normalize
  capture, captures, captured, take control of, takes control of, seize, seizes, seized > capture
  control, controls, in control of > control
  sworn in, inaugurated > inaugurated
  extradited, extradition > extradite
  barred from, barred, banned from running, banned from running in, banned from, ban from > ban
  jailed, imprisoned, go to prison, sentenced to prison, prison sentence, go to jail, behind bars > prison
  indictment, indicted, be indicted > indict
  charged with, criminal charges > charge
  found guilty, convicted, conviction > convict
  assassinate, assassinated, assassination > assassinate
  die, dies, death, dead, pass away, passes away > die
  supreme leader > supremeleader
  martial law > martiallaw
  european commission > europeancommission
  united nations, u n > un
  un secretary general, secretary general of the united nations, un chief > un secretarygeneral
  nato secretary general > nato secretarygeneral
  world health organization, world health organisation > worldhealth
  international criminal court > icc
  official currency, national currency > currency
  dollarize, dollarise, dollarizes, dollarization, adopt the us dollar, adopts the us dollar, adopt the dollar > dollarize
  free and fair > fair
  new zealand > newzealand
  saudi arabia, ksa > saudi
  south africa > southafrica
  south african > southafrica
  costa rica > costarica
  el salvador > elsalvador
  sri lanka > srilanka
  dominican republic > dominicanrepublic
  ivory coast, cote divoire > ivorycoast
  north macedonia > northmacedonia
  bosnia and herzegovina, bosnia herzegovina > bosnia
  democratic republic of the congo, dr congo, drc, democratic republic of congo > drcongo
  papua new guinea > papuanewguinea
  burkina faso > burkinafaso
  sierra leone > sierraleone
  puerto rico > puertorico
  czech republic > czechia
  people republic of china, prc, mainland china > china
  islamic republic of iran > iran
  russian federation > russia
  republic of ireland > ireland
  great britain, england and wales, britons > uk
  holland > netherlands
  burma > myanmar
  kyiv, kiev > kyiv
  gaza strip > gaza
  west bank > westbank
  law and justice, pis > lawandjustice
  alternative for germany, afd > afd
  cdu csu, christian democrats, cdu > cdu
  social democrats, spd > spd
  national rally, rassemblement national, rn party > nationalrally
  reform uk, reform party > reform
  labour party > labour
  conservative party, conservatives, the tories, tories > conservative
  liberal party, liberals > liberal
  liberal democrats, lib dems > libdem
  green party, the greens, greens > green
  bharatiya janata party, bjp > bjp
  liberal democratic party, ldp > ldp
  workers party > workersparty
  la libertad avanza, lla > lla
  likud party > likud
  most seats, largest number of seats, most seats in parliament, largest party, win most seats, win the most seats, wins the most seats, wins most seats, the most seats > mostseats
`;
