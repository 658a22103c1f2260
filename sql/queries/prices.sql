-- name: findMarket
SELECT market_key AS marketKey, title, created_at AS createdAt,
  history_backfills.status AS backfillStatus, tried_at AS triedAt, observed_from AS observedFrom
FROM markets LEFT JOIN history_backfills USING (market_key)
WHERE platform = (SELECT @platform) AND id = (SELECT @id)

-- name: firstAt
-- rows: one
-- types: number | null
-- When the archive of a market begins; null when it has none.
WITH RECURSIVE recent (at, close, volume, previous_seq) AS (
  SELECT at, yes_price, volume, previous_seq FROM history_recent
  WHERE seq = (SELECT last_seq FROM market_quotes WHERE market_key = (SELECT @marketKey))
  UNION ALL
  SELECT older.at, older.yes_price, older.volume, older.previous_seq
  FROM recent
  CROSS JOIN history_recent AS older ON older.seq = recent.previous_seq
)
SELECT min(at) FROM (
  SELECT min(at) AS at FROM history_points WHERE market_key = (SELECT @marketKey)
  UNION ALL
  SELECT min(at) FROM recent
  UNION ALL
  SELECT min(at) FROM history_candles WHERE market_key = (SELECT @marketKey) AND span = 3600
  UNION ALL
  SELECT min(at) FROM history_candles WHERE market_key = (SELECT @marketKey) AND span = 86400
)

-- name: lastPointBefore
SELECT at, yes_price AS close, volume FROM history_points
WHERE market_key = @marketKey AND at < @from
ORDER BY at DESC
LIMIT 1

-- name: lastRecentBefore
-- Recent points lead from each to the one before.
WITH RECURSIVE recent (at, close, volume, previous_seq) AS (
  SELECT at, yes_price, volume, previous_seq FROM history_recent
  WHERE seq = (SELECT last_seq FROM market_quotes WHERE market_key = (SELECT @marketKey))
  UNION ALL
  SELECT older.at, older.yes_price, older.volume, older.previous_seq
  FROM recent
  CROSS JOIN history_recent AS older ON older.seq = recent.previous_seq
)
SELECT at, close, volume FROM recent WHERE at < @from LIMIT 1

-- name: lastCandleBefore
-- types: at: number
SELECT at + span - 1 AS at, close, volume FROM history_candles
WHERE market_key = @marketKey AND span = @span AND at <= @from - @span
ORDER BY history_candles.at DESC
LIMIT 1

-- name: pointsSince
-- The newest first, so that a limit drops the oldest.
SELECT at, yes_price AS close, volume FROM history_points
WHERE market_key = @marketKey AND at >= @from AND at <= @to
ORDER BY at DESC
LIMIT (SELECT @limit)

-- name: recentSince
-- The newest first, as they lead from each to the one before.
WITH RECURSIVE recent (at, close, volume, previous_seq) AS (
  SELECT at, yes_price, volume, previous_seq FROM history_recent
  WHERE seq = (SELECT last_seq FROM market_quotes WHERE market_key = (SELECT @marketKey))
  UNION ALL
  SELECT older.at, older.yes_price, older.volume, older.previous_seq
  FROM recent
  CROSS JOIN history_recent AS older ON older.seq = recent.previous_seq
  WHERE recent.at >= @from
)
SELECT at, close, volume FROM recent WHERE at >= @from AND at <= @to

-- name: candlesSince
-- types: at: number
SELECT at + span - 1 AS at, open, high, low, close, volume, points FROM history_candles
WHERE market_key = @marketKey AND span = @span AND at > @from - @span AND at <= @to
ORDER BY history_candles.at DESC
LIMIT (SELECT @limit)
