-- name: leadingVolumes
SELECT volume_24h FROM markets
WHERE platform = @platform AND status = 'open' AND is_listed = 1
ORDER BY volume_24h DESC
LIMIT @limit

-- name: ofPlatform
-- What follows the columns of a market.
FROM markets
WHERE platform = @platform AND status = 'open' AND is_listed = 1 AND volume_24h >= @volume24h
ORDER BY volume_24h DESC, id
LIMIT @limit
