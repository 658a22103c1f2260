import type { DemoTools } from "./demo-tools.ts";

interface Call {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
}

const WORDS = ["Fed", "Bitcoin", "election", "2028", "win", "temperature", "nomination", "game", "above", "out"];
const CATEGORIES = ["politics", "sports", "crypto", "economics", undefined];

/** Calls of all tools in turn, as assistants make them: mostly with the defaults, on markets from all over the lists. */
export async function manyCalls({ context }: Pick<DemoTools, "context">, count: number): Promise<readonly Call[]> {
  const { store, clock } = context;
  const all = { status: "open", minVolume: 0, sort: "volume", order: "desc", now: clock.now() } as const;
  const { markets } = await store.markets.list(all, { page: 1, size: 200 });
  const { questions } = await store.questions.list({ ...all, minGap: 0, realMoneyOnly: false }, { page: 1, size: 100 });
  return Array.from({ length: count }, (_, index) => {
    const turn = Math.floor(index / MAKERS.length);
    const market = markets[(turn * 7) % markets.length];
    const question = questions[(turn * 3) % questions.length];
    if (market === undefined || question === undefined) throw new Error("the demo has no markets or questions");
    const make = MAKERS[index % MAKERS.length];
    return make?.({ turn, market: `${market.platform}:${market.id}`, url: market.url, question: question.id }) as Call;
  });
}

interface Subject {
  readonly turn: number;
  readonly market: string;
  readonly url: string;
  readonly question: string;
}

/** The largest that can be asked for, now and then. */
const isLarge = (turn: number): boolean => turn % 6 === 5;

const MAKERS: readonly ((subject: Subject) => Call)[] = [
  ({ turn }) => ({ name: "find_questions", given: { query: WORDS[turn % WORDS.length], ...limit(turn, 8) } }),
  ({ turn }) => ({ name: "find_topics", given: { query: WORDS[turn % WORDS.length], ...limit(turn, 10) } }),
  ({ turn }) => ({ name: "find_markets", given: { query: WORDS[turn % WORDS.length], ...limit(turn, 20) } }),
  ({ question }) => ({ name: "get_question", given: { question } }),
  ({ market }) => ({ name: "get_market", given: { market } }),
  ({ turn, market }) => ({ name: "get_event", given: { event: market, ...limit(turn, 30) } }),
  ({ turn, market, question }) => ({
    name: "price_history",
    given: { of: turn % 2 === 0 ? market : question, ...(isLarge(turn) ? { points: 100, hours: 720 } : undefined) },
  }),
  ({ turn }) => ({ name: "find_spreads", given: limit(turn, 10) }),
  ({ turn }) => ({ name: "movers", given: { category: CATEGORIES[turn % CATEGORIES.length], ...limit(turn, 20) } }),
];

const limit = (turn: number, most: number) => (isLarge(turn) ? { limit: most } : {});
