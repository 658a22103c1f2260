-- name: priceAt
-- The archive holds changes only. What is appended is newer than what was folded, and that newer than what was rolled up.
SELECT coalesce(
  (
    WITH RECURSIVE recent (at, yes_price, previous_seq) AS (
      SELECT at, yes_price, previous_seq FROM history_recent
      WHERE seq = (SELECT last_seq FROM market_quotes WHERE market_key = (SELECT @marketKey))
      UNION ALL
      SELECT older.at, older.yes_price, older.previous_seq
      FROM recent
      CROSS JOIN history_recent AS older ON older.seq = recent.previous_seq
    )
    SELECT yes_price FROM recent WHERE at <= (SELECT @at) LIMIT 1
  ),
  (SELECT yes_price FROM history_points WHERE market_key = (SELECT @marketKey) AND at <= (SELECT @at) ORDER BY at DESC LIMIT 1),
  (
    SELECT close FROM history_candles
    WHERE market_key = (SELECT @marketKey) AND span = 3600 AND at <= (SELECT @at) - 3600
    ORDER BY at DESC
    LIMIT 1
  ),
  (
    SELECT close FROM history_candles
    WHERE market_key = (SELECT @marketKey) AND span = 86400 AND at <= (SELECT @at) - 86400
    ORDER BY at DESC
    LIMIT 1
  )
)

-- name: recentOf
-- What was appended of a market, the newest first.
WITH RECURSIVE recent (at, yes_price, previous_seq) AS (
  SELECT at, yes_price, previous_seq FROM history_recent
  WHERE seq = (SELECT last_seq FROM market_quotes WHERE market_key = (SELECT @marketKey))
  UNION ALL
  SELECT older.at, older.yes_price, older.previous_seq
  FROM recent
  CROSS JOIN history_recent AS older ON older.seq = recent.previous_seq
)
SELECT at, yes_price AS price FROM recent

-- name: archivedAt
-- The price of a market at many moments before that.
SELECT coalesce(
  (
    SELECT yes_price FROM history_points
    WHERE market_key = (SELECT @marketKey) AND at <= moments.value
    ORDER BY at DESC
    LIMIT 1
  ),
  (
    SELECT close FROM history_candles
    WHERE market_key = (SELECT @marketKey) AND span = 3600 AND at <= moments.value - 3600
    ORDER BY at DESC
    LIMIT 1
  ),
  (
    SELECT close FROM history_candles
    WHERE market_key = (SELECT @marketKey) AND span = 86400 AND at <= moments.value - 86400
    ORDER BY at DESC
    LIMIT 1
  )
)
FROM json_each(@moments) AS moments
