import type { Context } from "../context.ts";
import { isRealMoney, PLATFORMS } from "../domain/platforms.ts";
import { ceilUnits } from "../domain/prices.ts";
import { MOVER_MIN_VOLUME } from "../domain/topics.ts";
import { AppError } from "../errors.ts";
import {
  closingFilters,
  listFilters,
  moveFilters,
  order,
  platformList,
  searchText,
  statusOr,
  statusUnlessIds,
  TIES,
  toSharedQuery,
} from "../http/filters.ts";
import { listEndpoint } from "../http/paging.ts";
import * as p from "../http/parameters.ts";
import { endpoint } from "../http/route.ts";
import * as s from "../http/schema.ts";
import { inCentsOrNull, refOf } from "../http/shown.ts";
import { listTable } from "../http/table.ts";
import {
  categorySchema,
  examplePlatform,
  link,
  marketIdSchema,
  metaOf,
  money,
  otherPlatformSchema,
  platformSchema,
  price,
  priceChangeFields,
  statusSchema,
  unitCost,
} from "../http/value-schemas.ts";
import type { Slice } from "../store/lists/list-query.ts";
import type { TopicOffer, TopicOutcome } from "../store/topics/figures.ts";
import { TOPIC_SORTS, type Topic, type TopicEvent, type TopicPage, type TopicQuery } from "../store/topics/topics.ts";
import { type OneOrMoreFilters, outcome, platformIds, stale } from "./markets.ts";
import { questionId, questionIds } from "./question-id.ts";

const offerSchema = s.noun<TopicOffer>("TopicOffer")(
  {
    platform: platformSchema,
    market_id: marketIdSchema,
    price: price("Of yes of the outcome: the market's yes_price, or 1 minus it where inverted.", 0.62),
    cost: s.nullable(
      unitCost(
        "What yes of the outcome costs there for each dollar that is paid if it wins, fees included; null where nobody offers it.",
        0.64632,
      ),
    ),
    best: s.boolean("Whether no other platform has a lower cost, for real money and at a present price.", true),
    inverted: s.boolean("Whether yes of the market is no of the outcome.", false),
    stale,
    play_money: s.boolean("Whether it is traded in play money.", false),
    url: link("The market on its platform.", "https://kalshi.com/markets/kxfed"),
  },
  {
    market_id: "id",
    best: "isBest",
    inverted: "isInverted",
    stale: "isStale",
    play_money: ({ platform }) => !isRealMoney(platform),
  },
);

const outcomeName = s.string("As its platform calls it; Yes where the topic has no other outcome.", "Cut 25 bps");

const outcomeSchema = s.shownAs(
  s.noun<TopicOutcome>("TopicOutcome")(
    {
      name: outcomeName,
      question_id: s.nullable(
        s.about(questionId, "The question of its markets; null where one platform alone asks it."),
      ),
      platform: s.about(platformSchema, "Where it is traded most."),
      market_id: s.about(marketIdSchema, "Its most traded market."),
      price: price("Chance of yes: the price of its question, or of its only market.", 0.605),
      price_change_24h: priceChangeFields.price_change_24h,
      status: s.about(statusSchema, "Open while one of its markets is open."),
      outcome: s.about(outcome, "How its markets ended; null while it is open, and where they do not agree.", null),
      stale: s.about(stale, "Whether every open market has a stale price."),
      volume: money("Lifetime volume of its real-money markets.", 368_441),
      volume_24h: money("Their volume of the last 24 hours.", 18_240),
      platforms: s.withSecond(s.arrayOf(offerSchema, "What it is worth and costs, one market of each platform."), {
        platform: otherPlatformSchema,
        market_id: s.about(marketIdSchema, "", "512340"),
        price: price("", 0.59),
        cost: unitCost("", 0.65),
        best: s.boolean("", false),
        url: link("", "https://polymarket.com/event/fed-january"),
      }),
    },
    { market_id: "id", stale: "isStale", platforms: "offers" },
  ),
  {
    name: { in: "row" },
    reference: { in: "row", value: (one) => one.questionId ?? refOf(one) },
    yes: { in: "row", of: "price" },
    cheapest: { in: "row", value: ({ offers }) => findBest(offers)?.platform ?? null },
    cost: { in: "row", value: ({ offers }) => inCentsOrNull(findBest(offers)?.cost ?? null) },
  },
);

/** Where yes of an outcome costs least; undefined where nobody offers it for real money at a present price. */
export const findBest = (offers: readonly TopicOffer[]): TopicOffer | undefined => offers.find(({ isBest }) => isBest);

const topicId = s.string(
  "`platform:event_id` of its oldest event. It stays the same when other events join; the names of these lead to the topic too.",
  "kalshi:KXFED-27JAN",
);

const topicFields = s.nounFields<Topic>()(
  {
    id: topicId,
    title: s.string(
      "As its most traded event asks, on a real-money platform where there is one.",
      "Fed decision in January?",
    ),
    image_url: s.nullable(link("A picture of that event, where its platform has one.", "https://example.com/fed.png")),
    url: s.string("The path of its page.", "/topics/kalshi:KXFED-27JAN"),
    category: categorySchema,
    status: s.about(statusSchema, "Open while one of its markets is open."),
    platforms: s.withSecond(s.arrayOf(platformSchema, "Where it, or a part of it, is asked."), otherPlatformSchema),
    mutually_exclusive: s.boolean("Whether at most one of its outcomes can be yes.", true),
    outcomes_count: s.integer("How many outcomes it has.", 5),
    outcomes: s.arrayOf(outcomeSchema, "The first three: open ones first, the likeliest first."),
    moved: s.nullable(
      s.noun<TopicOutcome>("MovedOutcome")({
        name: outcomeName,
        question_id: s.nullable(s.about(questionId, "Its question; null where one platform alone asks it.")),
        price: price("Chance of yes.", 0.605),
        price_change_24h: priceChangeFields.price_change_24h,
      }),
    ),
    volume: money("Lifetime volume of all its real-money markets.", 921_102.5),
    volume_24h: money("Their volume of the last 24 hours.", 45_600),
    close_time: s.nullable(s.dateTime("The earliest close of its open markets.", "2027-01-27T19:00:00.000Z")),
    resolved_at: s.nullable(s.dateTime("When the last of its markets resolved that have.", "2027-01-27T20:00:00.000Z")),
    last_updated: s.dateTime("When a published field of one of its markets last changed."),
  },
  {
    url: ({ id }) => topicPath(id),
    mutually_exclusive: "isExclusive",
    close_time: "closesAt",
    last_updated: "updatedAt",
  },
);

export const topicSchema = s.shownAs(s.noun<Topic>("Topic")(topicFields), {
  topic: { in: "list", of: "id" },
  title: { in: "list" },
  closes: { in: "list", of: "close_time" },
  volume_24h: { in: "list" },
  outcomes: { in: "list" },
  outcomes_count: { in: "list" },
});

const eventSchema = s.noun<TopicEvent>("TopicEvent")(
  {
    platform: platformSchema,
    event_id: s.string("The event's id on its platform.", "KXFED-27JAN"),
    title: s.string("Its title there.", "Fed decision in January?"),
    status: statusSchema,
    market_count: s.integer("How many listed markets it has.", 5),
    volume: money("Lifetime volume of these.", 921_102.5),
    volume_24h: money("Their volume of the last 24 hours.", 45_600),
    play_money: s.boolean("Whether it is traded in play money.", false),
    url: link("The event on its platform.", "https://kalshi.com/markets/kxfed"),
  },
  { event_id: "id", play_money: ({ platform }) => !isRealMoney(platform) },
);

const topicDetailSchema = s.noun<Topic>("TopicDetail")({
  ...topicFields,
  outcomes: s.about(topicFields.outcomes, "All of them: open ones first, the likeliest first."),
  events: s.withOther(s.arrayOf(eventSchema, "The events of all platforms, the most traded first."), {}),
});

/** The path of a topic's page, below the site's address. */
export function topicPath(id: string): string {
  const { platform, eventId } = readTopicId(id);
  return `/topics/${platform}:${encodeURIComponent(eventId)}`;
}

function readTopicId(id: string) {
  const colon = id.indexOf(":");
  return { platform: id.slice(0, Math.max(colon, 0)), eventId: id.slice(colon + 1) };
}

const sort = p.choice({
  description:
    "What to sort by: trending weighs the volume of 24 hours and the largest move, movers has the largest move first, up or " +
    `down, closing the soonest close to come, resolved the latest resolution, platforms what most platforms have. ${TIES}`,
  values: TOPIC_SORTS,
});

/** What the list of topics takes, but for its paging. */
const topicFilters = (platforms: readonly string[]) => ({
  ...listFilters(platforms),
  platform: p.optional(platformList(platforms, "Only topics that one of these platforms has, separated by commas.")),
  status: statusUnlessIds,
  q: p.optional(searchText("Words that one of the markets has in its title.")),
  min_platforms: p.optional(
    p.wholeNumber({
      description: "Only topics that at least so many platforms have.",
      min: 1,
      max: PLATFORMS.length,
      example: 2,
    }),
  ),
  min_volume: p.optional(
    p.decimal({
      description: `Smallest lifetime volume in USD. Where the sort is movers, ${MOVER_MIN_VOLUME / 100} unless given: a thin market moves with any offer.`,
      min: 0,
      example: 1000,
    }),
  ),
  ...moveFilters("topics"),
  ...closingFilters("topics"),
  event: p.optional(
    platformIds(platforms, {
      description: "Only the topics that have these events, each as platform:id, whatever their status.",
      max: 100,
      example: `${examplePlatform(platforms)}:KXFED-27JAN`,
    }),
  ),
  market: p.optional(
    platformIds(platforms, {
      description: "Only the topics that have these markets, each as platform:id, whatever their status.",
      max: 100,
      example: `${examplePlatform(platforms)}:KXFED-27JAN-CUT`,
    }),
  ),
  question: p.optional(questionIds("Only the topics that have these questions, whatever their status.")),
  sort: p.withDefault(sort, "trending"),
  order: order("The direction; desc unless the sort is closing or id."),
});

export const topicRoutes = (platforms: readonly string[]) => [topicList(platforms), detailRoute()];

const DESCRIPTION =
  "A topic is an event across platforms: events of several platforms that ask the same questions, or an event or a market of " +
  "one platform alone. So each of what the platforms list is in one topic. Outcomes that several platforms ask have one price, " +
  "that of their question. Volumes are real money: of play money alone they are 0. Markets that only try their platform out " +
  "are left out unless an event, market or question is named.";

/** The list of topics, for the API and its page. */
export const topicList = (platforms: readonly string[]) =>
  listEndpoint({
    path: "/api/v1/topics",
    summary: "Events across platforms, each with its likeliest outcomes and what they cost where",
    description: DESCRIPTION,
    operationId: "listTopics",
    tag: "topics",
    tier: "free",
    cache: "clock",
    needsMatches: true,
    parameters: topicFilters(platforms),
    response: s.arrayOf(topicSchema),
    table: listTable("topics", topicSchema, { each: { field: "outcomes", prefix: "outcome" } }),
    async find(context, input, slice) {
      const { topics: rows, ...facts } = await listTopics(context, input, slice);
      return { rows, ...facts };
    },
  });

type TopicInput = p.Input<ReturnType<typeof topicFilters>>;

type AskedTopics = Pick<TopicInput, "sort"> & Partial<Omit<TopicInput, "platform" | "category">> & OneOrMoreFilters;

/** Topics as lists, pages and tools find them. */
export const listTopics = async (
  { store, clock }: Pick<Context, "store" | "clock">,
  input: AskedTopics,
  slice: Slice,
): Promise<TopicPage> => store.topics.list(toTopicQuery(input, clock.now()), slice);

const toTopicQuery = (input: AskedTopics, now: number): TopicQuery => ({
  ...toSharedQuery(input),
  platform: input.platform,
  status: statusOr(input.status, input.event ?? input.market ?? input.question),
  minPlatforms: input.min_platforms,
  minVolume: input.min_volume === undefined ? minVolumeOf(input.sort) : ceilUnits(input.min_volume, 100),
  events: input.event,
  markets: input.market,
  questionIds: input.question,
  now,
});

const minVolumeOf = (sort: TopicInput["sort"]) => (sort === "movers" ? MOVER_MIN_VOLUME : undefined);

const MAX_TOPIC_ID_LENGTH = 520;

/** The path parameter of a topic. */
export const pathTopicId = p.inPath(
  p.text({
    description: "The topic's id, or platform:id of one of its events; percent-encoded in the address.",
    min: 1,
    max: MAX_TOPIC_ID_LENGTH,
    example: "kalshi:KXFED-27JAN",
  }),
);

const detailRoute = () =>
  endpoint({
    path: "/api/v1/topics/:topic_id",
    summary: "One topic with all its outcomes and the events of its platforms",
    operationId: "getTopic",
    tag: "topics",
    tier: "free",
    cache: "clock",
    description: "Any event's `platform:id` leads to the topic that has it now.",
    parameters: {
      topic_id: pathTopicId,
    },
    response: topicDetailSchema,
    meta: metaOf(
      "TopicMeta",
      {},
      {
        moved_from: s.rare(
          s.about(topicId, "The id that was asked for, where the topic has another one.", "polymarket:23784"),
        ),
      },
    ),
    errors: ["topic_not_found"],
    async handler(context, { topic_id }) {
      const topic = await getTopic(context, topic_id);
      return { data: topic, meta: topic.id === topic_id ? {} : { moved_from: topic_id } };
    },
  });

/** The topic that an id names, its own or that of one of its events. Throws AppError topic_not_found. */
export async function getTopic({ store, clock }: Pick<Context, "store" | "clock">, id: string): Promise<Topic> {
  const { platform, eventId } = readTopicId(id);
  const topic = await store.topics.find(platform, eventId, clock.now());
  if (topic !== undefined) return topic;
  throw new AppError(
    "topic_not_found",
    "there is no topic with this id, which is platform:id of an event; find topics with /api/v1/topics?q=…",
  );
}
