import type { CategoryWords } from "./category-words.ts";

export const ECONOMICS: CategoryWords = {
  strong: `economics, economy, economic, inflation, cpi, core cpi, pce, ppi, gdp, recession, stagflation,
    unemployment, payroll, nonfarm, jobless claims, jobs report, jobs added, jobs numbers, fed, fed chair, fed
    funds, federal reserve, fomc, powell, warsh, interest rate, rate cut, rate hike, basis points, bps, tariff,
    mortgage, mortgage rate, ecb, bank of england, bank of japan, bank of canada, bank of mexico, banxico, rba,
    rbnz, boe, boj, bank of israel, bank of korea, bank of brazil, bank of china, central bank, rate change, federal
    open market committee, federal funds, selic, debt ceiling, national debt, federal debt, deficit, budget deficit,
    trade deficit, minimum wage, wage growth, pmi, ism manufacturing, ism services, retail sales, consumer
    sentiment, consumer confidence, housing starts, home sales, home price, home value, median home, house prices,
    rent index, case shiller, trade war, trade deal, trade agreement, balance of trade, industrial production,
    productivity growth, labor market, labour market, credit rating, sovereign default, beige book, decision in, gas
    price, diesel price, egg price, price of eggs, ground beef, beef price, price of milk, coffee price, grocery
    prices, electricity price, import price, household income, poverty rate, tsa passenger, durable goods, anti
    dumping, countervailing, antidumping, final affirmative, cost of living, eurozone, oecd, imf, universal basic
    income, rates hit zero, zero rate, negative rates, chips tariff, house affordability`,
  usual: `housing, jobs, wage, rent, rate decision, fed decision, monetary, fiscal, stimulus check, customs, import,
    export, homeowner, home ownership, consumer spending, employment, unemployed, purchasing, dot plot, hike, bank
    rate, insolvent, spending, budget, price index, trade balance, quarter growth, tax, taxes, income tax, wealth
    tax, ubi, world bank, commerce department, gdp per capita, purchasing power, economist`,
  weak: "growth, debt, supply chain, trillion, electricity, ipo economy, gasoline, workforce",
  faint: "cut, sales, inventory, rates, cost of",
};
