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
