import type { CategoryWords } from "./category-words.ts";

export const FINANCE: CategoryWords = {
  certain: "ipo, initial public offering, direct listing",
  strong: `finance, financial, stock, stock price, stock market, stock split, equities, shares outstanding, nasdaq,
    nasdaq 100, nyse, dow jones, djia, russell 2000, sp500, sp 500, s p 500, s p500, sp, spx, spy, qqq, ndx, vix,
    nikkei, ftse, dax, hang seng, kospi, nifty, sensex, go public, public ticker, earnings, earnings per share, eps,
    market cap, market capitalization, largest company, most valuable company, private company, valuation, valued
    at, wti, brent, crude, crude oil, oil price, price of oil, natural gas, henry hub, gold price, price of gold,
    silver price, price of silver, gold above, gold hit, silver above, silver hit, gold close, silver close, copper
    price, xauusd, xagusd, gc hit, gc settle, gc over, cl hit, cl settle, cl over, si hit, si settle, si over, ng
    hit, ng price, soybean, wheat, corn price, cocoa, lithium price, tungsten, palladium, pgm, cobalt, nickel price,
    spot price, usd per tonne, usd t, usd kg, per tonne, yuan per tonne, steel price, aluminum price, aluminium
    price, uranium price, treasury yield, treasuries, 10 year treasury, 10y, 10 year yield, bond yield, government
    bond, eur usd, usd jpy, gbp usd, eurusd, usdjpy, gbpusd, usdkrw, usdcad, usdchf, audusd, usdcny, exchange rate,
    forex, usd to, iranian rial, stock exchange, which exchange, tesla deliver, dollar index, dxy, merge, merger,
    acquisition, acquired by, takeover, buyout, hostile bid, bankruptcy, bankrupt, chapter 11, hedge fund, private
    equity, venture capital, circuit breaker, dividend, berkshire hathaway, bank failure, banks fail, bank fail,
    assets under management, investment banking, ceos, new ceo, next ceo, as ceo, ceo of, ceo out, googl, amd, hood,
    amc stock, rklb, sofi, abnb, coin stock, smci, baba, brk, gs, bac, wfc, ewy, snap stock, pypl, shop stock, uber
    stock, dis stock, nke, mcd, cost stock, opendoor, share price, net worth, richest person, richest, usdbrl, real
    estate index, take a stake, meta week, stake in, implats, impala platinum, sibanye, nornickel, norilsk, northam platinum,
    annualized revenue, run rate, in arr, revenue run rate, y combinator, series a, series b, credit score, 401k,
    bond market, earnings report, market share, private valuation`,
  usual: `ceo, trillionaire, layoff, laid off, commodity, commodities, invest, investor, investment, hedge, index
    fund, etf, shareholder, quarterly, revenue, bank, jpmorgan, goldman sachs, morgan stanley, blackrock, wall
    street, startup, funding round, raise money, subscriber count, deliveries, passenger load, mau, dau, monthly
    active users, net income, profit, ebitda, arr, sec filing, 13f, short seller, gold, silver, copper, platinum,
    nickel, lithium, zinc, tin, oil, opec, barrel, rare earth, oxide, graphite, ore, smelter, net adds, store count,
    same store sales, acquire, acquired, antitrust, closes at, close above, close below, all time high, gamestop,
    robinhood, palantir, spotify subscribers, boeing, airline, walmart, costco, starbucks, disney, mcdonalds, intel,
    micron, oracle, adobe, stripe, databricks, anduril, kalshi, lennar, visa, paypal, ford, gm, stellantis, toyota,
    hertz, berkshire, bond, treasury, currency, peso, yen, lira, ruble, yuan, ev sales, phev sales, hev sales,
    credit card, business entity, salary, uranium, gallium, samarium, energy infrastructure, mu week, theme park,
    coca cola, loan, portfolio, quant trader, corn syrup, freight rate, crowdfunding, kickstarter, gofundme, tonnes`,
  weak: "usd, q1, q2, q3, q4, hit week of, above in, above on, valuations, polymarket, tonne, mining, price target",
  faint: `company, companies, close, settle, price, brand, sell, bought, buy, retail, week of, business, customer,
    production, factory`,
};
