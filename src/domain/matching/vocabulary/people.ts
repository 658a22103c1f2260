/**
 * People in questions, one a line: the name; other names, comma apart; and the office they hold with its country or state.
 * A surname is listed alone only where hardly any question is about another person of that name.
 */
export const PEOPLE = `
  donald trump; trump, donald j trump; presidential us
  donald trump jr; don trump jr, trump jr, don jr
  jd vance; vance; vicepresident us
  joe biden; biden, joseph biden, joe r biden
  barack obama; obama
  hillary clinton; hillary
  kamala harris; kamala
  tim walz; walz; governor minnesota
  gavin newsom; newsom; governor california
  josh shapiro; ; governor pennsylvania
  gretchen whitmer; whitmer; governor michigan
  jb pritzker; pritzker; governor illinois
  kathy hochul; hochul; governor newyork
  wes moore; ; governor maryland
  andy beshear; beshear; governor kentucky
  jared polis; polis; governor colorado
  ron desantis; desantis; governor florida
  greg abbott; ; governor texas
  brian kemp; kemp; governor georgia
  glenn youngkin; youngkin
  abigail spanberger; spanberger; governor virginia
  mikie sherrill; sherrill; governor newjersey
  katie hobbs; hobbs; governor arizona
  sarah huckabee sanders; sarah sanders; governor arkansas
  maura healey; healey; governor massachusetts
  tony evers; ; governor wisconsin
  mike dewine; dewine; governor ohio
  pete buttigieg; buttigieg, mayor pete
  alexandria ocasio cortez; aoc, ocasio cortez
  bernie sanders; bernie
  elizabeth warren;
  cory booker; booker
  amy klobuchar; klobuchar
  mark kelly;
  jon ossoff; ossoff
  raphael warnock; warnock
  john fetterman; fetterman
  chuck schumer; schumer
  hakeem jeffries; jeffries
  nancy pelosi; pelosi
  ro khanna; khanna
  andrew cuomo; cuomo
  zohran mamdani; mamdani, zohran; mayor
  eric adams;
  karen bass; ; mayor
  rahm emanuel; rahm
  stephen a smith;
  mark cuban;
  mike johnson; ; speaker us
  john thune; thune
  mitch mcconnell; mcconnell
  ted cruz;
  josh hawley; hawley
  lindsey graham;
  susan collins;
  thomas massie; massie
  marjorie taylor greene; mtg, marjorie greene
  marco rubio; rubio; secretarystate us
  pete hegseth; hegseth
  pam bondi; bondi; attorneygeneral us
  kristi noem; noem
  tulsi gabbard; gabbard, tulsi
  kash patel;
  scott bessent; bessent
  howard lutnick; lutnick
  robert kennedy jr; rfk jr, rfk, robert f kennedy jr, robert f kennedy
  linda mcmahon;
  susie wiles; wiles
  stephen miller;
  steve bannon; bannon
  karoline leavitt; leavitt
  nikki haley; haley
  vivek ramaswamy; vivek, ramaswamy
  tucker carlson; tucker
  ghislaine maxwell;
  jeffrey epstein; epstein
  sam bankman fried; sbf, bankman fried
  luigi mangione; mangione
  jerome powell; powell; chair us
  kevin hassett; hassett
  kevin warsh; warsh
  christopher waller;
  lisa cook;
  sonia sotomayor; sotomayor
  clarence thomas;
  samuel alito; alito
  john roberts;
  brett kavanaugh; kavanaugh
  amy coney barrett; coney barrett
  ketanji brown jackson; ketanji jackson
  vladimir putin; putin; presidential russia
  volodymyr zelenskyy; zelensky, zelenskyy, zelenskiy, volodymyr zelensky, volodymyr zelenskiy; presidential ukraine
  xi jinping; president xi
  benjamin netanyahu; netanyahu, bibi, bibi netanyahu; primeminister israel
  naftali bennett; bennett
  yair lapid; lapid
  emmanuel macron; macron; presidential france
  jordan bardella; bardella
  marine le pen; le pen
  keir starmer; starmer; primeminister uk
  nigel farage; farage
  kemi badenoch; badenoch
  andy burnham; burnham
  wes streeting; streeting
  rishi sunak; sunak
  friedrich merz; merz; chancellor germany
  alice weidel; weidel
  giorgia meloni; meloni; primeminister italy
  pedro sanchez; ; primeminister spain
  alberto nunez feijoo; nunez feijoo, feijoo
  mark carney; carney; primeminister canada
  pierre poilievre; poilievre
  justin trudeau; trudeau
  narendra modi; modi; primeminister india
  recep tayyip erdogan; erdogan, tayyip erdogan; presidential turkey
  ekrem imamoglu; imamoglu
  viktor orban; orban; primeminister hungary
  peter magyar; magyar
  robert fico; fico; primeminister slovakia
  donald tusk; tusk; primeminister poland
  javier milei; milei; presidential argentina
  luiz inacio lula da silva; lula, lula da silva, luiz inacio lula; presidential brazil
  jair bolsonaro;
  flavio bolsonaro;
  tarcisio de freitas; tarcisio
  gustavo petro; petro; presidential colombia
  nicolas maduro; maduro; presidential venezuela
  maria corina machado; corina machado, machado
  claudia sheinbaum; sheinbaum; presidential mexico
  nayib bukele; bukele
  jose antonio kast; kast
  ali khamenei; khamenei, ayatollah khamenei, ayatollah ali khamenei
  masoud pezeshkian; pezeshkian; presidential iran
  reza pahlavi; pahlavi
  kim jong un;
  mohammed bin salman; mbs
  bashar al assad; assad
  ahmed al sharaa; al sharaa, sharaa
  anthony albanese; albanese; primeminister australia
  christopher luxon; luxon
  sanae takaichi; takaichi; primeminister japan
  shigeru ishiba; ishiba
  lee jae myung;
  yoon suk yeol; yoon
  alexander lukashenko; lukashenko
  ursula von der leyen; von der leyen
  christine lagarde; lagarde
  mark rutte; rutte
  antonio guterres; guterres
  pope leo; pope leo xiv, leo xiv
  elon musk; musk, elon
  sam altman; altman
  mark zuckerberg; zuckerberg, zuck
  jeff bezos; bezos
  jensen huang; jensen
  sundar pichai; pichai
  satya nadella; nadella
  tim cook;
  dario amodei; amodei
  demis hassabis; hassabis
  michael saylor; saylor
  changpeng zhao; cz
  warren buffett; buffett
  larry ellison;
  larry fink;
  jamie dimon; dimon
  bill gates;
  lebron james; lebron
  luka doncic; luka, doncic
  nikola jokic; jokic
  giannis antetokounmpo; giannis, antetokounmpo
  shai gilgeous alexander; sga, gilgeous alexander
  victor wembanyama; wemby, wembanyama
  stephen curry; steph curry
  kevin durant; durant
  anthony edwards;
  jayson tatum; tatum
  cooper flagg; flagg
  patrick mahomes; mahomes
  josh allen;
  lamar jackson;
  joe burrow; burrow
  travis kelce;
  aaron rodgers;
  arch manning;
  shohei ohtani; ohtani, shohei
  aaron judge;
  juan soto;
  paul skenes; skenes
  tarik skubal; skubal
  connor mcdavid; mcdavid
  nathan mackinnon; mackinnon
  alexander ovechkin; ovechkin, alex ovechkin
  lionel messi; messi, leo messi
  cristiano ronaldo; cr7, ronaldo
  kylian mbappe; mbappe
  erling haaland; haaland
  lamine yamal; yamal
  ousmane dembele; dembele
  mohamed salah; mo salah, salah
  vinicius junior; vinicius jr, vini jr
  harry kane;
  carlos alcaraz; alcaraz
  jannik sinner; sinner
  novak djokovic; djokovic
  alexander zverev; zverev
  aryna sabalenka; sabalenka
  iga swiatek; swiatek
  coco gauff; gauff
  elena rybakina; rybakina
  scottie scheffler; scheffler
  rory mcilroy; mcilroy
  bryson dechambeau; dechambeau, bryson
  max verstappen; verstappen
  lando norris; norris
  oscar piastri; piastri
  charles leclerc; leclerc
  lewis hamilton;
  george russell;
  kimi antonelli; antonelli
  magnus carlsen; carlsen
  gukesh dommaraju; gukesh, d gukesh, dommaraju gukesh
  conor mcgregor; mcgregor
  jon jones;
  ilia topuria; topuria
  islam makhachev; makhachev
  khamzat chimaev; chimaev
  canelo alvarez; canelo
  jake paul;
  taylor swift;
  kanye west; kanye, ye
  bad bunny; benito martinez
  beyonce knowles; beyonce
  kendrick lamar; kendrick
  sabrina carpenter;
  billie eilish; billie
  timothee chalamet; chalamet
  leonardo dicaprio; dicaprio
  christopher nolan;
  zendaya coleman; zendaya
  jimmy donaldson; mrbeast, mr beast
  joe rogan; rogan
`;

/** Given names without short forms. A surname after one of them belongs to that person. */
export const GIVEN_NAMES = `prince princess aaron adam alan albert alice allison amanda amber amy ana andre andrea angela ann anna anne ashley
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
