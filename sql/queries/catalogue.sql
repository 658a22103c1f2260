-- Where views or joins are asked for a row, (SELECT @value) keeps SQLite from planning the statement anew for each value,
-- which takes ten times as long as to find the row.

-- name: findEvent
SELECT event_key AS eventKey, id, title, category, description, url, image_url AS imageUrl, starts_at AS startsAt,
  ends_at AS endsAt, tags, liquidity, is_exclusive AS isExclusive, is_partial AS isPartial
FROM event_rows
WHERE platform = ? AND id = ?

-- name: insertEvent
INSERT INTO event_rows (platform, id, title, category, description, url, image_url, starts_at, ends_at, tags, liquidity,
  is_exclusive, is_partial, opened_at, updated_at)
VALUES (@platform, @id, @title, @category, @description, @url, @imageUrl, @startsAt, @endsAt, @tags, @liquidity,
  @isExclusive, @isPartial, coalesce(@startsAt, @now), @now)

-- name: updateEvent
UPDATE event_rows
SET title = @title, category = @category, description = @description, url = @url, image_url = @imageUrl,
  starts_at = @startsAt, ends_at = @endsAt, tags = @tags, liquidity = @liquidity, is_exclusive = @isExclusive,
  is_partial = @isPartial, opened_at = coalesce(@startsAt, opened_at), updated_at = @now
WHERE event_key = @eventKey

-- name: moveMarketsToCategory
-- An event that changes category takes its markets along.
UPDATE market_rows SET category = @category, updated_at = max(updated_at, @now)
WHERE event_key = @eventKey AND category <> @category

-- name: refreshEventTotals
UPDATE event_rows
SET status = totals.status, market_count = totals.market_count, volume = totals.volume, volume_24h = totals.volume_24h
FROM (
  SELECT iif(sum(status = 'open') > 0, 'open', 'closed') AS status, count(*) AS market_count,
    coalesce(sum(volume), 0) AS volume, coalesce(sum(volume_24h), 0) AS volume_24h
  FROM markets
  WHERE event_key = (SELECT @eventKey) AND is_listed = 1
) AS totals
WHERE event_key = (SELECT @eventKey)
  AND (event_rows.status, event_rows.market_count, event_rows.volume, event_rows.volume_24h)
    IS NOT (totals.status, totals.market_count, totals.volume, totals.volume_24h)

-- name: findTotals
SELECT status, volume, volume_24h AS volume24h, market_count > 0 AS isListed, title_rowid AS rowid, is_fresh AS isFresh
FROM events
WHERE event_key = (SELECT ?)

-- name: updateTotals
UPDATE event_rows SET volume = @volume, volume_24h = @volume24h WHERE event_key = @eventKey

-- name: findMarket
SELECT market_key AS marketKey, event_key AS eventKey, title, outcome_label AS outcomeLabel, url,
  history_key AS historyKey, category, description_crc AS descriptionCrc, status, yes_price AS yesPrice,
  price_source AS priceSource, best_bid AS bestBid, best_ask AS bestAsk, last_price AS lastPrice, volume,
  volume_24h AS volume24h, raw_volume AS rawVolume, liquidity, open_interest AS openInterest, closes_at AS closesAt,
  created_at AS createdAt, outcome, settlement_price AS settlementPrice, resolved_at AS resolvedAt,
  missing_since AS missingSince, updated_at AS updatedAt, title_rowid AS titleRowid, last_point AS lastPoint,
  is_fresh AS isFresh
FROM markets
WHERE market_key = (SELECT market_key FROM market_rows WHERE platform = ? AND id = ?)

-- name: insertMarket
INSERT INTO market_rows (event_key, platform, id, title, outcome_label, url, history_key, category, description_crc,
  status, yes_price, price_source, best_bid, best_ask, last_price, volume, volume_24h, raw_volume, liquidity,
  open_interest, closes_at, created_at, outcome, settlement_price, resolved_at, first_seen_at, updated_at,
  missing_since, is_listed)
VALUES (@eventKey, @platform, @id, @title, @outcomeLabel, @url, @historyKey, @category, @descriptionCrc,
  @status, @yesPrice, @priceSource, @bestBid, @bestAsk, @lastPrice, @volume, @volume24h, @rawVolume, @liquidity,
  @openInterest, @closesAt, @createdAt, @outcome, @settlementPrice, @resolvedAt, @now, @now, @missingSince,
  @yesPrice IS NOT NULL)

-- name: updateQuotes
UPDATE market_rows
SET updated_at = @now, yes_price = @yesPrice, volume = @volume, volume_24h = @volume24h, best_bid = @bestBid,
  best_ask = @bestAsk, last_price = @lastPrice, price_source = @priceSource, raw_volume = @rawVolume,
  liquidity = @liquidity, open_interest = @openInterest, last_point = @lastPoint
WHERE market_key = @marketKey

-- name: updateMarket
UPDATE market_rows
SET updated_at = @now, yes_price = @yesPrice, volume = @volume, volume_24h = @volume24h, best_bid = @bestBid,
  best_ask = @bestAsk, last_price = @lastPrice, price_source = @priceSource, raw_volume = @rawVolume,
  liquidity = @liquidity, open_interest = @openInterest, title = @title, outcome_label = @outcomeLabel, url = @url,
  history_key = @historyKey, description_crc = @descriptionCrc, created_at = @createdAt, event_key = @eventKey,
  category = @category, status = @status, closes_at = @closesAt, outcome = @outcome,
  settlement_price = @settlementPrice, resolved_at = @resolvedAt, missing_since = @missingSince,
  is_listed = @yesPrice IS NOT NULL, last_point = @lastPoint
WHERE market_key = @marketKey

-- name: addToCounts
INSERT INTO market_counts VALUES (@platform, @category, @status, @bucket, @markets, @volume)
ON CONFLICT DO UPDATE SET markets = markets + excluded.markets, volume = volume + excluded.volume

-- name: findGroupKey
SELECT group_key FROM match_groups WHERE market_key = ?

-- name: deleteSpreads
DELETE FROM group_spreads WHERE group_key = ?

-- name: insertSpreads
INSERT INTO group_spreads SELECT * FROM group_pairs WHERE group_key = (SELECT ?)

-- name: saveDescription
INSERT INTO market_descriptions VALUES (@marketKey, @description)
ON CONFLICT DO UPDATE SET description = excluded.description

-- name: deleteDescription
DELETE FROM market_descriptions WHERE market_key = ?

-- name: listExpected
-- What a complete pass over the platform's open listing has to contain.
SELECT market_key FROM market_rows INDEXED BY markets_expected
WHERE platform = @platform AND status = @status AND missing_since IS NULL AND resolved_at IS NULL

-- name: sampleIds
SELECT id FROM market_rows WHERE market_key IN (SELECT value FROM json_each(?)) ORDER BY market_key

-- name: markMissing
-- Of one that had closed before, nothing that is published changes.
UPDATE market_rows
SET status = 'closed', outcome = coalesce(outcome, 'unknown'), missing_since = @now,
  updated_at = iif(status = 'open', max(updated_at, @now), updated_at)
WHERE market_key = @marketKey
RETURNING event_key AS eventKey, platform, id

-- name: listPassedClose
SELECT market_key AS marketKey, event_key AS eventKey, platform, id FROM market_rows
WHERE status = 'open' AND closes_at <= @now
ORDER BY closes_at
LIMIT (SELECT @limit)

-- name: closeMarket
UPDATE market_rows
SET status = 'closed', outcome = coalesce(outcome, 'unknown'), updated_at = max(updated_at, @now)
WHERE market_key = @marketKey

-- name: listPriced
SELECT market_key AS marketKey, platform, id, yes_price AS yesPrice, volume, created_at AS createdAt FROM markets
WHERE market_key > @after AND is_listed = 1
ORDER BY market_key
LIMIT (SELECT @limit)
