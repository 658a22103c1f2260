/** Records that are no yes/no questions, which a source must skip. They belong to no topic and never change. */

/** Three outcomes in one market. */
export const THREE_WAY_GAME = {
  id: "99",
  slug: "regatta-of-the-three-lakes",
  title: "Regatta of the Three Lakes",
  active: true,
  closed: false,
  archived: false,
  tags: [{ id: "1", label: "Sports", slug: "sports" }],
  markets: [
    {
      id: "990",
      question: "Which crew wins the Regatta of the Three Lakes?",
      slug: "which-crew-wins-the-regatta-of-the-three-lakes",
      outcomes: '["North", "South", "A tie"]',
      outcomePrices: '["0.4", "0.5", "0.1"]',
      active: true,
      closed: false,
      archived: false,
    },
  ],
} as const;

/** A contract that pays a share of a figure. */
export const SCALAR_EVENT = {
  event_ticker: "KXCOMETTAIL-30",
  series_ticker: "KXCOMETTAIL",
  title: "Length of the next bright comet's tail",
  sub_title: "",
  category: "Space",
  mutually_exclusive: false,
  markets: [
    {
      ticker: "KXCOMETTAIL-30-S",
      event_ticker: "KXCOMETTAIL-30",
      market_type: "scalar",
      title: "Length of the next bright comet's tail",
      yes_sub_title: "Degrees of sky",
      status: "active",
      result: "",
      notional_value_dollars: "1.0000",
    },
  ],
} as const;

/** Several markets in one; listings leave it out on request. */
export const COMBINATION = {
  ticker: "KXMVESPORTS-S1-A",
  event_ticker: "KXMVESPORTS-S1",
  market_type: "binary",
  title: "yes Boston, yes Denver, yes over 210.5 points",
  yes_sub_title: "yes Boston, yes Denver, yes over 210.5 points",
  status: "active",
  result: "",
  mve_collection_ticker: "KXMVESPORTS",
  mve_selected_legs: [{ event_ticker: "KXNBAGAME", market_ticker: "KXNBAGAME-BOS", side: "yes" }],
  yes_bid_dollars: "0.0000",
  yes_ask_dollars: "1.0000",
  last_price_dollars: "0.0000",
} as const;

/** A poll and a figure. */
export const QUESTIONS_OF_OTHER_KINDS = [
  {
    id: "pOLLofHats0",
    creatorUsername: "milliner",
    createdTime: 1_700_000_000_000,
    question: "Which hat suits a heron?",
    slug: "which-hat-suits-a-heron",
    url: "https://manifold.markets/milliner/which-hat-suits-a-heron",
    outcomeType: "POLL",
    mechanism: "none",
    volume: 0,
    volume24Hours: 0,
    isResolved: false,
    lastUpdatedTime: 1_700_000_000_000,
  },
  {
    id: "fIGUREofBee",
    creatorUsername: "apiarist",
    createdTime: 1_700_000_100_000,
    question: "How many kilos of honey will my hives give next year?",
    slug: "how-many-kilos-of-honey",
    url: "https://manifold.markets/apiarist/how-many-kilos-of-honey",
    outcomeType: "PSEUDO_NUMERIC",
    mechanism: "cpmm-1",
    probability: 0.4,
    value: 40,
    min: 0,
    max: 100,
    isLogScale: false,
    volume: 120,
    volume24Hours: 0,
    isResolved: false,
    lastUpdatedTime: 1_700_000_100_000,
    token: "MANA",
  },
] as const;
