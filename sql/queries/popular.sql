-- name: leadingVolumes
SELECT volume_24h FROM markets
WHERE platform = @platform AND status = 'open' AND yes_price IS NOT NULL
ORDER BY volume_24h DESC
LIMIT @limit

-- name: ofPlatform
-- What follows the columns of a market.
FROM markets
WHERE platform = @platform AND status = 'open' AND yes_price IS NOT NULL AND volume_24h >= @volume24h
ORDER BY volume_24h DESC, id
LIMIT @limit
