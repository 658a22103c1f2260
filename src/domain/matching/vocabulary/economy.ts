/** Synonyms of the economy: alternatives before the ">", comma apart, then the meaning. */
export const ECONOMY = `
  fomc, fed fomc, federal reserve board, us federal reserve, american central bank, fed board > fed
  federal reserve bank > fed
  interest rate, policy rate, bank rate, cash rate, overnight rate, key rate, deposit rate, funds rate, benchmark rate, repo rate > rate
  rate decision, monetary policy decision, policy decision, rate announcement, policy meeting, monetary policy meeting > decision
  stand pat, stands pat, hold rates steady, holds steady, leave rates steady, leave unchanged, keep unchanged, keeps unchanged, no rate change, remain unchanged, stay unchanged, unchanged rate, on hold > maintain
  trim, trims, ease, eases, loosen, rate reduction, rate decrease > cut
  tighten, tightens, rate increase > hike
  swiss national bank > snb
  reserve bank of new zealand > rbnz
  peoples bank of china, people bank of china, pboc > pboc
  reserve bank of india, rbi > rbi
  banco de mexico, bank of mexico, banxico > banxico
  norges bank, bank of norway > norgesbank
  bank of korea > bok
  riksbank, bank of sweden > riksbank
  central bank of turkey, cbrt, tcmb > cbrt
  central bank of brazil, copom, bcb > copom
  bank of russia, central bank of russia > cbr
  federal reserve chair, fed chairman, federal reserve chairman, fed chairmanship, chairman of the federal reserve, chair of the federal reserve, fed chairperson > fed chair
  non farm payrolls, non farm payroll, nonfarm payroll, nfp, job numbers, jobs numbers, jobs number, jobs growth, job growth, new jobs, jobs created, payroll employment, job gains, jobs > payroll
  jobless claims, initial claims, initial jobless claims, weekly jobless claims, unemployment claims > joblessclaims
  u 3, u3 > unemployment
  consumer prices, consumer inflation, headline inflation, headline cpi, annual inflation, inflation report > cpi
  core inflation, core consumer price index > core cpi
  producer price index, producer prices, wholesale inflation > ppi
  personal consumption expenditures, pce price index, pce inflation, pce index > pce
  core pce inflation, core pce price index > core pce
  real gdp, gdp growth, economic growth, economy grow, gdp grow, gdp increase > gdp
  enter a recession, go into recession, fall into recession, enter recession, enters recession, slip into recession > recession
  retail sales > retailsales
  home sales, existing home sales > homesales
  housing starts > housingstarts
  consumer sentiment, consumer confidence, michigan sentiment > sentiment
  mortgage rate, mortgage rates > mortgage30y
  national debt, federal debt, us debt, public debt > debt
  budget deficit, federal deficit > deficit
  debt ceiling, debt limit > debtceiling
  gas price, gasoline price, price of gas, price of gasoline, price of regular gas, price of regular gasoline, average gas price, national average for regular gasoline, national average for gas, aaa national average, aaa national average for regular gasoline, aaa gas price, aaa gas prices, regular gas > gasprice
  brent crude, brent oil, brent crude oil > brent
  crude oil, oil price, oil prices, crude, wti crude, wti oil, wti crude oil, price of oil > wti
  natural gas, henry hub, natgas > natgas
  xau usd, xauusd, xau, gold price, price of gold, gold futures, spot gold > gold
  xag usd, xagusd, xag, silver price, price of silver, spot silver > silver
  djia, dow jones industrial average, dow jones, dow industrials > dow
  nasdaq composite, nasdaq comp, ixic, nasdaq index > nasdaqcomposite
  rut > russell
  vix index, volatility index, cboe vix > vix
  dax index > dax
  hang seng index, hang seng > hangseng
  eur usd, eurusd, euro dollar > eurusd
  usd jpy, usdjpy, dollar yen > usdjpy
  gbp usd, gbpusd > gbpusd
  dollar index, us dollar index, dxy > dxy
  initial public offering, listed publicly, stock market debut, publicly listed, publicly traded > ipo
  file for bankruptcy, files for bankruptcy, file for chapter 11, declare bankruptcy, declares bankruptcy, go bankrupt, goes bankrupt, bankruptcy filing, chapter 11 > bankruptcy
  merge with, merges with, merger with > merge
  valuation, valued at, valuation of > marketcap
  stock split > stocksplit
  largest company, biggest company, most valuable company, largest company in the world, world largest company, largest public company, largest company by market cap, largest company in the world by market cap, most valuable company in the world, biggest company in the world > largest company
  all time high, ath, record high, new all time high, new record high > alltimehigh
  layoffs, lay off, lays off, job cuts > layoff
  services revenue > servicesrevenue
  cloud revenue > cloudrevenue
  data center revenue > datacenterrevenue
  advertising revenue, ad revenue > adrevenue
  earnings per share, eps > eps
  quarterly earnings, earnings report, earnings call > earnings
  exchange traded fund > etf
  stablecoin, stablecoins > stablecoin
  strategic bitcoin reserve, strategic btc reserve, national bitcoin reserve, bitcoin strategic reserve, bitcoin reserve, btc reserve > bitcoinreserve
  flippening > flippening
`;
