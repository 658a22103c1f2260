-- Where joins are asked for a row, (SELECT @value) keeps SQLite from planning the statement again for each value, which
-- takes ten times as long as to find the row.

-- name: findEvent
SELECT event_key AS eventKey, id, title, category, description, url, image_url AS imageUrl, starts_at AS startsAt,
  ends_at AS endsAt, tags, liquidity, is_exclusive AS isExclusive, is_partial AS isPartial
FROM events
WHERE platform = ? AND id = ?

-- name: listEventsAfter
SELECT event_key AS eventKey, platform, id, title, category, description, url, image_url AS imageUrl,
  starts_at AS startsAt, ends_at AS endsAt, tags, liquidity, is_exclusive AS isExclusive, is_partial AS isPartial
FROM events
WHERE event_key > @eventKey
ORDER BY event_key
LIMIT (SELECT @limit)

-- name: findCategoryOfFamily
-- Only the newest are read: a family may have thousands of events without labels.
SELECT category
FROM (
  SELECT category, tags
  FROM events
  WHERE platform = @platform AND id >= @from AND id < @to
  ORDER BY id DESC
  LIMIT 20
)
WHERE tags <> '[]'
LIMIT 1

-- name: insertEvent
INSERT INTO events (platform, id, title, category, description, url, image_url, starts_at, ends_at, tags, liquidity,
  is_exclusive, is_partial, opened_at, updated_at)
VALUES (@platform, @id, @title, @category, @description, @url, @imageUrl, @startsAt, @endsAt, @tags, @liquidity,
  @isExclusive, @isPartial, coalesce(@startsAt, @now), @now)

-- name: insertTotals
INSERT INTO event_totals VALUES (?, 0, 0, 0, 0)

-- name: updateEvent
UPDATE events
SET title = @title, category = @category, description = @description, url = @url, image_url = @imageUrl,
  starts_at = @startsAt, ends_at = @endsAt, tags = @tags, liquidity = @liquidity, is_exclusive = @isExclusive,
  is_partial = @isPartial, opened_at = coalesce(@startsAt, opened_at), updated_at = @now
WHERE event_key = @eventKey

-- name: findTotals
-- rows: one
SELECT platform, category, status, market_count AS marketCount, open_market_count AS openMarketCount, volume,
  volume_24h AS volume24h
FROM events
JOIN event_totals USING (event_key)
WHERE event_key = (SELECT ?)

-- name: updateTotals
-- rows: one
UPDATE event_totals
SET market_count = @marketCount, open_market_count = @openMarketCount, volume = @volume, volume_24h = @volume24h
WHERE event_key = @eventKey
RETURNING status

-- name: addToEventCounts
INSERT INTO event_counts VALUES (@platform, @category, @status, @events)
ON CONFLICT DO UPDATE SET events = events + excluded.events

-- name: listClosed
-- Into closed_markets, where it may be already.
INSERT INTO closed_markets
SELECT market_key, platform, category, is_tradable, yes_price, volume, volume_24h, updated_at, closes_at, resolved_at
FROM markets CROSS JOIN market_quotes USING (market_key)
WHERE market_key = @marketKey
ON CONFLICT DO UPDATE SET category = excluded.category, is_tradable = excluded.is_tradable, yes_price = excluded.yes_price,
  volume = excluded.volume, volume_24h = excluded.volume_24h, updated_at = excluded.updated_at,
  closes_at = excluded.closes_at, resolved_at = excluded.resolved_at

-- name: unlistClosed
DELETE FROM closed_markets WHERE market_key = @marketKey

-- name: markMissing
UPDATE markets SET missing_since = @now WHERE market_key = @marketKey

-- name: addToMarketCounts
INSERT INTO market_counts VALUES (@platform, @category, @status, @bucket, @markets, @volume)
ON CONFLICT DO UPDATE SET markets = markets + excluded.markets, volume = volume + excluded.volume

-- name: findDescription
SELECT description, text_version AS textVersion FROM market_descriptions WHERE market_key = ?

-- name: saveDescription
-- What is not given stays.
INSERT INTO market_descriptions VALUES (@marketKey, ifnull(@description, ''), @settlementSource, @changedAt, @textVersion)
ON CONFLICT DO UPDATE SET description = ifnull(@description, description),
  settlement_source = ifnull(@settlementSource, settlement_source), changed_at = ifnull(@changedAt, changed_at),
  text_version = iif(@description IS NULL, text_version, @textVersion)

-- name: listKeysOfEvent
SELECT market_key FROM markets WHERE event_key = ?

-- name: listExpected
-- What a complete pass over the platform's open listing has to contain.
SELECT market_key FROM markets INDEXED BY markets_expected
WHERE platform = @platform AND status = @status AND missing_since IS NULL AND resolved_at IS NULL

-- name: listIds
-- types: eventId: string
SELECT market_key AS marketKey, id, (SELECT events.id FROM events WHERE events.event_key = markets.event_key) AS eventId
FROM markets
WHERE market_key IN (SELECT value FROM json_each(?))
ORDER BY market_key

-- name: listPassedClose
SELECT market_key FROM markets INDEXED BY markets_to_close
WHERE status = 'open' AND ifnull(closes_at, latest_closes_at) <= @now
ORDER BY ifnull(closes_at, latest_closes_at)
LIMIT (SELECT @limit)

-- name: listPriced
-- types: yesPrice: number
SELECT market_key AS marketKey, platform, id, yes_price AS yesPrice, volume, created_at AS createdAt FROM markets
JOIN market_quotes USING (market_key)
WHERE market_key > @after AND has_price
ORDER BY market_key
LIMIT (SELECT @limit)
