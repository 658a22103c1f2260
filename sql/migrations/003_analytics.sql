-- Lists of one platform would otherwise pass over the rows of all others.
CREATE INDEX markets_by_platform_volume_24h ON markets (platform, status, volume_24h DESC, id)
WHERE yes_price IS NOT NULL;

DROP INDEX markets_by_resolved_at;
CREATE INDEX markets_by_platform_resolved_at ON markets (platform, resolved_at DESC, id)
WHERE resolved_at IS NOT NULL AND yes_price IS NOT NULL;

-- The markets of an event are always wanted by volume.
DROP INDEX markets_by_event;
CREATE INDEX markets_by_event ON markets (event_key, volume DESC, id);

-- When the records of a platform begin.
CREATE UNIQUE INDEX daily_volumes_by_platform ON daily_volumes (platform, day);
