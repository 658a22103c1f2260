-- part: day
-- With how many markets are open now.
SELECT @day, @platform, @volume, coalesce(sum(markets), 0) FROM market_counts WHERE platform = @platform AND status = 'open'

-- name: add
INSERT INTO daily_volumes {volumes.day}
ON CONFLICT DO UPDATE SET volume = volume + excluded.volume, markets = max(markets, excluded.markets)
WHERE excluded.volume > 0 OR excluded.markets > markets

-- name: deleteOld
DELETE FROM daily_volumes WHERE day < ?

-- name: insertPast
INSERT INTO daily_volumes {volumes.day} ON CONFLICT DO NOTHING
