/** One platform's part of `count` markets and how each of them stands. */
export interface Listed {
  /** Which of the platforms: half of the markets are the first's, a third the second's, the rest the third's. */
  readonly index: number;
  readonly count: number;
  readonly changes: (market: number) => number;
  /** Whether its book moved without a trade. */
  readonly hasNewQuotes: (market: number) => boolean;
}

const PAGE_EVENTS = 200;
const DAY_MS = 86_400_000;
const CLOSING_FROM = Date.UTC(2027, 0, 1);

/** Page bodies as a platform sends them: events of 1 to 12 markets with the texts and figures of real ones. */
export function* pagesOf(platform: string, { index, count, changes, hasNewQuotes }: Listed): Generator<unknown> {
  const [from, to] =
    [
      [0, count / 2],
      [count / 2, (count * 5) / 6],
      [(count * 5) / 6, count],
    ][index]?.map(Math.floor) ?? [];
  if (from === undefined || to === undefined) throw new Error(`no markets for platform ${index}`);
  let events: unknown[] = [];
  for (let market = from; market < to; ) {
    const size = Math.min(to - market, 1 + ((Math.imul(market, 40_503) >>> 8) % 12) || 1);
    const numbers = Array.from({ length: size }, (_, place) => market + place);
    const states = numbers.map((number) => stateOf(number, changes(number), hasNewQuotes(number)));
    events.push(...eventsOf(platform, market, states));
    market += size;
    if (events.length >= PAGE_EVENTS || market >= to) {
      yield platform === "manifold" ? events : { events };
      events = [];
    }
  }
}

/** Where a market stands among all by volume: near 1 for the most traded. */
export const shareOf = (market: number): number => (Math.imul(market + 7, 1_597_334_677) >>> 0) / 2 ** 32;

interface State {
  readonly number: number;
  readonly title: string;
  /** Cents. */
  readonly bid: number;
  readonly ask: number;
  readonly volume: number;
  readonly volume24h: number;
  readonly closesAt: number;
}

function stateOf(number: number, changes: number, hasNewQuotes: boolean): State {
  const share = shareOf(number);
  const volume = Math.floor(10 ** (share * 7));
  const bid = 2 + ((number * 7 + changes * 3 + Number(hasNewQuotes)) % 94);
  return {
    number,
    title: `Will ${pick(SUBJECTS, number)} ${pick(VERBS, number >> 4)} ${pick(OBJECTS, number >> 7)} by day ${number % 977}?`,
    bid,
    ask: bid + 2,
    volume: volume + changes * (1 + Math.floor(volume / 50)),
    volume24h: Math.floor(volume / 20) + changes * (1 + Math.floor(volume / 100)),
    closesAt: CLOSING_FROM + (number % 400) * DAY_MS,
  };
}

function eventsOf(platform: string, number: number, states: readonly State[]): unknown[] {
  if (platform === "kalshi") return [toKalshi(number, states)];
  return platform === "polymarket" ? [toPolymarket(number, states)] : states.map(toManifold);
}

const toKalshi = (number: number, states: readonly State[]): unknown => ({
  event_ticker: `KXBENCH${number % 50}-27JAN${number}`,
  series_ticker: `KXBENCH${number % 50}`,
  title: `What will ${pick(SUBJECTS, number)} do in year ${number}?`,
  sub_title: "In 2027",
  category: pick(KALSHI_CATEGORIES, number),
  mutually_exclusive: states.length > 1,
  strike_period: "year",
  markets: states.map((state) => ({
    ticker: `KXBENCH${number % 50}-27JAN${number}-${state.number}`,
    event_ticker: `KXBENCH${number % 50}-27JAN${number}`,
    market_type: "binary",
    title: state.title,
    yes_sub_title: `By day ${state.number % 977}`,
    no_sub_title: `By day ${state.number % 977}`,
    status: "active",
    result: "",
    yes_bid_dollars: (state.bid / 100).toFixed(4),
    yes_ask_dollars: (state.ask / 100).toFixed(4),
    no_bid_dollars: (1 - state.ask / 100).toFixed(4),
    no_ask_dollars: (1 - state.bid / 100).toFixed(4),
    last_price_dollars: (state.bid / 100).toFixed(4),
    previous_price_dollars: "0.2000",
    notional_value_dollars: "1.0000",
    volume_fp: state.volume.toFixed(2),
    volume_24h_fp: state.volume24h.toFixed(2),
    open_interest_fp: Math.floor(state.volume / 3).toFixed(2),
    created_time: "2026-01-05T10:00:00.123456Z",
    open_time: "2026-01-06T10:00:00Z",
    close_time: new Date(state.closesAt).toISOString(),
    rules_primary: `${state.title} ${RULES}`,
    rules_secondary: RULES,
  })),
});

const toPolymarket = (number: number, states: readonly State[]): unknown => ({
  id: `${1_000_000 + number}`,
  slug: `what-will-happen-in-${number}`,
  title: `What will ${pick(SUBJECTS, number)} do in year ${number}?`,
  description: RULES,
  startDate: "2026-01-05T10:00:00Z",
  endDate: "2027-06-01T00:00:00Z",
  image: `https://images.example.com/${number}.png`,
  closed: false,
  liquidity: 1800.25,
  tags: [
    { id: "1", label: "All" },
    { id: "2", label: pick(SUBJECTS, number) },
    { id: "3", label: pick(KALSHI_CATEGORIES, number) },
  ],
  markets: states.map((state) => ({
    id: `${2_000_000 + state.number}`,
    question: state.title,
    slug: `will-it-happen-${state.number}`,
    groupItemTitle: `By day ${state.number % 977}`,
    outcomes: '["Yes", "No"]',
    outcomePrices: `["${(state.bid + 1) / 100}", "${(99 - state.bid) / 100}"]`,
    clobTokenIds: `["${`${state.number}`.padStart(77, "71321045679252212594")}", "${`${state.number}`.padStart(77, "5")}"]`,
    volumeNum: state.volume,
    volume24hr: state.volume24h,
    liquidityNum: 900.1,
    bestBid: state.bid / 100,
    bestAsk: state.ask / 100,
    lastTradePrice: state.bid / 100,
    active: true,
    closed: false,
    archived: false,
    endDate: new Date(state.closesAt).toISOString(),
    createdAt: "2026-01-05T10:00:00.123456Z",
    description: `${state.title} ${RULES}`,
  })),
});

const toManifold = (state: State): unknown => ({
  id: `mf${state.number.toString(36).padStart(8, "Q")}`,
  creatorUsername: "ada",
  createdTime: 1_760_000_000_123,
  closeTime: state.closesAt,
  question: state.title,
  slug: `will-it-happen-${state.number}`,
  url: `https://manifold.markets/ada/will-it-happen-${state.number}`,
  probability: (state.bid + 1) / 100,
  p: 0.5,
  totalLiquidity: 1000,
  outcomeType: "BINARY",
  mechanism: "cpmm-1",
  volume: state.volume,
  volume24Hours: state.volume24h,
  isResolved: false,
});

const pick = (words: readonly string[], number: number): string => words[number % words.length] ?? "";

const SUBJECTS = [
  "the Fed",
  "Bitcoin",
  "Kansas City",
  "the Senate",
  "SpaceX",
  "a hurricane",
  "the prime minister",
  "Nvidia",
  "the album",
  "the jury",
  "Ethereum",
  "the governor of Texas",
  "Real Madrid",
];
const VERBS = ["win", "reach", "announce", "cut", "lose", "pass", "launch", "sign", "close above"];
const OBJECTS = ["the final", "$100,000", "a rate decision", "the bill", "a record", "the treaty", "second place"];
const KALSHI_CATEGORIES = ["Politics", "Sports", "Crypto", "Economics", "Financials", "Entertainment", "World"];
const RULES =
  "This market resolves to Yes if official sources state so before the end of the day named in the title, Eastern " +
  "Time. Otherwise it resolves to No. A consensus of credible reporting is used where no official source speaks.";
