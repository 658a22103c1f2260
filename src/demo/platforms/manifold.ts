import { eventsOf } from "../catalogue.ts";
import { mix } from "../chance.ts";
import { type DemoState, type Figures, figuresAt } from "../figures.ts";
import type { ListedEvent, ListedMarket } from "../listings.ts";
import { eventRulesOf } from "../rules.ts";
import { toBets } from "./bets.ts";
import { QUESTIONS_OF_OTHER_KINDS } from "./oddities.ts";
import { countIn, imageOf, type JsonObject, ok, type StandIn, type StandInAnswer } from "./pages.ts";

/** Answers as Manifold's API v0 does (docs.manifold.markets/api). */
export function createManifold(demo: DemoState): StandIn {
  const events = [...eventsOf(demo.catalogue, "manifold")].sort(
    (left, right) => createdTime(right) - createdTime(left),
  );
  const byId = new Map(events.flatMap((event) => [[event.id, event] as const, [slugOf(event), event] as const]));
  return (path, query) => {
    const now = demo.clock.now();
    const [, version, noun = "", id = "", last = ""] = path.split("/");
    if (version !== "v0") return NOT_FOUND;
    if (noun === "search-markets") return search(demo, events, query, now);
    if (noun === "markets") return list(demo, events, query, now);
    if (noun === "market-probs") return probabilities(demo, byId, query, now);
    if (noun === "bets") return ok(toBets(demo, byId.get(query.get("contractId") ?? ""), query, now));
    const event = byId.get(id);
    if (event === undefined || !["market", "slug"].includes(noun)) return NOT_FOUND;
    const contract = toContract(demo, event, now, true);
    return ok(last === "prob" ? { prob: contract.probability } : contract);
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
  for (const event of found) for (const market of event.markets) demo.watch?.note(market, now);
  return ok(Object.fromEntries(found.map((event) => [event.id, toProbabilities(demo, event, now)])));
}

function toProbabilities(demo: DemoState, event: ListedEvent, now: number): JsonObject {
  const chances = event.markets.map((market) => [market.id, figuresAt(demo, market, now).chance] as const);
  if (event.markets.length === 1) return { prob: chances[0]?.[1] };
  return { answerProbs: Object.fromEntries(chances.map(([id, chance]) => [id.split(".")[1] ?? id, chance])) };
}

const SEARCH_PARAMETERS = new Set(
  "term filter sort contractType limit offset beforeTime topicSlug creatorId includeLiteAnswers liquidity".split(" "),
);

function search(demo: DemoState, events: readonly ListedEvent[], query: URLSearchParams, now: number): StandInAnswer {
  const unknown = [...query.keys()].find((name) => !SEARCH_PARAMETERS.has(name));
  if (unknown !== undefined) return refuse(`Unrecognized key: ${unknown}`);
  if (Number(query.get("limit") ?? 0) > 1000 || Number(query.get("offset") ?? 0) > 1000) return refuse("Too big");
  const before = Number(query.get("beforeTime") ?? Number.POSITIVE_INFINITY);
  const words = (query.get("term") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const filter = query.get("filter") ?? "all";
  const found = events.filter(
    (event) =>
      createdTime(event) < before &&
      passes(filter, phaseOf(demo, event, now)) &&
      words.every((word) => event.title.toLowerCase().includes(word)),
  );
  if (query.get("sort") === "resolve-date") found.sort((left, right) => settledAt(demo, right) - settledAt(demo, left));
  const offset = Number(query.get("offset") ?? 0);
  const page = found.slice(offset, offset + countIn(query, "limit", 100, 1000));
  const withAnswers = query.get("includeLiteAnswers") === "true";
  const rows: unknown[] = page.map((event) => toContract(demo, event, now, withAnswers));
  const others = QUESTIONS_OF_OTHER_KINDS.filter(({ createdTime }) => filter === "open" && createdTime < before);
  if (offset + page.length === found.length && words.length === 0) rows.push(...others);
  return ok(rows);
}

function passes(filter: string, phase: Figures["phase"]): boolean {
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
    creatorId: `${event.id}Creator`,
    creatorUsername: userOf(event),
    creatorName: userOf(event),
    createdTime: createdTime(event),
    closeTime: event.topic.closesAt,
    question: event.title,
    slug: slugOf(event),
    url: `https://manifold.markets/${userOf(event)}/${slugOf(event)}`,
    textDescription: eventRulesOf(event),
    coverImageUrl: imageOf(demo, event),
    totalLiquidity: Math.round(total("liquidity")) + 100,
    outcomeType: isBinary ? "BINARY" : "MULTIPLE_CHOICE",
    mechanism: isBinary ? "cpmm-1" : "cpmm-multi-1",
    volume: total("volume"),
    volume24Hours: total("volume24h"),
    uniqueBettorCount: 3 + (event.hash % 90),
    isResolved,
    lastUpdatedTime: updatedAt(demo, event, now),
    lastBetTime: first?.movedAt,
    token: "MANA",
    ...(isBinary
      ? {
          probability: first?.chance,
          p: 0.5,
          pool: { YES: 100 + (event.hash % 900), NO: 100 + (mix(event.hash, 9) % 900) },
        }
      : {}),
    ...(isBinary ? {} : { shouldAnswersSumToOne: event.topic.shape === "race" }),
    ...(isBinary || !withAnswers
      ? {}
      : { answers: event.markets.map((market, index) => toAnswer(market, index, figures[index])) }),
    ...(isResolved ? toResolution(event, figures) : {}),
  };
}

function toAnswer(market: ListedMarket, index: number, figures: Figures | undefined): unknown {
  return {
    id: market.id.split(".")[1],
    contractId: market.event.id,
    index,
    text: market.label,
    createdTime: createdTime(market.event),
    probability: figures?.chance,
    volume: figures?.volume,
    isOther: false,
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
