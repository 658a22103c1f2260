import { ONE } from "../../../src/domain/prices.ts";
import { eventually, type TestService } from "../service/service.ts";

type Served = Pick<TestService, "context" | "clock">;

/** The path of the question that most platforms ask. */
export const findQuestion = ({ context, clock }: Served): Promise<string> =>
  eventually("a question", async () => {
    const all = { status: "open", minVolume: 0, minGap: 0, realMoneyOnly: false } as const;
    const { questions } = await context.store.questions.list(
      { ...all, sort: "platforms", order: "desc", now: clock.now() },
      { page: 1, size: 1 },
    );
    return questions[0] === undefined ? undefined : `/questions/${questions[0].id}`;
  });

/** The path of a market that other platforms ask too; they are found some time after they were read. */
export const findMatched = ({ context, clock }: Served): Promise<string> =>
  eventually("a question that two platforms ask", async () => {
    const query = { platforms: ["polymarket", "kalshi"], legPlatforms: [], minSpread: 0, minScore: 0, stake: ONE };
    const { opportunities } = await context.store.arbitrage.list({
      ...query,
      ...{ sort: "volume", page: 1, size: 1, now: clock.now() },
    });
    const market = opportunities[0]?.orders[0]?.market;
    return market && `/markets/${market.platform}/${encodeURIComponent(market.id)}`;
  });

/** The path of the most traded event that has several markets. */
export async function findEvent({ get }: Pick<TestService, "get">): Promise<string> {
  const { body } = await get("/api/v1/events?page_size=50");
  const events = body.data as readonly { platform: string; id: string; market_count: number }[];
  const found = events.find(({ market_count }) => market_count > 1);
  if (found === undefined) throw new Error("no event has several markets");
  return `/events/${found.platform}/${encodeURIComponent(found.id)}`;
}

/** The addresses of all kinds of pages of the demo, with those of a market, a question and an event. */
export async function findPages(site: TestService) {
  const [matched, question, event] = [await findMatched(site), await findQuestion(site), await findEvent(site)];
  const paths = [
    "/",
    "/markets",
    "/markets?q=election&sort=closing",
    "/questions",
    "/questions?status=all&platform=manifold",
    matched,
    question,
    event,
    "/search?q=election",
    "/search?q=recesion&status=all",
    "/arbitrage",
    "/analytics",
    "/status",
    "/keys",
    "/docs",
    "/docs/markets",
    "/pricing",
  ];
  return { matched, question, event, paths };
}
