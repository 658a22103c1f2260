/** Stop words: they are dropped. */
export const STOP_WORDS = `a an the of to in on at by for from with as is be been being are was were will would do does did
  has have had it its or this that these those than then there and who whom which what when where how many much s t
  his her their they he she him its per during within between after before until through into out-of up so any
  about officially person people party yes no-one market question resolve according time-frame called next-to
  happen occur end-of-day today tomorrow et est edt utc pm am gmt pt listed following please whether shall can`;

/** Weak words: they count a quarter of their weight, and are never rare. */
export const WEAK_WORDS = `win election race seat price level value announced-as become name get make take go come hold
  control finish elect official officially new member serve affiliate state-of actual actually member
  city fc afc cf sc ac club team least most-recent time point us u-s usa world game match vs bo1 bo3 bo5 playoff more
  midterm general special contest ticket candidate see show regular current incumbent sitting company country
  city leader office role position job post prediction outright successful successfully full officially annual
  case number total pct percent percentage point interest rate federal decision session fomc event tournament championship cup award
  year month week day date end late early start america american de da do dos van von la el al bin st dr mr mrs ms sir fifa men high low go agree
  close title trophy prize steady sq km kilometer kilometre square mile foot feet degree pound dollar inch extent hail stock
  share city town former remain season ever anything movie onrecord receive mostseats growth establish reach sign retain parliamentary parliament new next-to case`;

/** Given names with their short forms, which stand for each other. */
export const NICKNAMES = `matthew matt; nicholas nick nicolas; rudolph rudy; robert bob rob bobby; william bill will billy;
  james jim jimmy jamie; john jack johnny jon; jonathan jon; joseph joe joey; michael mike; thomas tom tommy; david dave;
  daniel dan danny; richard rick dick rich; charles charlie chuck; edward ed eddie ted; theodore ted teddy; steven steve stephen;
  christopher chris; anthony tony; andrew andy drew; benjamin ben; samuel sam; gregory greg; kenneth ken kenny; ronald ron;
  donald don; timothy tim; patrick pat; peter pete; alexander alex; alexandra alex; katherine kathy kate katie catherine cathy;
  elizabeth liz beth betsy lizzie; margaret maggie meg peggy; jennifer jen jenny; susan sue; deborah debbie deb; pamela pam;
  victoria vicky; rebecca becky; jeffrey jeff geoffrey; lawrence larry; raymond ray; gerald jerry; frederick fred; vincent vince;
  douglas doug; phillip phil philip; zachary zach; joshua josh; nathaniel nate nathan; abraham abe; leonard len; louis lou;
  eugene gene; walter walt; harold harry; henry hank harry; francis frank; stanley stan; mitchell mitch; russell russ; maxwell max`;

/** Words that their stem would take for others: "boeing" for the Bank of England, "used" for the US. */
export const UNSTEMMED = `americas announcers boeing department executive harris housing independence innings liberation maine manager
  nations news nominal organization rating recess rippling tonys used useful uses using`;
