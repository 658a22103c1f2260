import { type DemoState, type Figures, figuresAt } from "../figures.ts";
import type { ListedEvent, ListedMarket } from "../listings.ts";
import { eventsOf } from "../listings.ts";
import { eventRulesOf } from "../rules.ts";
import { lastMove, TICK_MS } from "../walk.ts";
import { QUESTIONS_OF_OTHER_KINDS } from "./oddities.ts";
import { countIn, imageOf, type JsonObject, ok, type StandIn, type StandInAnswer } from "./pages.ts";

/** Answers what the adapter asks as Manifold's API v0 does (docs.manifold.markets/api). */
export function createManifold(demo: DemoState): StandIn {
  const events = [...eventsOf(demo.catalogue, "manifold")].sort(
    (left, right) => createdTime(right) - createdTime(left),
  );
  const byId = new Map(events.map((event) => [event.id, event]));
  return (path, query) => {
    const now = demo.clock.now();
    const [, version, noun = "", id = ""] = path.split("/");
    if (version !== "v0") return NOT_FOUND;
    if (noun === "search-markets") return search(demo, events, query, now);
    if (noun === "markets") return list(demo, events, query, now);
    if (noun === "market-probs") return probabilities(demo, byId, query, now);
    if (noun === "bets") return ok(toBets(demo, byId.get(query.get("contractId") ?? ""), query, now));
    const event = byId.get(id);
    return event === undefined || noun !== "market" ? NOT_FOUND : ok(toContract(demo, event, now, true));
  };
}

const NOT_FOUND: StandInAnswer = { status: 404, body: { message: "Contract not found" } };
const refuse = (message: string): StandInAnswer => ({ status: 400, body: { message } });

/** By contract, with those of its answers where it has some. A single id is refused, as there. */
function probabilities(
  demo: DemoState,
  byId: ReadonlyMap<string, ListedEvent>,
  query: URLSearchParams,
  now: number,
): StandInAnswer {
  const ids = query.getAll("ids");
  if (ids.length < 2 || ids.length > 100) return refuse("Invalid input: ids");
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  for (const event of found) for (const market of event.markets) demo.attention?.note(market, now);
  return ok(Object.fromEntries(found.map((event) => [event.id, toProbabilities(demo, event, now)])));
}

function toProbabilities(demo: DemoState, event: ListedEvent, now: number): JsonObject {
  const chances = event.markets.map((market) => [market.id, figuresAt(demo, market, now).chance] as const);
  if (event.markets.length === 1) return { prob: chances[0]?.[1] };
  return { answerProbs: Object.fromEntries(chances.map(([id, chance]) => [id.split(".")[1] ?? id, chance])) };
}

const SEARCH_PARAMETERS = new Set("term filter sort limit offset beforeTime includeLiteAnswers".split(" "));

function search(demo: DemoState, events: readonly ListedEvent[], query: URLSearchParams, now: number): StandInAnswer {
  const unknown = [...query.keys()].find((name) => !SEARCH_PARAMETERS.has(name));
  if (unknown !== undefined) return refuse(`Unrecognized key: ${unknown}`);
  if (Number(query.get("limit") ?? 0) > 1000 || Number(query.get("offset") ?? 0) > 1000) return refuse("Too big");
  const before = Number(query.get("beforeTime") ?? Number.POSITIVE_INFINITY);
  const filter = query.get("filter") ?? "all";
  const found = events.filter((event) => createdTime(event) < before && hasState(filter, phaseOf(demo, event, now)));
  if (query.get("sort") === "resolve-date") found.sort((left, right) => settledAt(demo, right) - settledAt(demo, left));
  const offset = Number(query.get("offset") ?? 0);
  const page = found.slice(offset, offset + countIn(query, "limit", 100, 1000));
  const withAnswers = query.get("includeLiteAnswers") === "true";
  const rows: unknown[] = page.map((event) => toContract(demo, event, now, withAnswers));
  const others = QUESTIONS_OF_OTHER_KINDS.filter(({ createdTime }) => filter === "open" && createdTime < before);
  if (offset + page.length === found.length) rows.push(...others);
  return ok(rows);
}

function hasState(filter: string, phase: Figures["phase"]): boolean {
  return filter === "all" || filter === (phase === "settled" ? "resolved" : phase);
}

/** As on Manifold, multiple-choice rows come without their answers here. */
function list(demo: DemoState, events: readonly ListedEvent[], query: URLSearchParams, now: number): StandInAnswer {
  const sorted =
    query.get("sort") === "updated-time"
      ? [...events].sort((a, b) => updatedAt(demo, b, now) - updatedAt(demo, a, now))
      : events;
  const before = query.get("before");
  const start = before === null ? 0 : sorted.findIndex((event) => event.id === before) + 1;
  if (before !== null && start === 0) return refuse("Contract specified in before parameter not found!");
  const page = sorted.slice(start, start + countIn(query, "limit", 500, 1000));
  return ok(page.map((event) => toContract(demo, event, now, false)));
}

const phaseOf = (demo: DemoState, event: ListedEvent, now: number): Figures["phase"] =>
  event.markets[0] === undefined ? "open" : figuresAt(demo, event.markets[0], now).phase;

const settledAt = (demo: DemoState, event: ListedEvent): number =>
  event.markets[0] === undefined ? 0 : figuresAt(demo, event.markets[0], event.topic.closesAt).settledAt;

function updatedAt(demo: DemoState, event: ListedEvent, now: number): number {
  const first = event.markets[0];
  if (first === undefined) return 0;
  const figures = figuresAt(demo, first, now);
  return figures.phase === "settled" ? figures.settledAt : figures.movedAt;
}

const createdTime = (event: ListedEvent): number => event.topic.opensAt + (event.hash % 3_600_000);

const USERS = [
  "lighthousekeeper",
  "quietforecaster",
  "marginalia",
  "tidewatcher",
  "oddsmith",
  "greenpencil",
  "novemberfox",
  "statsandtea",
];

const userOf = (event: ListedEvent): string => USERS[event.hash % USERS.length] ?? "oddsmith";
const slugOf = (event: ListedEvent): string => `${event.slug.slice(0, 34).replace(/-$/, "")}-${event.id.slice(0, 5)}`;

function toContract(demo: DemoState, event: ListedEvent, now: number, withAnswers: boolean): JsonObject {
  const figures = event.markets.map((market) => figuresAt(demo, market, now));
  const [first] = figures;
  const isBinary = event.markets.length === 1;
  const isResolved = first?.phase === "settled";
  const total = (name: "volume" | "volume24h" | "liquidity"): number =>
    figures.reduce((sum, row) => sum + row[name], 0);
  return {
    id: event.id,
    creatorUsername: userOf(event),
    createdTime: createdTime(event),
    closeTime: event.topic.closesAt,
    question: event.title,
    slug: slugOf(event),
    url: `https://manifold.markets/${userOf(event)}/${slugOf(event)}`,
    textDescription: eventRulesOf(event),
    coverImageUrl: imageOf(demo, event),
    totalLiquidity: Math.round(total("liquidity")) + 100,
    outcomeType: isBinary ? "BINARY" : "MULTIPLE_CHOICE",
    volume: total("volume"),
    volume24Hours: total("volume24h"),
    isResolved,
    lastUpdatedTime: updatedAt(demo, event, now),
    token: "MANA",
    ...(isBinary ? { probability: first?.chance } : { shouldAnswersSumToOne: event.topic.shape === "race" }),
    ...(isBinary || !withAnswers
      ? {}
      : { answers: event.markets.map((market, index) => toAnswer(market, figures[index])) }),
    ...(isResolved ? toResolution(event, figures) : {}),
  };
}

function toAnswer(market: ListedMarket, figures: Figures | undefined): unknown {
  return {
    id: market.id.split(".")[1],
    text: market.label,
    createdTime: createdTime(market.event),
    probability: figures?.chance,
    volume: figures?.volume,
    ...(figures?.phase === "settled"
      ? {
          resolution: wordOf(market, figures),
          resolutionProbability: figures.payout,
          resolutionTime: figures.settledAt,
        }
      : {}),
  };
}

/** The probability comes with every resolution, but only with MKT is it what was paid. */
function toResolution(event: ListedEvent, figures: readonly Figures[]): JsonObject {
  const [market, first] = [event.markets[0], figures[0]];
  if (market === undefined || first === undefined) return {};
  const winner = event.markets[figures.findIndex(({ payout }) => payout === 1)];
  const word = event.markets.length === 1 ? wordOf(market, first) : (winner?.id.split(".")[1] ?? "MKT");
  return {
    resolution: word,
    resolutionTime: first.settledAt,
    closeTime: Math.min(event.topic.closesAt, first.settledAt),
    resolutionProbability: word === "MKT" ? first.payout : first.chance,
  };
}

function wordOf(market: ListedMarket, { payout }: Figures): string {
  if (market.event.topic.ending === "void") return "CANCEL";
  return payout === 1 ? "YES" : payout === 0 ? "NO" : "MKT";
}

/** Manifold's bets on a contract, newest first: one for each move of its price or of an answer's. */
function toBets(demo: DemoState, event: ListedEvent | undefined, query: URLSearchParams, now: number): unknown[] {
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
  const { chance: probAfter } = figuresAt(demo, market, to * TICK_MS);
  const answerId = market.id.split(".")[1];
  return {
    id: `${answerId ?? market.id}-${to.toString(36)}`,
    ...(answerId === undefined ? {} : { answerId }),
    createdTime: to * TICK_MS,
    probBefore,
    probAfter,
  };
}
