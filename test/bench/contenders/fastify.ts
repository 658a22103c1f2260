import { hash } from "node:crypto";
import etag from "@fastify/etag";
import rateLimit from "@fastify/rate-limit";
import Database from "better-sqlite3";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { LRUCache } from "lru-cache";
import pino from "pino";

/**
 * What somebody would write who serves this database without ado: prepared statements over the indexes of `fastify.sql`.
 * With `duties` it also does what this service does for each request, by the usual plugins.
 */
const [file = "", mode] = process.argv.slice(2);

type Parameters = Readonly<Record<string, string | undefined>>;

const db = new Database(file, { readonly: true });
db.pragma("temp_store = MEMORY");
const prepared = new Map<string, Database.Statement>();

function prepare(text: string): Database.Statement {
  const known = prepared.get(text) ?? db.prepare(text);
  prepared.set(text, known);
  return known;
}

const COLUMNS = `markets.platform, markets.id, events.id AS event_id, markets.title, markets.category, markets.status,
  yes_price, markets.volume, markets.volume_24h, markets.url, closes_at, markets.updated_at`;

const SORTS: Readonly<Record<string, string>> = {
  volume: "markets.volume",
  price: "yes_price",
  updated: "markets.updated_at",
  volume_24h: "markets.volume_24h",
  closing: "ifnull(closes_at, 9007199254740991)",
};

function listMarkets(query: Parameters) {
  const { platform, category, status = "open", min_volume, sort = "volume", q } = query;
  const page = Number(query.page ?? 1);
  const size = Number(query.page_size ?? 50);
  const order = query.order ?? (sort === "closing" ? "asc" : "desc");
  const filters = ["1", ...(status === "all" ? [] : ["markets.status = @status"])];
  if (platform !== undefined) filters.push("markets.platform = @platform");
  if (category !== undefined) filters.push("markets.category = @category");
  if (min_volume !== undefined) filters.push("markets.volume >= @minVolume");
  if (q !== undefined) filters.push(HAS_WORDS);
  const values = {
    ...(status === "all" ? {} : { status }),
    ...(platform === undefined ? {} : { platform }),
    ...(category === undefined ? {} : { category }),
    ...(min_volume === undefined ? {} : { minVolume: Number(min_volume) * 100 }),
    ...(q === undefined ? {} : { match: toMatch(q) }),
  };
  const where = filters.join(" AND ");
  // Ties go the other way than what is sorted by.
  const ties = (order === "desc") === (sort !== "closing") ? "ASC" : "DESC";
  const direction = order === "desc" ? "DESC" : "ASC";
  const rows = prepare(
    `SELECT ${COLUMNS} FROM listed_markets AS markets JOIN events USING (event_key) WHERE ${where}
     ORDER BY ${SORTS[sort]} ${direction}, markets.market_key ${ties} LIMIT @size OFFSET @offset`,
  ).all({ ...values, size, offset: (page - 1) * size }) as Row[];
  const total = Number(prepare(`SELECT count(*) FROM listed_markets AS markets WHERE ${where}`).pluck().get(values));
  return {
    data: rows.map(toMarket),
    timestamp: new Date().toISOString(),
    meta: { page, total, page_size: size, total_pages: Math.ceil(total / size) },
  };
}

const HAS_WORDS = `market_key IN (SELECT rowid & 4294967295 FROM market_titles WHERE market_titles MATCH @match)`;

const toMatch = (q: string): string =>
  q
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `"${word.replaceAll('"', '""').toLowerCase()}"*`)
    .join(" ");

type Texts = "platform" | "id" | "event_id" | "title" | "category" | "status" | "url";
type Numbers = "yes_price" | "volume" | "volume_24h" | "updated_at";
type Row = Readonly<Record<Texts, string> & Record<Numbers, number> & { closes_at: number | null }>;

const toMarket = (row: Row) => ({
  id: row.id,
  title: row.title,
  platform: row.platform,
  yes_price: row.yes_price / 1e6,
  no_price: (1e6 - row.yes_price) / 1e6,
  volume: row.volume / 100,
  volume_24h: row.volume_24h / 100,
  status: row.status,
  url: row.url,
  last_updated: new Date(row.updated_at).toISOString(),
  event_id: row.event_id,
  category: row.category,
  close_time: row.closes_at === null ? null : new Date(row.closes_at).toISOString(),
  play_money: row.platform === "manifold",
});

const typed = (type: string | readonly string[], ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { type }]));
const MARKET = {
  ...typed("string", "id", "title", "platform", "status", "url", "last_updated", "event_id", "category"),
  ...typed("number", "yes_price", "no_price", "volume", "volume_24h"),
  close_time: { type: ["string", "null"] },
  play_money: { type: "boolean" },
};
const ANSWER = {
  data: { type: "array", items: { type: "object", properties: MARKET } },
  timestamp: { type: "string" },
  meta: { type: "object", properties: typed("integer", "page", "total", "page_size", "total_pages") },
};

const FIND_KEY = `
  SELECT key_id, coalesce(per_minute, 60) AS per_minute
  FROM key_secrets JOIN keys USING (key_id)
  WHERE digest = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`;

interface Key {
  readonly key_id: string;
  readonly per_minute: number;
}

/** What this service does for each request beside the answer, by the usual plugins: keys, limits, tags, a log, a cache. */
async function addDuties(app: Pick<FastifyInstance, "register" | "addHook">): Promise<void> {
  const keys = new WeakMap<object, Key>();
  const findKey = db.prepare(FIND_KEY);
  app.addHook("onRequest", (request, reply, next) => {
    const secret = request.headers["x-api-key"];
    const digest = hash("sha256", typeof secret === "string" ? secret : "", "buffer");
    const key = findKey.get(digest, Date.now()) as Key | undefined;
    if (key === undefined) return void reply.code(401).send({ error: "this is not a valid API key" });
    keys.set(request, key);
    next();
  });
  await app.register(rateLimit, {
    max: (request) => keys.get(request)?.per_minute ?? 0,
    timeWindow: 60_000,
    keyGenerator: (request) => keys.get(request)?.key_id ?? "",
  });
  await app.register(etag);
  cacheAnswers(app);
  app.addHook("onResponse", (request, reply, next) => {
    const { id, method, routeOptions } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    const key_id = keys.get(request)?.key_id;
    request.log.info({ request_id: id, method, route: routeOptions.url, status, ms, key_id }, "request");
    next();
  });
}

/** Gives the same URL the same bytes and tag for 10 s, the longest that the service itself keeps an answer. */
function cacheAnswers(app: Pick<FastifyInstance, "addHook">): void {
  const answers = new LRUCache<string, { text: string; tag: string }>({ max: 10_000, ttl: 10_000 });
  app.addHook("preHandler", (request, reply, next) => {
    const answer = answers.get(request.url);
    if (answer === undefined) next();
    else reply.type("application/json; charset=utf-8").header("etag", answer.tag).send(answer.text);
  });
  app.addHook("onSend", (request, reply, text, next) => {
    const isNew = reply.statusCode === 200 && !answers.has(request.url);
    const tag = reply.getHeader("etag");
    if (isNew && typeof text === "string" && typeof tag === "string") answers.set(request.url, { text, tag });
    next(null, text);
  });
}

async function main(): Promise<void> {
  const hasDuties = mode === "duties";
  // Lines as the service's, gathered before they are written.
  const log: FastifyBaseLogger = pino({ base: null }, pino.destination({ dest: 2, sync: false, minLength: 4096 }));
  const app = fastify(
    hasDuties
      ? { loggerInstance: log, logController: new LogController({ disableRequestLogging: true }) }
      : { logger: false },
  );
  if (hasDuties) await addDuties(app);
  const schema = { response: { 200: { type: "object", properties: ANSWER } } };
  app.get<{ Querystring: Parameters }>("/api/v1/markets", { schema }, async ({ query }) => listMarkets(query));
  process.stdout.write(`listening on ${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
  process.on("SIGTERM", () => process.exit());
}

await main();
