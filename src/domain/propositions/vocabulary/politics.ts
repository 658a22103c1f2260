/** Phrases of politics, law and world affairs: what comes first is the meaning of the rest. A row of one phrase joins it. */
export const POLITICS = `
  republican: republican party, gop, rep party, reps; independent: independent candidate;
  democratic: democratic party, dem, democratic dfl, dfl, democratic farmer labor; labour: labour party;
  conservative: conservative party, tory, the tories; liberal: liberal party; green: green party;
  libdem: liberal democrat, lib dem; reform: reform uk, reform party; likud: likud party; workersparty: workers party;
  afd: alternative for germany; cdu: cdu csu, christian democrat; spd: social democrat; bjp: bharatiya janata party;
  nationalrally: national rally, rassemblement national; ldp: liberal democratic party; presidential: for president,
  as president, be president, become president, elected president, presidential race, president of the united states,
  potus, us president, american president, presidential winner, presidential race winner,
  presidential election winner, commander in chief; next presidential = next president;
  us presidential election = next us president, next president of the united states, next us presidential election,
  next presidential election; vicepresident: vice president, vice presidential, vp, veep, running mate;
  vicepresident nominee = vice presidential nominee, vp nominee, running mate pick;
  primeminister: prime minister, pm, premier of the; headofstate: head of state, head of government; supreme leader;
  dni: director of national intelligence; secretarystate: secretary of state; attorney general;
  speaker: speaker of the house, house speaker, speakership, new speaker;
  fbi director = director of the fbi, head of the fbi; cia director = director of the cia, head of the cia;
  defense secretary: secretary of defense, secretary of war, war secretary, defence secretary, pentagon chief,
  pentagon; treasury secretary: secretary of the treasury; health secretary: secretary of health, hhs secretary;
  homeland secretary: secretary of homeland security, homeland security secretary, dhs secretary;
  labor secretary: secretary of labor; commerce secretary: secretary of commerce;
  energy secretary: secretary of energy; education secretary: secretary of education;
  interior secretary: secretary of the interior; press secretary; chief of staff;
  national security adviser: national security advisor; cabinet: cabinet member; governor: gubernatorial,
  governorship, governor race, race for governor, gubernatorial race, gubernatorial election;
  lieutenant: lieutenant governor, lt governor, lt gov; senate: senatorial, us senate, senate seat, senate race,
  senate election, race for senate, us senate race, us senate election, senator for, control of the senate,
  control the senate, senate control, senate majority, win the senate; house: house of representatives, us house,
  congressional district, congressional seat, congressional race, house seat, house race, us house seat,
  representative for, lower house, control of the house, control the house, house control, house majority,
  win the house; majority leader = senate majority leader; minority leader = senate minority leader; balance of power;
  white house; house of commons; state house: state assembly; scotus: supreme court, us supreme court,
  the supreme court, supreme court justice, justice of the supreme court; doj: department of justice; nato alliance;
  nominee: nomination, primary winner, win the nomination, primary, primary election, party primary;
  republican nominee = republican primary, gop primary, primary republican, republican primary election;
  democratic nominee = democratic primary, dem primary, primary democratic, democratic primary election;
  jungle primary: top two primary; runoff: run off; popular vote; electoral votes: electoral college; swing state;
  midterm: midterm election, the midterms; election: general election; snap election = early election;
  election held = hold an election, hold election, hold a general election; win: winner, won, victory, be elected,
  get elected, re elected, reelected; most seats: largest number of seats, largest party, win most seats,
  win the most seats, the most seats; statehood: become a state, admitted as a state, gain statehood,
  become a us state, admitted as a us state; dc: washington dc, washington d c, district of columbia;
  impeach: house impeach, impeached by the house, house vote to impeach;
  confirm: be confirmed, confirmed by the senate, senate confirm;
  no confidence: vote of no confidence, no confidence vote; executive order; epstein files; social security;
  minimum wage; martial law; insurrection act; sales tax; trade deal: trade agreement, trade pact;
  becomelaw: become law, signed into law, be enacted, enacted into law;
  eliminate: abolish, scrap, repeal, get rid of, abolition of; pardon: presidential pardon, full pardon, clemency,
  pardon from, be pardoned; out: stand down, quit, leave role, resign, depart, step down, step aside, leave office,
  left office, exit office, lose office, out of office, be replaced, stop being, cease to be, cease being, be removed,
  removed from office, oust, topple, overthrown, sack, be fired, get fired, was fired, be dismissed, leave his post,
  leave her post, leave the post, no longer; next: succeed, successor to, successor of, succeeded by, take over from,
  replacement for; remain: still, still be, stay, keep his job, keep her job, remain in office, still in office,
  stay in office; ceasefire: cease fire, truce, armistice, ceasefire agreement, ceasefire deal,
  cessation of hostilities; peace deal: peace agreement, peace treaty, peace accord, end of the war, war end,
  end the war; nuclear deal: nuclear agreement, nuclear pact, nuclear accord; nuclear weapon: nuclear bomb, nuke;
  nuclear test: nuclear weapons test, test a nuclear weapon, nuclear detonation, detonate a nuclear weapon;
  strike: struck, military strike, air strike, airstrike, bomb, military action against; normalize: normalise,
  establish diplomatic relations, normalize relations, diplomatic relations, normalise relations; invade: invasion of,
  full scale invasion of, invasion, launch an invasion of;
  leave: walk away from, withdraw from, exit, exit from, pull out of; control: in control of; join: accede to,
  accession to, sign onto, become a member of, be added to, added to, included in; capture: take control of, seize;
  inaugurated: sworn in, take office; take effect: come into force, enter into force, come into effect,
  go into effect; ban: bar from, be barred, banned from; prison: jail, imprison, go to prison, sentenced to prison,
  prison sentence, go to jail, behind bars; indict: be indicted; charge: charged with, criminal charges;
  convict: found guilty; arrest: be arrested; sue: sued, sued by, be sued by; die: death, dead, pass away;
  visit: travel to; withdraw: drop out; fed: federal reserve, us fed, the fed, fomc, federal open market committee,
  us federal reserve, federal reserve board, fed board; shutdown: shut down, government shutdown,
  us government shutdown, federal government shutdown, government shut down;
  us: united states, united states of america, usa, u s, america; uk: united kingdom, great britain, britain, u k;
  eu: european union; un: united nations; uae: united arab emirates; european commission;
  worldhealth: world health organization, world health organisation; un secretarygeneral = un secretary general,
  un chief, secretary general of the united nations; nato secretarygeneral = nato secretary general;
  southkorea: south korea, republic of korea, korea republic; northkorea: north korea, dprk; saudi: saudi arabia, ksa;
  new zealand; south africa: south african, springboks, proteas, bafana bafana; costa rica; el salvador; sri lanka;
  dominican republic; papua new guinea; burkina faso; sierra leone; puerto rico; north macedonia; west bank;
  gaza: gaza strip; ivory coast: cote divoire, cote d ivoire; bosnia: bosnia and herzegovina, bosnia herzegovina;
  drcongo: democratic republic of the congo, dr congo, drc, congo dr; czechia: czech republic;
  china: people republic of china, prc, mainland china; russia: russian federation; ireland: republic of ireland;
  netherlands: holland; myanmar: burma; kyiv: kiev; germany: deutschland; spain: espana;
  iran: islamic republic of iran, ir iran; losangeles: los angeles; newyorkcity: new york city, nyc, central park`;
