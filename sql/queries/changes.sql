-- name: priceAt
-- The archive holds changes only. What is appended is newer than what was folded, and that newer than what was rolled up.
SELECT coalesce(
  (
    SELECT yes_price FROM history_recent
    WHERE market_key = @marketKey AND at <= @at
    ORDER BY at DESC, seq DESC
    LIMIT 1
  ),
  (SELECT yes_price FROM history_points WHERE market_key = @marketKey AND at <= @at ORDER BY at DESC LIMIT 1),
  (
    SELECT close FROM history_candles
    WHERE market_key = @marketKey AND span = 3600 AND at <= @at - 3600
    ORDER BY at DESC
    LIMIT 1
  ),
  (
    SELECT close FROM history_candles
    WHERE market_key = @marketKey AND span = 86400 AND at <= @at - 86400
    ORDER BY at DESC
    LIMIT 1
  )
)

-- name: pricesAt
-- The same of many markets at many moments, by market and then by moment.
SELECT coalesce(
  (
    SELECT yes_price FROM history_recent
    WHERE market_key = asked.value AND at <= moments.value
    ORDER BY at DESC, seq DESC
    LIMIT 1
  ),
  (
    SELECT yes_price FROM history_points
    WHERE market_key = asked.value AND at <= moments.value
    ORDER BY at DESC
    LIMIT 1
  ),
  (
    SELECT close FROM history_candles
    WHERE market_key = asked.value AND span = 3600 AND at <= moments.value - 3600
    ORDER BY at DESC
    LIMIT 1
  ),
  (
    SELECT close FROM history_candles
    WHERE market_key = asked.value AND span = 86400 AND at <= moments.value - 86400
    ORDER BY at DESC
    LIMIT 1
  )
)
FROM json_each(@marketKeys) AS asked CROSS JOIN json_each(@moments) AS moments

-- name: pricesBetween
SELECT yes_price, at FROM history_points WHERE market_key = @marketKey AND at > @after AND at <= @until
UNION ALL
SELECT yes_price, at FROM history_recent WHERE market_key = @marketKey AND at > @after AND at <= @until
ORDER BY at
