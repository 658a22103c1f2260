import Database from "better-sqlite3";

/** What somebody would write who serves this database without ado: prepared statements over indexes made for them. */

/** Listed markets in one table, with an index for each order. */
const TABLE = `
  CREATE TABLE listed_markets (
    market_key INTEGER PRIMARY KEY, event_key INTEGER, platform TEXT, id TEXT, title TEXT, category TEXT, status TEXT,
    url TEXT, closes_at INTEGER, yes_price INTEGER, volume INTEGER, volume_24h INTEGER, updated_at INTEGER
  );
  INSERT INTO listed_markets
  SELECT market_key, event_key, platform, id, title, category, status, url, closes_at, yes_price, volume, volume_24h,
    updated_at
  FROM markets JOIN market_quotes USING (market_key)
  WHERE has_price;
  CREATE INDEX by_volume ON listed_markets (status, volume DESC, market_key, platform, category);
  CREATE INDEX by_platform_volume ON listed_markets (platform, status, volume DESC, market_key);
  CREATE INDEX by_category_volume ON listed_markets (category, status, volume DESC, market_key, platform);
  CREATE INDEX by_volume_24h ON listed_markets (status, volume_24h DESC, market_key, platform, category, volume);
  CREATE INDEX by_price ON listed_markets (status, yes_price DESC, market_key, platform, category);
  CREATE INDEX by_updated_at ON listed_markets (status, updated_at DESC, market_key, platform, category, volume);
  CREATE INDEX by_closes_at ON listed_markets (status, ifnull(closes_at, 9007199254740991), market_key, platform, category);
`;

/** Gives a file the table these statements are written for. */
export function prepareFile(file: string): void {
  const db = new Database(file);
  db.exec(TABLE);
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}

export type Parameters = Readonly<Record<string, string | undefined>>;

const COLUMNS = `markets.platform, markets.id, events.id AS event_id, markets.title, markets.category, markets.status,
  yes_price, markets.volume, markets.volume_24h, markets.url, closes_at, markets.updated_at`;

const SORTS: Readonly<Record<string, string>> = {
  volume: "markets.volume",
  price: "yes_price",
  updated: "markets.updated_at",
  volume_24h: "markets.volume_24h",
  closing: "ifnull(closes_at, 9007199254740991)",
};

export type Db = Database.Database;

/** Opens the file for reading with the settings the service reads it with. */
export function openFile(file: string): Db {
  const db = new Database(file, { readonly: true });
  db.pragma("foreign_keys = ON");
  db.pragma("temp_store = MEMORY");
  return db;
}

export function openCatalogue(db: Db) {
  const prepared = new Map<string, Database.Statement>();
  const prepare = (text: string): Database.Statement => {
    const known = prepared.get(text) ?? db.prepare(text);
    prepared.set(text, known);
    return known;
  };
  return {
    listMarkets: (query: Parameters) => listMarkets(prepare, query),
    search: (query: Parameters) => search(prepare, query),
  };
}

type Prepare = (text: string) => Database.Statement;

function listMarkets(prepare: Prepare, query: Parameters) {
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

function search(prepare: Prepare, { q = "", limit = "20" }: Parameters) {
  const rows = prepare(
    `SELECT ${COLUMNS} FROM listed_markets AS markets JOIN events USING (event_key) WHERE ${HAS_WORDS}
     ORDER BY markets.volume DESC LIMIT @limit`,
  ).all({ match: toMatch(q), limit: Number(limit) }) as Row[];
  return { data: { markets: rows.map(toMarket) }, timestamp: new Date().toISOString(), meta: {} };
}

interface Row {
  readonly platform: string;
  readonly id: string;
  readonly event_id: string;
  readonly title: string;
  readonly category: string;
  readonly status: string;
  readonly yes_price: number;
  readonly volume: number;
  readonly volume_24h: number;
  readonly url: string;
  readonly closes_at: number | null;
  readonly updated_at: number;
}

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
