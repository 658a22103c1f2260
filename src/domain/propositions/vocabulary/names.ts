/**
 * Well-known people, whose surname alone stands for the whole name, and their other names after a colon. After "=" come all
 * other names of people whose surname others share.
 */
export const PEOPLE = `
  donald trump: donald j trump, president trump; jd vance; joe biden: joseph biden; barack obama;
  kamala harris = kamala; hillary clinton = hillary; tim walz; gavin newsom; gretchen whitmer; jb pritzker;
  kathy hochul; andy beshear; ron desantis; pete buttigieg: mayor pete; alexandria ocasio cortez = aoc, ocasio cortez;
  bernie sanders = bernie; chuck schumer; hakeem jeffries; nancy pelosi; john fetterman; andrew cuomo;
  zohran mamdani: zohran; rahm emanuel; john thune; mitch mcconnell; josh hawley; thomas massie;
  marjorie taylor greene = mtg, marjorie greene; marco rubio; pete hegseth; pam bondi; kristi noem;
  tulsi gabbard: tulsi; scott bessent; robert kennedy jr = rfk jr, rfk, robert f kennedy jr, robert f kennedy;
  karoline leavitt; nikki haley; vivek ramaswamy: vivek; tucker carlson = tucker;
  donald trump jr = don jr, trump jr, don trump jr; jeffrey epstein; sam bankman fried = sbf, bankman fried;
  luigi mangione; jerome powell; kevin hassett; kevin warsh; samuel alito; sonia sotomayor; brett kavanaugh;
  amy coney barrett = coney barrett; ketanji brown jackson = ketanji jackson; vladimir putin;
  volodymyr zelenskyy: zelensky, zelenskiy, volodymyr zelensky, volodymyr zelenskiy; xi jinping = president xi;
  benjamin netanyahu: bibi, bibi netanyahu; naftali bennett; emmanuel macron; marine le pen = le pen; jordan bardella;
  keir starmer; nigel farage; kemi badenoch; andy burnham; friedrich merz; alice weidel; giorgia meloni; viktor orban;
  peter magyar; robert fico; donald tusk; mark carney; pierre poilievre; justin trudeau; narendra modi; javier milei;
  recep tayyip erdogan: tayyip erdogan; luiz inacio lula da silva = lula, lula da silva, luiz inacio lula;
  gustavo petro; nicolas maduro; maria corina machado: corina machado; claudia sheinbaum; nayib bukele;
  ali khamenei: ayatollah khamenei; reza pahlavi; mohammed bin salman = mbs; bashar al assad = assad;
  ahmed al sharaa = al sharaa, sharaa; sanae takaichi; yoon suk yeol = yoon; anthony albanese; alexander lukashenko;
  ursula von der leyen = von der leyen; christine lagarde; mark rutte; antonio guterres;
  pope leo = pope leo xiv, leo xiv; elon musk: elon; sam altman; mark zuckerberg: zuck; jeff bezos;
  jensen huang = jensen; sundar pichai; satya nadella; dario amodei; demis hassabis; michael saylor;
  changpeng zhao = cz; warren buffett; jamie dimon; lebron james = lebron; luka doncic: luka; nikola jokic;
  giannis antetokounmpo: giannis; shai gilgeous alexander = sga, gilgeous alexander; victor wembanyama: wemby;
  stephen curry = steph curry; patrick mahomes; shohei ohtani: shohei; connor mcdavid;
  alexander ovechkin: alex ovechkin; lionel messi: leo messi; cristiano ronaldo: cr7; kylian mbappe; erling haaland;
  lamine yamal; ousmane dembele; mohamed salah: mo salah; vinicius junior = vinicius jr, vini jr; carlos alcaraz;
  jannik sinner; novak djokovic; aryna sabalenka; iga swiatek; coco gauff; scottie scheffler; rory mcilroy;
  max verstappen; lando norris; oscar piastri; charles leclerc; magnus carlsen;
  gukesh dommaraju = gukesh, d gukesh, dommaraju gukesh; conor mcgregor; ilia topuria; canelo alvarez = canelo;
  kanye west = kanye, ye; bad bunny = benito martinez; beyonce knowles = beyonce; kendrick lamar = kendrick;
  timothee chalamet; leonardo dicaprio; jimmy donaldson = mrbeast, mr beast; joe rogan; mark cuban = mark cuban`;

/** Given names without short forms. A surname after one of them belongs to that person. */
export const GIVEN_NAMES = `prince princess lee park aaron adam alan albert alice allison amanda amber amy ana andre andrea angela ann anna anne ashley
  ava barbara barron ben beth blake brad brandon brenda brett brian brian bruce bryan caleb cameron carl carla carlos carol
  caroline casey chad charlotte chelsea chloe christian christina cindy claire claudia clay cody colin connor craig crystal
  dana dean dennis derek diana diego doug dustin dylan eduardo elaine ella ellen emily emma eric erica erik ethan eva evan
  evelyn faith fernando flavio frances gabriel gary george gina gloria grace grant haley hannah harper heather helen holly
  hunter ian irene isaac isabel isabella ivan ivanka jack jackie jackson jacob jacqueline jair jake jane janet jared jason
  javier jean jeremy jessica jesse jill joan joanna joel jordan jorge jose juan judith julia julie justin karen karl kate
  kayla keith kelly kevin kim kristen kyle lara laura lauren leah leo leslie liam lily linda lisa logan lucas luis luke
  lydia lynn marc marco maria marie mario mark martha martin mary max megan melania melissa mia michelle miguel molly monica
  morgan nancy naomi natalie neil nicole nina noah nora olga oliver olivia oscar owen pablo paul paula penny philip rachel
  ralph randy ricardo rita roger rosa rose ross roy ruby ruth ryan sam samantha sandra sara sarah scott sean serena shane
  shannon sharon shaun shawn sheila sofia sophia sophie spencer stacey stella stephanie summer sydney tara tanya teresa
  terry tiffany tina todd tom tony tracy travis trevor troy tyler valerie vanessa venus veronica victor vincent virginia
  wayne wendy wesley xavier yolanda zoe`;

/** US states: postal code and name. */
export const STATES = `AL alabama; AK alaska; AZ arizona; AR arkansas; CA california; CO colorado; CT connecticut; DE delaware;
  FL florida; GA georgia; HI hawaii; ID idaho; IL illinois; IN indiana; IA iowa; KS kansas; KY kentucky; LA louisiana;
  ME maine; MD maryland; MA massachusetts; MI michigan; MN minnesota; MS mississippi; MO missouri; MT montana; NE nebraska;
  NV nevada; NH new hampshire; NJ new jersey; NM new mexico; NY new york; NC north carolina; ND north dakota; OH ohio;
  OK oklahoma; OR oregon; PA pennsylvania; RI rhode island; SC south carolina; SD south dakota; TN tennessee; TX texas;
  UT utah; VT vermont; VA virginia; WA washington; WV west virginia; WI wisconsin; WY wyoming`;

/** Countries with their other names and adjectives. */
export const COUNTRIES = `argentina argentine argentinian; australia australian; austria austrian; belgium belgian; bolivia bolivian;
  brazil brazilian; bulgaria bulgarian; canada canadian; chile chilean; china chinese; colombia colombian; croatia croatian;
  cuba cuban; czechia czech; denmark danish; ecuador ecuadorian; egypt egyptian; england english; estonia estonian;
  ethiopia ethiopian; finland finnish; france french; germany german; greece greek; greenland greenlandic; hungary hungarian;
  iceland icelandic; india indian; indonesia indonesian; iran iranian; iraq iraqi; ireland irish; israel israeli;
  italy italian; japan japanese; kenya kenyan; latvia latvian; lebanon lebanese; libya libyan; lithuania lithuanian;
  malaysia malaysian; mexico mexican; morocco moroccan; netherlands dutch; nigeria nigerian; northkorea; norway norwegian;
  pakistan pakistani; panama panamanian; peru peruvian; philippines philippine filipino; poland polish; portugal portuguese;
  qatar qatari; romania romanian; russia russian; saudi; scotland scottish; serbia serbian; singapore singaporean;
  slovakia slovak; slovenia slovenian; southkorea korean; spain spanish; sudan sudanese; sweden swedish; switzerland swiss;
  syria syrian; taiwan taiwanese; thailand thai; turkey turkish turkiye; uk british; ukraine ukrainian; uganda ugandan;
  uruguay uruguayan; venezuela venezuelan; vietnam vietnamese; wales welsh; yemen yemeni; zambia zambian; honduras honduran;
  armenia armenian; georgia georgian; moldova moldovan; cyprus cypriot; nepal nepali nepalese; bangladesh bangladeshi;
  myanmar burmese; cambodia cambodian; ghana ghanaian; rwanda rwandan; burundi burundian; algeria algerian; tunisia tunisian;
  afghanistan afghan; albania albanian; angola angolan; azerbaijan azerbaijani; bahrain bahraini; belarus belarusian; bosnia bosnian;
  botswana; cameroon cameroonian; costarica; dominicanrepublic dominican; drcongo congolese; elsalvador salvadoran; gabon gabonese;
  guatemala guatemalan; guyana guyanese; haiti haitian; ivorycoast ivorian; jamaica jamaican; kazakhstan kazakh; kosovo kosovar;
  kuwait kuwaiti; kyrgyzstan kyrgyz; laos laotian; liberia liberian; luxembourg; madagascar malagasy; malawi; maldives; malta maltese;
  mauritius; mongolia mongolian; montenegro montenegrin; mozambique; namibia namibian; newzealand; nicaragua nicaraguan;
  northmacedonia macedonian; oman omani; papuanewguinea; paraguay paraguayan; senegal senegalese; sierraleone; somalia somali;
  southafrica; srilanka; tajikistan tajik; tanzania tanzanian; turkmenistan turkmen; uae emirati; uzbekistan uzbek;
  zimbabwe zimbabwean`;

/** Economic figures, which mean the US where no country is named. */
export const US_FIGURES = `gdp cpi ppi pce unemployment recession payroll retailsales joblessclaims mortgage30y measles`;

/** Cities of several words, read as one. */
export const CITIES = `san antonio, golden state, oklahoma city, new orleans, kansas city, green bay, tampa bay, las vegas,
  new england, st louis, san diego, san francisco, san jose, salt lake city, los angeles, hong kong, sao paulo, tel aviv`;

/** North American teams by the city that platforms call them by: the city, then all its teams. */
export const TEAMS = `arizona diamondbacks cardinals; atlanta braves hawks falcons dream; baltimore orioles ravens;
  boston sox celtics bruins; buffalo bills sabres; brooklyn nets; calgary flames; carolina panthers hurricanes;
  charlotte hornets; chicago cubs bulls bears blackhawks sky fire; cincinnati reds bengals;
  cleveland guardians cavaliers browns; colorado rockies avalanche rapids; columbus jackets crew;
  dallas mavericks cowboys stars wings; denver nuggets broncos; detroit tigers pistons lions; edmonton oilers;
  florida panthers; goldenstate warriors valkyries; greenbay packers; houston astros rockets texans dynamo;
  indiana pacers fever; indianapolis colts; jacksonville jaguars; kansascity royals chiefs;
  lasvegas aces raiders knights; losangeles dodgers angels lakers clippers rams chargers kings sparks galaxy;
  memphis grizzlies; miami marlins heat dolphins; milwaukee brewers bucks; minnesota twins timberwolves vikings wild lynx;
  montreal canadiens; nashville predators; newengland patriots revolution; newjersey devils; neworleans pelicans saints;
  newyork yankees mets knicks giants jets rangers islanders liberty; oklahomacity thunder; orlando magic; ottawa senators;
  philadelphia phillies 76ers sixers eagles flyers; phoenix suns mercury; pittsburgh pirates steelers penguins;
  portland blazers timbers; sacramento kings athletics; sanantonio spurs; sandiego padres; sanfrancisco giants 49ers;
  sanjose sharks earthquakes; seattle mariners seahawks kraken storm sounders; stlouis cardinals blues;
  tampabay rays buccaneers lightning; tennessee titans; texas rangers; toronto raptors leafs; utah jazz mammoth;
  vancouver canucks whitecaps; washington nationals wizards commanders capitals mystics; winnipeg jets`;

/** Names and terms whose figures mean something of their own: a pattern of plain text, and its replacement. */
export const NAMES_WITH_NUMBERS: readonly (readonly [string, string])[] = [
  ["s ?(?:&|and|n)? ?p[- ]?500(?: index)?|spx", "sp500"],
  ["nasdaq[- ]?100(?: index)?|ndx", "nasdaq"],
  ["russell[- ]?2000", "russell"],
  ["dow(?: jones)?(?: industrial average)?(?: 30)?", "dow"],
  ["(?:10|ten)[- ]?(?:year|yr|y)[- ](?:us )?(?:treasury|yield|note)(?: yield| note)?", "treasury10y"],
  ["(?:2|two)[- ]?(?:year|yr|y)[- ](?:us )?(?:treasury|yield|note)(?: yield| note)?", "treasury2y"],
  ["(?:30|thirty)[- ]?(?:year|yr|y)[- ](?:us )?(?:treasury|yield|bond)(?: yield| bond)?", "treasury30y"],
  ["(?:30|thirty)[- ]?(?:year|yr)(?: fixed)?(?: rate)? mortgage", "mortgage30y"],
  ["formula (?:1|one)", "f1"],
  ["#1|no\\. ?1|number[- ](?:1|one)(?! ?[.0-9])|1st overall", "numberone"],
  ["(?:a )?quarter[- ](?:percentage[- ])?point", "25 bps"],
  ["(?:a )?half[- ](?:percentage[- ])?point", "50 bps"],
];

/** Numbered events: a pattern of the name, and the year before the first edition. */
export const EDITIONS: readonly (readonly [string, number])[] = [
  ["super ?bowl", 1966],
  ["(?:academy awards?|oscars?)", 1928],
  ["(?:primetime )?emm(?:y|ys|ies)(?: awards?)?", 1948],
  ["(?:annual )?gramm(?:y|ys|ies)(?: awards?)?", 1958],
  ["golden globes?(?: awards?)?", 1943],
  ["tony(?:s| awards?)", 1947],
  ["(?:bafta|british academy film)s?(?: awards?)?", 1947],
  ["wrestlemania", 1984],
];

/** Terms whose other names a search finds too, by the first phrase of their row. Other rows join what only matching may join. */
export const SEARCHED_TERMS = `republican; democratic; labour; conservative; libdem; reform; afd; cdu; spd; bjp; nationalrally; ldp;
  vicepresident; primeminister; dni; secretarystate; fbi director; cia director; defense secretary; scotus; doj;
  dc; nominee; ceasefire; peace deal; fed; fed rate; fed chair; us; uk; eu; un; uae; worldhealth; southkorea; northkorea;
  saudi; ivory coast; bosnia; drcongo; czechia; china; russia; netherlands; myanmar; kyiv; germany; spain; losangeles;
  newyorkcity; becomelaw; runoff; ecb; boe; boj; boc; snb; rba; rbnz; banxico; bps; payroll; jobless claims; unemployment;
  cpi; core cpi; ppi; pce; gdp; wti; brent; natgas; sp500; nasdaq; russell; dow; ipo; marketcap; etf; fdv; alltimehigh;
  treasury10y; gas price; nba; nfl; mlb; nhl; mls; wnba; nbafinals; superbowl; worldseries; stanleycup; cfp; marchmadness;
  mvp; rookie; headtohead; f1; worldcup; champions league; europa league; la liga; premier league; league cup; olympics;
  league of legends; counterstrike; ballon dor; french open; us men; us women; gta; album of the year; song of the year;
  record of the year; game of the year; oscar; goldenglobe; emmy; grammy; tonyaward; nobel literature; person of the year;
  rotten tomatoes; eurovision; ai; agi; llm; chatgpt; fsd; robotaxi; birdflu; covid; marijuana; manchesterunited;
  manchestercity; newcastle; tottenham; wolverhampton; realmadrid; atletico madrid; barcelona; bayern; dortmund; inter;
  juventus; psg; sporting cp`;

/** More names that stand for each other in a search, in rows that begin as those of the terms do. */
export const SEARCHED_NAMES = `republican: republicans; democratic: dems, democrat, democrats; presidential: presidency;
  losangeles: la; san francisco: sf; kansas city: kc; oklahoma city: okc; philadelphia: philly; las vegas: vegas;
  temperature: temp, temps; ethereum: ether, eth; sp500: s&p, s&p 500; champions league: ucl; saudi: saudis;
  first quarter: q1; second quarter: q2; third quarter: q3; fourth quarter: q4; president: potus; us: american, americans`;

/** Names that are also other words: titles found by them alone come last. */
export const LOOSE_NAMES = `strategy; hype; sol; ada; sui; ye; reform; inter; rookie; primary; nomination; inflation;
  crude; valuation; america; american; americans; holland; truce; la; dc; jensen; luka; tucker; elon; hillary; bernie; cz;
  primary winner; party primary; primary election; pentagon; presidency; wolves; barca; temp; temps; trump jr`;

/** Names of teams that are mostly other words: nobody who types them alone looks for the team. */
export const MISLEADING_NAMES = `ten; ana; con; conn; las; ath; car; was; no; min; ne; sea; por; det; den; gs; ol; uta; mem; cha;
  fla; col; tex; oak; pit; sas; nop; jac; ind; nice; brest; lens; como; hull; union; reform; rice; temple; army; navy; drake`;

/** Codes of states that are no words, nor better known for something else. */
export const SEARCHED_STATES = "NY NJ TX FL CA GA NC SC TN OH NH NV NM WI MN MI WY VT UT KY KS CT AZ AK VA WV RI SD NE";
