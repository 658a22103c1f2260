/** A page of `markets` markets of Limitless: singles with a book or a market maker, groups of three, and a few that ended. */
export function limitlessPage(markets: number) {
  const data: object[] = [];
  for (let number = 0; number < markets; number++) {
    if (number % 5 !== 0) data.push(single(number));
    else data.push({ ...single(number), ...GROUP, markets: [0, 1, 2].map((member) => single(number * 10 + member)) });
  }
  return { data, totalMarketsCount: data.length };
}

const GROUP = { marketType: "group", prices: null, tradePrices: null };
const CLOSES_AT = Date.UTC(2027, 11, 31);

function single(number: number): object {
  const cents = 5 + ((number * 7) % 90);
  const isMaker = number % 4 === 1;
  const hasEnded = number % 11 === 10;
  const prices = [cents / 100, (100 - cents) / 100];
  return {
    id: 7000 + number,
    slug: `contestant-${number}`,
    title: `Will contestant ${number} win?`,
    proxyTitle: null,
    description: `<p>The rules of contest ${number}.</p><p>Ties &amp; errors: no.</p>`,
    categories: ["Politics"],
    tags: ["Daily"],
    collateralToken: { symbol: "USDC", decimals: 6 },
    createdAt: "2026-01-01T00:00:00.000Z",
    expirationTimestamp: number % 3 === 0 ? String(CLOSES_AT) : CLOSES_AT,
    expired: hasEnded,
    groupId: null,
    hidden: false,
    imageUrl: "https://pictures.test/contest.svg",
    marketType: "single",
    tradeType: isMaker ? "amm" : "clob",
    // Market makers give percent, some as text.
    prices: isMaker ? [String(cents), String(100 - cents)] : prices,
    tradePrices: isMaker ? null : { buy: { market: [prices[0], prices[1]] }, sell: { market: [prices[0], prices[1]] } },
    status: hasEnded ? "RESOLVED" : "FUNDED",
    winningOutcomeIndex: hasEnded ? number % 2 : null,
    volume: String(1_000_000 * number),
    volumeFormatted: `${number}.000000`,
    liquidity: "5000000",
    openInterestFormatted: "12.5",
  };
}
