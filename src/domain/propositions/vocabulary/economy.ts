/** Phrases of the economy, central banks and markets, in the form of those of politics. */
export const ECONOMY = `
  fed rate = federal funds rate, fed funds rate, federal funds target rate, fed funds, federal funds;
  rate: interest rate, policy rate, bank rate, cash rate, overnight rate, key rate, deposit rate, benchmark rate,
  target rate; decision: rate decision, policy decision, monetary policy decision, rate announcement, policy meeting;
  maintain: no change, unchanged, rate unchanged, leave rate unchanged, keep rate unchanged, leave unchanged,
  keep unchanged, remain unchanged, hold rate steady, hold rate, keep rate, hold steady, leave rate steady, stand pat,
  on hold; cut: decrease, lower, reduce, reduction, slash, trim, ease, loosen;
  hike: increase, raise, rise, risen, go up, goes up, tighten; ecb: european central bank; boe: bank of england;
  boj: bank of japan, japan central bank; boc: bank of canada, canada central bank;
  snb: swiss national bank, swiss central bank; rba: reserve bank of australia, australia central bank;
  rbnz: reserve bank of new zealand; banxico: banco de mexico, bank of mexico; norges bank: bank of norway;
  riksbank: bank of sweden, sweden central bank, swedish central bank; cbrt: central bank of turkey, tcmb;
  copom: central bank of brazil, brazil central bank, bcb; cbr: bank of russia; fed chair = federal reserve chair,
  fed chairman, federal reserve chairman, chairman of the federal reserve, chair of the federal reserve;
  bps: bp, basis points; annual: year over year, yoy, y y; monthly: month over month, mom; payroll: nonfarm payroll,
  non farm payroll, nfp, jobs report, jobs added, jobs created, job growth, new jobs, job number;
  jobless claims: initial claims, initial jobless claims, unemployment claims;
  unemployment: unemployment rate, jobless rate, u3, u 3; cpi: consumer price index, cpi inflation, inflation,
  inflation cpi, inflation rate, consumer prices, headline inflation, headline cpi, annual inflation;
  core cpi = core inflation; ppi: producer price index, producer prices; pce: personal consumption expenditures,
  pce price index, pce inflation; core pce = core pce inflation, core pce price index; gdp: gross domestic product,
  real gdp, gdp growth, gdp grow, gdp increase, economic growth; recession: enter a recession, enter recession,
  go into recession, fall into recession; home sales: existing home sales; housing starts;
  sentiment: consumer sentiment, consumer confidence; mortgage30y: mortgage rate;
  debt: national debt, federal debt, public debt, us debt; deficit: budget deficit, federal deficit;
  debt ceiling: debt limit; bankruptcy: file for bankruptcy, declare bankruptcy, go bankrupt, goes bankrupt,
  chapter 11; gas price: gasoline price, us gas price, u s gas price, price of gas, price of gasoline,
  average gas price, regular gas, regular gasoline, aaa national average; wti: west texas intermediate, wti crude,
  wti oil, wti crude oil, crude oil wti, crude oil, crude, oil price, price of oil;
  brent: brent crude, brent oil, brent crude oil; natgas: natural gas, henry hub;
  gold: gold price, price of gold, spot gold, xau, xauusd, xau usd; silver: silver price, price of silver,
  spot silver, xag, xagusd, xag usd; sp500: s p 500, s p, spx; nasdaq: nasdaq 100, ndx;
  nasdaq composite: ixic; russell: rut; vix: volatility index; dow: djia, dow jones, dow jones industrial average;
  hang seng; treasury10y: 10 year treasury, 10 year us treasury; eurusd: eur usd, euro dollar;
  usdjpy: usd jpy, dollar yen; gbpusd: gbp usd; dxy: dollar index, us dollar index; ipo: initial public offering,
  go public, goes public, list publicly, publicly listed, publicly traded, stock market debut; marketcap: market cap,
  market capitalization, market capitalisation, mcap, valuation, valued at; etf: exchange traded fund;
  largest company = most valuable company, biggest company, largest company in the world,
  largest company by market cap, largest company in the world by market cap; fdv: fully diluted valuation;
  alltimehigh: all time high, ath, record high, new all time high; stock split;
  acquire: take over, buy, bought, purchase; acquiree: be acquired, get acquired, acquired by, been acquired,
  bought by, be bought; bank: underwriter, lead underwriter, bookrunner; merge: merger with, merge with;
  dollarize: adopt the dollar, adopt the us dollar; layoff: lay off, job cuts;
  earnings: earnings report, earnings call, quarterly earnings; bitcoinreserve: bitcoin reserve,
  strategic bitcoin reserve, strategic btc reserve, btc reserve`;
