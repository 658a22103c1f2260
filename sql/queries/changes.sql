-- name: recentOf
-- What was appended of markets, of each the newest first: a step finds the point before.
WITH RECURSIVE recent (market_key, at, yes_price, previous_seq) AS (
  SELECT history_recent.market_key, at, history_recent.yes_price, previous_seq
  FROM json_each(@keys)
  CROSS JOIN market_quotes ON market_quotes.market_key = value
  CROSS JOIN history_recent ON seq = last_seq
  UNION ALL
  SELECT older.market_key, older.at, older.yes_price, older.previous_seq
  FROM recent
  CROSS JOIN history_recent AS older ON older.seq = recent.previous_seq
)
SELECT market_key AS marketKey, at, yes_price AS price FROM recent

-- name: archivedAt
-- types: number | null
-- The prices of markets before that: of each market at each moment, both in their order.
SELECT coalesce(
  (
    SELECT yes_price FROM history_points
    WHERE market_key = listed.value AND at <= moments.value
    ORDER BY at DESC
    LIMIT 1
  ),
  (
    SELECT close FROM history_candles
    WHERE market_key = listed.value AND span = 3600 AND at <= moments.value - 3600
    ORDER BY at DESC
    LIMIT 1
  ),
  (
    SELECT close FROM history_candles
    WHERE market_key = listed.value AND span = 86400 AND at <= moments.value - 86400
    ORDER BY at DESC
    LIMIT 1
  )
)
FROM json_each(@keys) AS listed
CROSS JOIN json_each(@moments) AS moments

-- name: nextAfter
-- types: number | null
-- When each of these markets first had another price after a moment, but for what was appended; in their order.
SELECT coalesce(
  (SELECT min(at) + 86400 FROM history_candles WHERE market_key = value AND span = 86400 AND at > (SELECT @at) - 86400),
  (SELECT min(at) + 3600 FROM history_candles WHERE market_key = value AND span = 3600 AND at > (SELECT @at) - 3600),
  (SELECT min(at) FROM history_points WHERE market_key = value AND at > (SELECT @at))
)
FROM json_each(@keys)
