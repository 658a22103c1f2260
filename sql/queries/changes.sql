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
    WHERE market_key = @marketKey AND span = 3600 AND at + span <= @at
    ORDER BY at DESC
    LIMIT 1
  ),
  (
    SELECT close FROM history_candles
    WHERE market_key = @marketKey AND span = 86400 AND at + span <= @at
    ORDER BY at DESC
    LIMIT 1
  )
)

-- name: pricesBetween
SELECT yes_price, at FROM history_points WHERE market_key = @marketKey AND at > @after AND at <= @until
UNION ALL
SELECT yes_price, at FROM history_recent WHERE market_key = @marketKey AND at > @after AND at <= @until
ORDER BY at
