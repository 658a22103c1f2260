/** A call that an assistant makes, and what its answer must say. A `$1` stands for what the first answer gave. */
export interface AskedCall {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly says: RegExp;
  /** What the next call takes from this answer, as `$1`. */
  readonly gives?: RegExp;
}

/** What people ask, and the one or two calls that answer it. */
export const ASKED: readonly (readonly [question: string, ...calls: AskedCall[]])[] = [
  [
    "Where is Fed December cheapest?",
    {
      name: "find_questions",
      given: { query: "Where is Fed December cheapest?" },
      says: /Fed .*December[\s\S]*Cheapest: yes \w+, no \w+/,
    },
  ],
  [
    "What moved most in politics today?",
    { name: "movers", given: { category: "politics" }, says: /in 24 h[\s\S]*[+−][\d.]+¢ to [\d.]+¢/ },
  ],
  [
    "What would 2028 nominee Vance cost me on each platform, fees included?",
    {
      name: "find_questions",
      given: { query: "What would 2028 nominee Vance cost me on each platform, fees included?" },
      says: /Vance[\s\S]*Kalshi yes [\d.]+¢ \(fee [\d.]+\), no [\d.]+¢[\s\S]*PredictIt/,
    },
  ],
  [
    "Is there free money between platforms right now?",
    { name: "find_spreads", given: {}, says: /Buy (YES|NO) on .* \+ Buy .*profit [\d.]+¢/ },
  ],
  [
    "Which arbitrage can I trust?",
    { name: "find_spreads", given: { min_confidence: "high" }, says: /high confidence/ },
  ],
  [
    "Can Polymarket and another platform be played against each other?",
    { name: "find_spreads", given: { platform: "polymarket", limit: 1 }, says: /Polymarket/ },
  ],
  [
    "How likely is a Fed rate cut in December?",
    {
      name: "find_questions",
      given: { query: "How likely is a Fed rate cut in December?", limit: 2 },
      says: /yes [\d.]+¢/,
    },
  ],
  [
    "How has that changed over the last week?",
    {
      name: "find_questions",
      given: { query: "Fed cut 25 December", limit: 1 },
      says: /Fed/,
      gives: /question ([0-9a-f]{16})/,
    },
    {
      name: "price_history",
      given: { of: "$1", hours: 168, points: 8 },
      says: /every \d+ min[\s\S]*low [\d.]+¢, high/,
    },
  ],
  [
    "Where do platforms disagree most?",
    { name: "find_questions", given: { sort: "gap", limit: 2 }, says: /gap [\d.]+¢/ },
  ],
  [
    "Which questions are traded most?",
    { name: "find_questions", given: { sort: "volume_24h" }, says: /volume \$[\d,]+/ },
  ],
  [
    "What closes next in sports?",
    { name: "find_markets", given: { category: "sports", sort: "closing" }, says: /closes 2026-11-2/ },
  ],
  [
    "Who is ahead for the Republican nomination in 2028?",
    {
      name: "find_markets",
      given: { query: "Who is ahead for the Republican nomination in 2028?", platform: "kalshi", limit: 1 },
      says: /kalshi:/,
      gives: /\((kalshi:[^)]+)\)/,
    },
    { name: "get_event", given: { event: "$1" }, says: /12 markets[\s\S]*yes [\d.]+¢/ },
  ],
  [
    "What are the rules, and who decides?",
    {
      name: "find_questions",
      given: { query: "Bitcoin", limit: 1 },
      says: /Bitcoin/,
      gives: /question ([0-9a-f]{16})/,
    },
    { name: "get_question", given: { question: "$1" }, says: /Rules of \w+: Resolves/ },
  ],
  [
    "What does this page of Kalshi cost, fees included?",
    {
      name: "get_event",
      given: { event: "https://kalshi.com/markets/kxpresnomr/event/kxpresnomr-28" },
      says: /yes/,
      gives: /\((kalshi:[^)]+-\d+-[^)]+)\)/,
    },
    { name: "get_market", given: { market: "$1" }, says: /buy yes [\d.]+¢ \(fee [\d.]+\), buy no/ },
  ],
  [
    "How did the latest NFL games end?",
    { name: "find_markets", given: { query: "vs game", status: "closed", limit: 3 }, says: /closed, outcome (yes|no)/ },
  ],
  [
    "What does Manifold think of Bitcoin?",
    {
      name: "find_markets",
      given: { query: "What does Manifold think of Bitcoin?", platform: "manifold" },
      says: /manifold:/,
    },
  ],
  ["What moved most anywhere today?", { name: "movers", given: { limit: 3 }, says: /[+−][\d.]+¢ to/ }],
  [
    "Is a market of mine asked elsewhere too?",
    {
      name: "find_markets",
      given: { query: "Vance", platform: "kalshi", limit: 1 },
      says: /kalshi:/,
      gives: /\((kalshi:[^)]+)\)/,
    },
    { name: "get_market", given: { market: "$1" }, says: /Elsewhere \(same\): / },
  ],
  [
    "What would no on a recession cost?",
    { name: "find_questions", given: { query: "What would no on a recession cost?" }, says: /no [\d.]+¢/ },
  ],
  [
    "What else is like the question of Bitcoin above $90,000?",
    {
      name: "find_questions",
      given: { query: "Bitcoin above", limit: 1 },
      says: /Bitcoin/,
      gives: /question ([0-9a-f]{16})/,
    },
    { name: "get_question", given: { question: "$1" }, says: /Related \(/ },
  ],
  [
    "How good are the platforms at questions like this one?",
    {
      name: "find_questions",
      given: { query: "Fed cut 25 December", limit: 1 },
      says: /Fed/,
      gives: /question ([0-9a-f]{16})/,
    },
    {
      name: "get_question",
      given: { question: "$1", accuracy: true },
      says: /Brier score on economics, .* Kalshi 0\.\d+ \(95% 0\.\d+–0\.\d+\) on \d+ markets/,
    },
  ],
];
