-- Listed markets in one table, with an index for each order.
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
