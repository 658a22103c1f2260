-- name: ofPlatform
-- What follows the columns of a market.
FROM markets
JOIN market_quotes USING (market_key)
WHERE platform = @platform AND resolved_at IS NOT NULL AND has_price
ORDER BY resolved_at DESC, id
LIMIT (SELECT @limit)
