-- name: add
INSERT INTO daily_volumes VALUES (@day, @platform, @volume, @markets)
ON CONFLICT DO UPDATE SET volume = volume + excluded.volume, markets = max(markets, excluded.markets)
WHERE excluded.volume > 0 OR excluded.markets > markets

-- name: countOpen
-- rows: one
-- types: number
SELECT coalesce(sum(markets), 0) FROM market_counts WHERE platform = ? AND status = 'open'

-- name: deleteOld
DELETE FROM daily_volumes WHERE day < ?

-- name: insertPast
INSERT INTO daily_volumes VALUES (@day, @platform, @volume, @markets) ON CONFLICT DO NOTHING
