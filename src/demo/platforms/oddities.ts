/** Records that are no yes/no questions, which a source must skip. They belong to no topic and never change. */

/** Three outcomes in one market. */
export const THREE_WAY_GAME = {
  id: "99",
  title: "Regatta of the Three Lakes",
  markets: [
    { id: "990", question: "Which crew wins the Regatta of the Three Lakes?", outcomes: '["North", "South", "A tie"]' },
  ],
} as const;

/** A contract that pays a share of a figure. */
export const SCALAR_EVENT = {
  event_ticker: "KXCOMETTAIL-30",
  series_ticker: "KXCOMETTAIL",
  title: "Length of the next bright comet's tail",
  category: "Space",
  markets: [{ ticker: "KXCOMETTAIL-30-S", market_type: "scalar", yes_sub_title: "Degrees of sky", status: "active" }],
} as const;

/** A poll and a figure. */
export const QUESTIONS_OF_OTHER_KINDS = [
  { id: "pOLLofHats0", createdTime: 1_700_000_000_000, question: "Which hat suits a heron?", outcomeType: "POLL" },
  {
    id: "fIGUREofBee",
    createdTime: 1_700_000_100_000,
    question: "How many kilos of honey will my hives give next year?",
    outcomeType: "PSEUDO_NUMERIC",
  },
] as const;
