import { type DemoState, figuresAt } from "../figures.ts";
import type { ListedEvent, ListedMarket } from "../listings.ts";
import { lastMove, TICK_MS } from "../walk.ts";
import { countIn } from "./pages.ts";

/** Manifold's bets on a contract, newest first: one for each move of its price or of an answer's. */
export function toBets(
  demo: DemoState,
  event: ListedEvent | undefined,
  query: URLSearchParams,
  now: number,
): unknown[] {
  if (event === undefined) return [];
  const { topic } = event;
  const limit = countIn(query, "limit", 1000, 1000);
  const after = Math.max(topic.opensAt, Number(query.get("afterTime") ?? 0));
  const bets: unknown[] = [];
  let tick = lastMove(topic, Math.min(now, startOf(query)));
  while (tick * TICK_MS > after && bets.length < limit) {
    const earlier = lastMove(topic, (tick - 1) * TICK_MS);
    for (const market of event.markets) bets.push(toBet(demo, market, earlier, tick));
    tick = earlier;
  }
  bets.length = Math.min(bets.length, limit);
  return query.get("order") === "asc" ? bets.reverse() : bets;
}

/** The time just before the bet named by `before`, or before `beforeTime`. */
function startOf(query: URLSearchParams): number {
  const named = /-([0-9a-z]+)$/.exec(query.get("before") ?? "")?.[1];
  if (named !== undefined) return Number.parseInt(named, 36) * TICK_MS - 1;
  return Number(query.get("beforeTime") ?? Number.POSITIVE_INFINITY) - 1;
}

function toBet(demo: DemoState, market: ListedMarket, from: number, to: number): unknown {
  const probBefore = figuresAt(demo, market, from * TICK_MS).chance;
  const { chance: probAfter, volume } = figuresAt(demo, market, to * TICK_MS);
  const answerId = market.id.split(".")[1];
  return {
    id: `${answerId ?? market.id}-${to.toString(36)}`,
    contractId: market.event.id,
    ...(answerId === undefined ? {} : { answerId }),
    userUsername: "oddsmith",
    createdTime: to * TICK_MS,
    amount: Math.max(1, Math.round(volume - figuresAt(demo, market, from * TICK_MS).volume)),
    outcome: probAfter >= probBefore ? "YES" : "NO",
    probBefore,
    probAfter,
    isRedemption: false,
  };
}
