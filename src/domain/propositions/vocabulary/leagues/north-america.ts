// Teams of North America: "place + nickname, other names". A short name also stands before the nickname: "IND Colts".

export const NFL_TEAMS = `arizona + cardinals, ari, az; atlanta + falcons, atl; baltimore + ravens, bal; buffalo + bills, buf;
  carolina + panthers, car; chicago + bears, chi; cincinnati + bengals, cin; cleveland + browns, cle;
  dallas + cowboys, dal; denver + broncos, den; detroit + lions, det; green bay + packers, gb; houston + texans, hou;
  indianapolis + colts, ind; jacksonville + jaguars, jac, jax, jags; kansas city + chiefs, kc; las vegas + raiders, lv;
  los angeles + chargers, lac, la, la chargers, los angeles c; los angeles + rams, lar, la, la rams, los angeles r;
  miami + dolphins, mia; minnesota + vikings, min; new england + patriots, ne, pats; new orleans + saints, no;
  new york + giants, nyg, ny, ny giants, new york g; new york + jets, nyj, ny, ny jets, new york j;
  philadelphia + eagles, phi; pittsburgh + steelers, pit; san francisco + 49ers, sf, niners; seattle + seahawks, sea;
  tampa bay + buccaneers, tb, bucs, tampa; tennessee + titans, ten; washington + commanders, was, wsh`;

export const NBA_TEAMS = `atlanta + hawks, atl; boston + celtics, bos; brooklyn + nets, bkn; charlotte + hornets, cha;
  chicago + bulls, chi; cleveland + cavaliers, cle, cavs; dallas + mavericks, dal, mavs; denver + nuggets, den;
  detroit + pistons, det; golden state + warriors, gsw, gs; houston + rockets, hou; indiana + pacers, ind;
  los angeles + clippers, lac, la, la clippers, los angeles c; los angeles + lakers, lal, la, la lakers, los angeles l;
  memphis + grizzlies, mem; miami + heat, mia; milwaukee + bucks, mil; minnesota + timberwolves, min, wolves;
  new orleans + pelicans, nop, no; new york + knicks, nyk, ny, ny knicks, new york k; oklahoma city + thunder, okc;
  orlando + magic, orl; philadelphia + 76ers, phi, sixers; phoenix + suns, phx; portland + trail blazers, por, blazers;
  sacramento + kings, sac; san antonio + spurs, sas, sa; toronto + raptors, tor; utah + jazz, uta;
  washington + wizards, was, wsh`;

export const MLB_TEAMS = `arizona + diamondbacks, ari, az, d-backs, dbacks; atlanta + braves, atl; baltimore + orioles, bal;
  boston + red sox, bos; chicago + cubs, chc, chicago c; chicago + white sox, cws, chw, chicago w, chicago ws;
  cincinnati + reds, cin; cleveland + guardians, cle; colorado + rockies, col; detroit + tigers, det;
  houston + astros, hou; kansas city + royals, kc; los angeles + angels, laa, la, la angels, los angeles a;
  los angeles + dodgers, lad, la, la dodgers, los angeles d; miami + marlins, mia; milwaukee + brewers, mil;
  minnesota + twins, min; new york + mets, nym, ny, ny mets, new york m;
  new york + yankees, nyy, ny, ny yankees, new york y; oakland + athletics, ath, a's, sacramento, las vegas athletics;
  philadelphia + phillies, phi; pittsburgh + pirates, pit; san diego + padres, sd; san francisco + giants, sf;
  seattle + mariners, sea; st louis + cardinals, stl, saint louis; tampa bay + rays, tb, tampa; texas + rangers, tex;
  toronto + blue jays, tor; washington + nationals, wsh, was, nats`;

export const NHL_TEAMS = `anaheim + ducks, ana; boston + bruins, bos; buffalo + sabres, buf; calgary + flames, cgy;
  carolina + hurricanes, car; chicago + blackhawks, chi; colorado + avalanche, col, avs; columbus + blue jackets, cbj;
  dallas + stars, dal; detroit + red wings, det; edmonton + oilers, edm; florida + panthers, fla;
  los angeles + kings, lak, la, la kings; minnesota + wild, min, mn; montreal + canadiens, mtl, habs;
  nashville + predators, nsh, preds; new jersey + devils, njd, nj;
  new york + islanders, nyi, ny, ny islanders, new york i; new york + rangers, nyr, ny, ny rangers, new york r;
  ottawa + senators, ott; philadelphia + flyers, phi; pittsburgh + penguins, pit, pens; san jose + sharks, sjs, sj;
  seattle + kraken, sea; st louis + blues, stl, saint louis; tampa bay + lightning, tbl, tb, tampa;
  toronto + maple leafs, tor, leafs; utah + mammoth, uta, utah hockey club; vancouver + canucks, van;
  vegas + golden knights, vgk, vgs, las vegas; washington + capitals, wsh, was, caps; winnipeg + jets, wpg`;

export const WNBA_TEAMS = `atlanta + dream, atl; chicago + sky, chi; connecticut + sun, con, conn; dallas + wings, dal;
  golden state + valkyries, gsv, gs; indiana + fever, ind; las vegas + aces, lva, lv;
  los angeles + sparks, las, la, la sparks; minnesota + lynx, min; new york + liberty, nyl, ny; phoenix + mercury, phx;
  portland + fire, por; seattle + storm, sea; toronto + tempo, tor; washington + mystics, was, wsh`;

export const MLS_TEAMS = `atlanta + united, atlanta united fc, atl; austin fc, austin, atx; charlotte fc, charlotte, clt;
  chicago + fire, chicago fire fc, chi; fc cincinnati, cincinnati, cin; colorado + rapids, col; columbus + crew, clb;
  fc dallas, dallas, dal; dc united, d.c. united, dc; houston + dynamo, houston dynamo fc, hou;
  sporting kansas city, sporting kc, kansas city, skc; los angeles + galaxy, la galaxy, los angeles g, lag;
  los angeles fc, lafc, los angeles f; inter miami, inter miami cf, miami, mia; minnesota united, minnesota united fc,
  minnesota, min; cf montreal, montreal, montreal impact, mtl; nashville sc, nashville, nsh;
  new england + revolution, ne; new york city fc, nycfc, new york city, nyc; new york red bulls, new york rb, ny red bulls,
  red bulls, rbny, nyrb; orlando city, orlando city sc, orlando, orl; philadelphia + union, phi;
  portland + timbers, por; real salt lake, salt lake, rsl; san diego fc, san diego, sd; san jose + earthquakes, quakes, sj;
  seattle + sounders, seattle sounders fc, sea; st louis city, st louis city sc, saint louis city sc, st louis,
  saint louis, stl; toronto fc, toronto, tor; vancouver + whitecaps, vancouver whitecaps fc, van`;
