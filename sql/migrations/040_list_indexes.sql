-- Indexes that lists follow have what lists are filtered by, so that an entry that does not pass costs no look at its row.
-- Of each only those columns that hardly ever change without what the index is ordered by.
DROP INDEX markets_by_volume;
CREATE INDEX markets_by_volume ON markets (status, volume DESC, platform, id, category, closes_at)
WHERE yes_price IS NOT NULL;

DROP INDEX markets_by_price;
CREATE INDEX markets_by_price ON markets (status, yes_price DESC, platform, id, category) WHERE yes_price IS NOT NULL;

DROP INDEX markets_by_volume_24h;
CREATE INDEX markets_by_volume_24h ON markets (status, volume_24h DESC, platform, id, category, volume, closes_at)
WHERE yes_price IS NOT NULL;

DROP INDEX markets_by_updated_at;
CREATE INDEX markets_by_updated_at ON markets (status, updated_at DESC, platform, id, category, volume, closes_at)
WHERE yes_price IS NOT NULL;

DROP INDEX markets_by_closes_at;
CREATE INDEX markets_by_closes_at ON markets (status, ifnull(closes_at, 9007199254740991), platform, id, category);

-- Those that the one above has and no list shows: few, and taken off what is counted there.
CREATE INDEX markets_without_price ON markets (status, ifnull(closes_at, 9007199254740991), platform, category)
WHERE yes_price IS NULL;

DROP INDEX events_by_volume;
CREATE INDEX events_by_volume ON events (status, volume DESC, platform, id, category) WHERE market_count > 0;

DROP INDEX events_by_volume_24h;
CREATE INDEX events_by_volume_24h ON events (status, volume_24h DESC, platform, id, category) WHERE market_count > 0;

DROP INDEX events_by_market_count;
CREATE INDEX events_by_market_count ON events (status, market_count DESC, platform, id, category)
WHERE market_count > 0;

DROP INDEX events_by_opened_at;
CREATE INDEX events_by_opened_at ON events (status, opened_at DESC, platform, id, category) WHERE market_count > 0;
