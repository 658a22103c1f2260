-- Whether a market has a price, and so is in lists, as a column of its own: an index that is limited by it need not be
-- written to whenever a price changes.
ALTER TABLE markets ADD COLUMN is_listed INTEGER NOT NULL DEFAULT 0;
UPDATE markets SET is_listed = 1 WHERE yes_price IS NOT NULL;

DROP INDEX markets_by_volume;
CREATE INDEX markets_by_volume ON markets (status, volume DESC, platform, id, category, closes_at) WHERE is_listed = 1;

DROP INDEX markets_by_platform_volume;
CREATE INDEX markets_by_platform_volume ON markets (platform, status, volume DESC, id) WHERE is_listed = 1;

DROP INDEX markets_by_category_volume;
CREATE INDEX markets_by_category_volume ON markets (category, status, volume DESC, platform, id) WHERE is_listed = 1;

DROP INDEX markets_by_volume_24h;
CREATE INDEX markets_by_volume_24h ON markets (status, volume_24h DESC, platform, id, category, volume, closes_at)
WHERE is_listed = 1;

DROP INDEX markets_by_platform_volume_24h;
CREATE INDEX markets_by_platform_volume_24h ON markets (platform, status, volume_24h DESC, id) WHERE is_listed = 1;

DROP INDEX markets_by_platform_resolved_at;
CREATE INDEX markets_by_platform_resolved_at ON markets (platform, resolved_at DESC, id)
WHERE resolved_at IS NOT NULL AND is_listed = 1;

DROP INDEX markets_by_price;
CREATE INDEX markets_by_price ON markets (status, yes_price DESC, platform, id, category) WHERE is_listed = 1;

DROP INDEX markets_by_updated_at;
CREATE INDEX markets_by_updated_at ON markets (status, updated_at DESC, platform, id, category, volume, closes_at)
WHERE is_listed = 1;

DROP INDEX markets_without_price;
CREATE INDEX markets_without_price ON markets (status, ifnull(closes_at, 9007199254740991), platform, category)
WHERE is_listed = 0;
