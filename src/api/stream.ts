import type { IncomingHttpHeaders } from "node:http";
import { authenticateDigest, invalidTicket, missingKey } from "../access/authenticate.ts";
import { toIso } from "../clock.ts";
import { type Context, upgradeUrlOf } from "../context.ts";
import type { Key } from "../domain/accounts/keys.ts";
import { getPlan, PLANS, type Tier } from "../domain/accounts/plans.ts";
import { priceAgeOf } from "../domain/freshness.ts";
import { CHANGE_TYPES, type ChangeType, MARKET_CHANGE_TYPES } from "../domain/markets.ts";
import { ONE } from "../domain/prices.ts";
import { AppError } from "../errors.ts";
import { listFilters, toCategories } from "../http/filters.ts";
import { prefersType } from "../http/headers.ts";
import * as p from "../http/parameters.ts";
import { type Caller, endpoint, keyOf } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { examplePlatform, link, marketIdSchema, platformSchema, price } from "../http/value-schemas.ts";
import { MAX_CHANGES } from "../store/change-log.ts";
import type { Change, ChangedMarket } from "../store/change-reader.ts";
import type { SourceStatus } from "../store/sources.ts";
import { parseTerms } from "../store/titles/terms.ts";
import type { StreamFilter, StreamFormat } from "../streams/change.ts";
import { STREAM_LIMITS } from "../streams/hub.ts";
import { type StreamRequest, TICKET_MS } from "../streams/stream.ts";
import { opportunitySchema } from "./arbitrage.ts";
import { marketFields, outcome, platformIds, settlementPrice } from "./markets.ts";
import { questionIds } from "./question-id.ts";
import { questionSchema, toQuestion } from "./questions.ts";

const { title, status, tradable, url, category, close_time, play_money } = marketFields;

const figures = s.nounFields<ChangedMarket>()(
  {
    yes_price: s.nullable(price("Implied probability of yes; null once the market has lost its price.", 0.62)),
    no_price: s.nullable(price("Implied probability of no.", 0.38)),
    best_bid: marketFields.best_bid,
    best_ask: marketFields.best_ask,
    volume: marketFields.volume,
    volume_24h: marketFields.volume_24h,
    last_updated: marketFields.last_updated,
  },
  { no_price: ({ yesPrice }: ChangedMarket) => (yesPrice === null ? null : ONE - yesPrice) },
);

const priceData = s.noun<ChangedMarket>("PriceChange")(figures);

const statusData = s.noun<ChangedMarket>("MarketChange")({
  ...{ title, ...figures, status, tradable, url, category, close_time, play_money },
});

const resolvedData = s.noun<ChangedMarket>("ResolvedChange")({
  yes_price: figures.yes_price,
  no_price: figures.no_price,
  status,
  outcome,
  last_updated: figures.last_updated,
  settlement_price: settlementPrice,
  resolved_at: s.nullable(s.dateTime("When it was resolved.", "2026-11-19T21:30:00.000Z")),
});

const sourceData = s.noun<SourceStatus>("SourceChange")(
  {
    last_success_at: s.nullable(s.dateTime("When the platform was last read.")),
    last_attempt_at: s.nullable(s.dateTime("When that was last tried.")),
    last_error: s.nullable(s.string("What went wrong last.", "cannot resolve api.example.com")),
    markets: s.integer("Markets known of it.", 12_400),
    open_markets: s.integer("Those that are open.", 8_450),
    next_run_at: s.nullable(s.dateTime("When it is read next.")),
    stale: s.boolean("Whether its prices are old since the last pass failed.", false),
  },
  { stale: (source) => priceAgeOf(source, source.lastAttemptAt ?? 0).isStale },
);

const seq = s.named(
  "Seq",
  s.integer("Where to resume after this event, as since or Last-Event-ID.", 1_795_000_000_123),
);

const common = { seq, observed_at: s.dateTime("When the state that it shows was observed.") };

const marketNames = s.nounFields<ChangedMarket>()({
  platform: platformSchema,
  id: marketIdSchema,
  event_id: marketFields.event_id,
  question_id: s.nullable(s.string("The question it belongs to.", "3f9c2d51e07a44b1")),
});
const publishNames = s.publisher(s.noun<ChangedMarket>()(marketNames));

/** What a stream sends of each type of change. */
const CHANGES = {
  price: s.named("PriceEvent", s.object({ type: s.always("price"), ...common, ...marketNames, data: priceData })),
  status: s.named(
    "StatusEvent",
    s.object({
      ...{ type: s.always("status"), ...common, ...marketNames },
      data: s.about(s.nullable(statusData), "Null once the market no longer passes category, q or events."),
    }),
  ),
  listed: s.named("ListedEvent", s.object({ type: s.always("listed"), ...common, ...marketNames, data: statusData })),
  resolved: s.named(
    "ResolvedEvent",
    s.object({ type: s.always("resolved"), ...common, ...marketNames, data: resolvedData }),
  ),
  match: s.named(
    "MatchEvent",
    s.object({
      ...{ type: s.always("match"), ...common, question_id: marketNames.question_id },
      data: s.about(s.nullable(questionSchema), "Null once the question has dissolved."),
    }),
  ),
  spread: s.named(
    "SpreadEvent",
    s.object(
      {
        ...{ type: s.always("spread"), ...common, question_id: marketNames.question_id },
        data: s.about(s.nullable(opportunitySchema), "Null once it is gone."),
      },
      { id: s.string("The opportunity's id.", "0000a1b2-3f9c2d51e07a") },
    ),
  ),
  source: s.named(
    "SourceEvent",
    s.object({ type: s.always("source"), ...common, platform: platformSchema, data: sourceData }),
  ),
} as const satisfies Readonly<Record<ChangeType, s.Schema>>;

const toNotice = (name: string, type: string, about: string, fields: s.Fields = {}): s.Schema =>
  s.named(name, s.object({ type: s.always(type, about), ...fields }, { seq }));

/** What a stream says of itself. */
const NOTICES = [
  toNotice("ResetEvent", "reset", "Changes were lost: read the snapshots.", {
    snapshots: s.arrayOf(
      link("A list to read.", "https://toteboard.invalid/api/v1/markets?status=open"),
      "Where to read the state that changes from now on go on from.",
    ),
  }),
  toNotice("LimitEvent", "limit", "The quota is used up.", {
    limit: s.oneOf(["day", "month"], "Which one."),
    requests: s.integer("How many requests it allows.", 1000),
    resets_at: s.dateTime("When there are more."),
    upgrade_url: link("Where plans are bought.", "https://toteboard.invalid/pricing"),
  }),
  toNotice("EndEvent", "end", "The stream ends.", {
    reason: s.oneOf(
      ["age", "caught_up", "revoked", "plan_changed", "stopping"],
      "age: it was open for 30 minutes; caught_up: a poll has got everything. Resume after age and stopping.",
    ),
  }),
  toNotice("HeartbeatEvent", "heartbeat", "Nothing happened. A stream begins with one."),
] as const;

const publishPrice = s.publisher(priceData);
const publishStatus = s.publisher(statusData);
const publishResolved = s.publisher(resolvedData);
const publishSpread = s.publisher(opportunitySchema);
const publishSource = s.publisher(sourceData);

/** A change as streams publish it; `data` holds the fields of its type in their newest state, or null for what is gone. */
export function toPublishedChange({ type, observedAt, market, formers, spread, source, ...change }: Change) {
  const common = { type, observed_at: toIso(observedAt) };
  if (market !== undefined) {
    return { ...common, ...publishNames(market), data: formers === undefined ? toMarketData(type, market) : null };
  }
  if (spread !== undefined) {
    const { id, questionId, opportunity } = spread;
    const data = opportunity === null ? null : publishSpread(opportunity);
    return { ...common, ...(id === null ? {} : { id }), question_id: questionId, data };
  }
  if (source !== undefined) return { ...common, platform: source.platform, data: publishSource(source) };
  const { question, questionId = null } = change;
  return { ...common, question_id: questionId, data: question === undefined ? null : toQuestion(question) };
}

function toMarketData(type: ChangeType, market: ChangedMarket) {
  if (type === "price") return publishPrice(market);
  return type === "resolved" ? publishResolved(market) : publishStatus(market);
}

/** One event of a stream: a change, or a notice of the stream itself. */
const streamEventSchema = s.named("StreamEvent", s.oneBy("type", [...Object.values(CHANGES), ...NOTICES]));

const ticketSchema = s.named(
  "StreamTicket",
  s.object({
    ticket: s.string("Opens one stream, again where that was broken off.", "4pQx0b6m2n9sT1uVwXyZaBcDeFgHiJkL"),
    expires_at: s.dateTime("When it must have been used first.", "2026-11-20T04:10:00.000Z"),
    url: link(
      "The stream with this ticket; add filters.",
      "https://toteboard.invalid/api/v1/stream?ticket=4pQx0b6m2n9s",
    ),
  }),
);

const DESCRIPTION =
  "Server-sent events with `Accept: text/event-stream`, one JSON object a line with `Accept: application/x-ndjson`. " +
  "It sends the newest state of what has changed, not every tick: after a break, one event for each market, whose " +
  "`observed_at` is the time of that state. Each change is in one event at least. What is new is written at once, and " +
  "then once a second: one market has at most one event of each type a second. Every event has a `seq`. After a break, " +
  "send the last one as `Last-Event-ID`, as browsers do, or as `since`. Then nothing is missed. The service keeps its newest " +
  `${MAX_CHANGES.toLocaleString("en-US")} changes, ` +
  "which is some hours with many platforms. After more changes, the first event is `reset`, with the lists to read again. " +
  "To begin, open the stream, then read the list with `sort=id`, then apply the events. Drop a market from the list when its " +
  "`data` is null, because it no longer passes `category`, `q` or `events`. Drop it when its `yes_price` is null. Drop it " +
  "from a list of open markets when its `status` changes. Without the types `status` and `listed`, a stream does not say which markets " +
  "pass. A stream ends after 30 minutes, when the service stops, and when its reader has taken nothing for a minute. Then open " +
  "it again with the last `seq`. Opening counts as one request. Every ten events count as one request of the day and month. " +
  `${PLANS.map(({ tier }) => toPlanText(tier)).join(" ")}`;

function toPlanText(tier: Tier): string {
  const { streams, markets, wideStreams } = STREAM_LIMITS[tier];
  const own = `${streams} ${streams === 1 ? "stream" : "streams"} of ${markets.toLocaleString("en-US")} markets`;
  return `${getPlan(tier).name}: ${own}${wideStreams === 0 ? "" : `, ${wideStreams} of them without that limit`}.`;
}

const TICKET_SECONDS = TICKET_MS / 1000;

const TICKET_DESCRIPTION =
  "An EventSource cannot send headers. A ticket in the address replaces the key. It opens one stream, within " +
  `${TICKET_SECONDS} seconds. When that stream ends, an EventSource comes back with the same address: the ticket opens ` +
  `it again within ${TICKET_SECONDS} seconds, and nothing is missed. It opens no other filter and no second stream: the ` +
  "first one ends then. It ends with its key and with a restart of the service. Whoever sees the address may read this " +
  "stream in your place while your page is open.";

const TYPES = { sse: "text/event-stream", ndjson: "application/x-ndjson" } as const satisfies Record<
  StreamFormat,
  string
>;

const EXAMPLE_EVENT = {
  seq: 1_795_000_000_123,
  type: "price",
  observed_at: "2026-11-20T04:09:00.000Z",
  platform: "kalshi",
  id: "KXFED-27JAN-CUT",
  event_id: "KXFED-27JAN",
  question_id: null,
  data: s.exampleOf(priceData),
};
const EXAMPLES = {
  sse: `id: ${EXAMPLE_EVENT.seq}\nevent: price\ndata: ${JSON.stringify(EXAMPLE_EVENT)}\n\n`,
  ndjson: EXAMPLE_EVENT,
};

const MAX_SEQ = 999_999_999_999_999;
const MAX_TICKET_LENGTH = 100;

export const streamRoutes = (platforms: readonly string[]) => [streamRoute(platforms), ticketRoute()];

const streamRoute = (platforms: readonly string[]) =>
  endpoint({
    path: "/api/v1/stream",
    summary: "Changes as they happen",
    description: DESCRIPTION,
    operationId: "openStream",
    tag: "live",
    tier: "free",
    parameters: {
      ...streamFilters(platforms),
      since: p.optional(
        p.wholeNumber({
          description: "Resume after this seq. The header Last-Event-ID goes before it.",
          min: 0,
          max: MAX_SEQ,
          example: 1_795_000_000_123,
        }),
      ),
      poll: p.optional(
        p.wholeNumber({
          description:
            "With 1 it ends once there is nothing more to read, for cron. Without since, it only says which seq to begin at.",
          min: 1,
          max: 1,
        }),
      ),
      ticket: p.optional(
        p.text({
          description: "In place of a key: what POST /api/v1/stream/ticket gave for one stream.",
          min: 1,
          max: MAX_TICKET_LENGTH,
          example: "3q2-7wAAAAAbVnJkZW50aWNrZXQ",
        }),
      ),
    },
    response: streamEventSchema,
    streams: { [TYPES.sse]: EXAMPLES.sse, [TYPES.ndjson]: EXAMPLES.ndjson },
    exampleQuery: { poll: "1" },
    errors: ["invalid_ticket", "stream_limit_exceeded", "tier_required", "overloaded", "unavailable"],
    redeem: ({ hub, access, clock }, ticket, now) => {
      const digest = hub.tickets.redeem(ticket, clock.elapsed());
      if (digest === undefined) throw invalidTicket();
      return authenticateDigest(access.keys, digest, now);
    },
    async handler(context, input, caller, { headers }) {
      const { types } = STREAM_LIMITS[keyOf(caller).tier];
      const { filter, markets, snapshots } = await readFilter(context, input, types);
      const isWide = requirePlan(context, keyOf(caller), { types: filter.types, markets });
      const isPoll = input.poll !== undefined;
      const format = prefersType(headers.accept, [TYPES.sse, TYPES.ndjson]) === TYPES.ndjson ? "ndjson" : "sse";
      const since = readLastEventId(headers) ?? input.since;
      const request: StreamRequest = {
        ...{ filter, format, since, isPoll, isWide, snapshots },
        owner: { key: keyOf(caller), digest: digestOf(caller) },
        ticket: input.ticket === undefined ? undefined : { ticket: input.ticket, asks: asksOf(input) },
      };
      return { streamType: TYPES[format], open: () => context.hub.open(request) };
    },
  });

/** The same for the same stream, wherever it resumes. */
const asksOf = (input: object): string => JSON.stringify({ ...input, since: undefined });

const ticketRoute = () =>
  endpoint({
    method: "POST",
    path: "/api/v1/stream/ticket",
    summary: "Make a ticket that opens one stream, for a browser",
    description: TICKET_DESCRIPTION,
    operationId: "createStreamTicket",
    tag: "live",
    tier: "free",
    response: ticketSchema,
    status: 201,
    handler({ hub, clock, site }, _, caller) {
      const ticket = hub.tickets.issue(digestOf(caller), clock.elapsed());
      const url = `${site.origin()}/api/v1/stream?ticket=${ticket}`;
      return { data: { ticket, expires_at: toIso(clock.now() + TICKET_MS), url }, status: 201 };
    },
  });

function digestOf({ digest }: Caller): string {
  if (digest === undefined) throw missingKey();
  return digest;
}

/** Whether a stream counts as one without a filter. Throws AppError tier_required for what the key's plan lacks. */
function requirePlan(
  { site }: Pick<Context, "site">,
  { tier }: Key,
  asked: { readonly types: readonly ChangeType[]; readonly markets: number },
): boolean {
  const limits = STREAM_LIMITS[tier];
  const refuse = (message: string): AppError => {
    const upgrade_url = upgradeUrlOf(site);
    const details = { tier, required_tier: "pro", upgrade_url };
    return new AppError("tier_required", `${message}; upgrade it at ${upgrade_url}`, { details });
  };
  const locked = asked.types.filter((type) => !limits.types.includes(type));
  if (locked.length > 0) throw refuse(`types: ${locked.join(", ")} are for the pro plan, and your key is on ${tier}`);
  const isWide = asked.markets > limits.markets;
  if (!isWide || limits.wideStreams > 0) return isWide;
  const allowed = `a stream on the ${getPlan(tier).name} plan has at most ${limits.markets} markets`;
  throw refuse(`${allowed} and this one has ${asked.markets}: name fewer with the parameter markets`);
}

/** The header that browsers send when they come back. Throws AppError validation_error for what no stream gave. */
function readLastEventId({ "last-event-id": given }: IncomingHttpHeaders): number | undefined {
  if (given === undefined || given === "") return undefined;
  const text = given.toString();
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const message = "expected the seq of an event, which an earlier stream gave";
  throw new AppError("validation_error", `Last-Event-ID: ${message}`, {
    details: { errors: [{ parameter: "Last-Event-ID", message }] },
  });
}

/** As many as fit into an address. */
const MAX_MARKETS = 500;
const MAX_EVENTS = 100;
const MAX_QUESTIONS = 100;
/** What the list of markets takes at a time. */
const MAX_SNAPSHOT_IDS = 100;

/** What a stream takes to say which changes it wants. */
function streamFilters(platforms: readonly string[]) {
  const { platform, category, q } = listFilters(platforms);
  const example = examplePlatform(platforms);
  return {
    markets: p.optional(
      platformIds(platforms, {
        description: "Only these markets, each as platform:id. With events or questions: any of them.",
        max: MAX_MARKETS,
        example: `${example}:KXFED-27JAN-CUT`,
      }),
    ),
    events: p.optional(
      platformIds(platforms, {
        description: "Only markets of these events, each as platform:id.",
        max: MAX_EVENTS,
        example: `${example}:KXFED-27JAN`,
      }),
    ),
    questions: p.optional(
      questionIds(
        "Only these questions and their markets. A former id finds the question that has its markets now.",
        MAX_QUESTIONS,
      ),
    ),
    platform,
    category,
    q,
    types: p.optional(
      p.list({
        description: `Only these types of changes: ${CHANGE_TYPES.join(", ")}. The free plan has ${MARKET_CHANGE_TYPES.join(", ")}.`,
        items: CHANGE_TYPES.join(", "),
        values: CHANGE_TYPES,
        max: CHANGE_TYPES.length,
        example: "price",
        parse: (item) => CHANGE_TYPES.find((type) => type === item),
      }),
    ),
  };
}

type FilterInput = p.Input<ReturnType<typeof streamFilters>>;

/** A filter, how many markets pass it now, and where their state is listed. */
interface ReadFilter {
  readonly filter: StreamFilter;
  readonly markets: number;
  readonly snapshots: readonly string[];
}

const toNames = (ids: FilterInput["markets"]): string[] =>
  [...new Set(ids?.map(({ platform, id }) => `${platform}:${id}`))].toSorted();

/** The filter that the parameters describe; `allowed` are the types where none are named. */
async function readFilter(
  context: Pick<Context, "store" | "clock" | "site">,
  input: FilterInput,
  allowed: readonly ChangeType[],
): Promise<ReadFilter> {
  const { platform, q } = input;
  const category = toCategories(input.category);
  const types = CHANGE_TYPES.filter((type) => (input.types ?? allowed).includes(type));
  const common = { types, platform, category, terms: q === undefined ? undefined : parseTerms(q) };
  const isNamed = [input.markets, input.events, input.questions].some((names) => names !== undefined);
  const addresses = toSnapshots(input, types).map((path) => `${context.site.origin()}${path}`);
  if (!isNamed) {
    const now = context.clock.now();
    const query = { platform, category, text: q, status: "open", ...UNSORTED, now } as const;
    const { total } = await context.store.markets.list(query, { page: 1, size: 1 });
    return { filter: common, markets: total, snapshots: addresses };
  }
  const { ids, members } = await findQuestions(context, input.questions ?? []);
  const named = { markets: new Set(toNames(input.markets)), events: new Set(toNames(input.events)), questions: ids };
  const markets = named.markets.size + members + (await countMarkets(context, input.events ?? []));
  return { filter: { ...common, named }, markets, snapshots: addresses };
}

const UNSORTED = { minVolume: 0, sort: "volume", order: "desc" } as const;

/** Former ids and those of now. */
async function findQuestions({ store, clock }: Pick<Context, "store" | "clock">, asked: readonly string[]) {
  if (asked.length === 0) return { ids: new Set<string>(), members: 0 };
  const query = { ...UNSORTED, status: "all", minGap: 0, realMoneyOnly: false, ids: asked, now: clock.now() } as const;
  const { questions } = await store.questions.list(query, { page: 1, size: MAX_QUESTIONS });
  const ids = new Set([...asked, ...questions.map(({ id }) => id)]);
  return { ids, members: questions.flatMap(({ members }) => members).length };
}

async function countMarkets(
  { store, clock }: Pick<Context, "store" | "clock">,
  events: NonNullable<FilterInput["events"]>,
) {
  let count = 0;
  for (const { platform, id } of events) {
    const query = { ...UNSORTED, platform, eventId: id, status: "all", now: clock.now() } as const;
    count += (await store.markets.list(query, { page: 1, size: 1 })).total;
  }
  return count;
}

/**
 * The lists with the same filter, in the one order in which a walk over pages misses nothing while volumes change. Named
 * markets are listed also when they are closed.
 */
function toSnapshots(input: FilterInput, types: readonly ChangeType[]): string[] {
  const { markets, events, questions, platform, category, q } = input;
  const filters = { platform: platform?.join(), category: category?.join(), q, sort: "id" };
  const names = toNames(markets);
  const named = [
    ...chunksOf(names, MAX_SNAPSHOT_IDS).map((ids) =>
      toPath("markets", { status: "all", ids: ids.join(), ...filters }),
    ),
    ...(events ?? []).map(({ platform: own, id }) =>
      toPath("markets", { status: "all", event_id: id, ...filters, platform: own }),
    ),
    ...(questions === undefined ? [] : [toPath("questions", { status: "all", ids: questions.join(), ...filters })]),
  ];
  if (named.length > 0) return named;
  const hasMarkets = types.some((type) => (MARKET_CHANGE_TYPES as readonly ChangeType[]).includes(type));
  return [
    ...(hasMarkets ? [toPath("markets", { status: "open", ...filters })] : []),
    ...(types.includes("match") ? [toPath("questions", { status: "open", ...filters })] : []),
    ...(types.includes("spread") ? [toPath("arbitrage", { platform: platform?.join() })] : []),
    ...(types.includes("source") ? [toPath("status", {})] : []),
  ];
}

function toPath(noun: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return `/api/v1/${noun}${query.size === 0 ? "" : `?${query}`}`;
}

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
