/** Companies, separated by semicolons: the word used for each, a colon, then other names and tickers. */
export const COMPANIES = `
  nvidia: nvda, nvidia corp, nvidia corporation; apple: aapl, apple inc; microsoft: msft; amazon: amzn, amazon com;
  google: alphabet, goog, google deepmind, alphabet inc; tesla: tsla, tesla motors; meta: facebook, meta platforms;
  strategy: mstr, microstrategy, micro strategy; palantir: pltr;
  netflix: nflx, netflix show, netflix series, airs on netflix; amd: advanced micro devices; intel: intc;
  broadcom: avgo; oracle: orcl; tsmc: tsm, taiwan semiconductor; salesforce: crm; adobe: adbe;
  micron: micron technology; berkshire: berkshire hathaway, brk b, brk a;
  jpmorgan: jpm, jp morgan, jpmorgan chase, j p morgan; goldman sachs: goldman; bank america: bank of america, bofa;
  wells fargo: wellsfargo; morgan stanley: morganstanley; gamestop: gme; coinbase: coinbase global;
  robinhood: robinhood markets; reddit: rddt; uber: uber technologies; boeing: boeing company;
  exxon: exxonmobil, exxon mobil, xom; chevron: cvx; walmart: wmt; costco: costco wholesale;
  disney: walt disney, the walt disney company, walt disney company;
  warner bros: warner bros discovery, wbd, warner brothers; paramount: paramount skydance, paramount global;
  comcast: cmcsa; eli lilly: lilly, lly; unitedhealth: unh, unitedhealth group; pfizer: pfe;
  johnson johnson: johnson and johnson, jnj; cocacola: coca cola; starbucks: sbux; ford: ford motor;
  us steel: united states steel; saudiaramco: saudi aramco, aramco; bytedance: byte dance; softbank: softbank group;
  samsung: samsung electronics; deepseek: deep seek; xai: x ai; spacex: space x; openai: open ai;
  blueorigin: blue origin; jetblue: jetblue airways; delta airlines: delta air lines;
  trumpmedia: trump media, trump media and technology group, djt`;

/** Coins, in the same form. */
export const COINS = `
  bitcoin: btc, xbt, btc usd, btcusd, btc usdt; ethereum: ether, eth, eth usd, ethusd; sol: solana; doge: dogecoin;
  xrp: ripple; bnb: binance coin, binancecoin; ada: cardano; avax: avalanche avax; chainlink: chainlink token;
  ltc: litecoin; xmr: monero; dotcoin: polkadot; shib: shiba inu; pepe: pepecoin; tron: trx; hype: hyperliquid;
  sui: sui network; toncoin: ton coin; bitcoincash: bitcoin cash, bch; ethereumclassic: ethereum classic;
  wrappedbitcoin: wrapped bitcoin, wbtc; zec: zcash; uniswap: uniswap token; aptos: apt token; arbitrum: arb token;
  polygon: matic; stellar: xlm; hbar: hedera; usdt: tether; usdc: usd coin;
  trumpcoin: trump coin, trump memecoin, official trump; fartcoin: fart coin; worldcoin: wld`;

/** Short forms that are also words, so they count only in capitals; each with its meaning. */
export const CAPITALS = `WHO worldhealth; LINK chainlink; ADA ada; DOT dotcoin; UNI uniswap; COIN coinbase; SPY sp500; ROY rookie; HOOD robinhood;
  LA los angeles; ICE immigrationcustoms; MU micron; MIP most improved player; COP climate conference; OKC oklahoma city;
  KC kansas city; GSW golden state warriors; LAL losangeles lakers; LAC losangeles clippers; NYK newyork knicks; NYY newyork yankees;
  NYM newyork mets; NYJ newyork jets; NYG newyork giants; LAD losangeles dodgers; LAA losangeles angels; LAR losangeles rams;
  BOS boston; PHI philadelphia; CHI chicago; MIA miami; DAL dallas; DEN denver; MIN minnesota; MIL milwaukee; CLE cleveland;
  TOR toronto; HOU houston; ATL atlanta; PHX phoenix; SAS san antonio; SF san francisco; GB green bay; TB tampa bay`;
