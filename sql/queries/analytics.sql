-- name: countsOfPlatform
SELECT bucket, markets, volume FROM market_counts WHERE platform = @platform

-- name: countsOfPlatformAndStatus
SELECT bucket, markets, volume FROM market_counts WHERE platform = @platform AND status = @status

-- name: dailyVolumes
SELECT day, platform, volume, markets FROM daily_volumes WHERE day BETWEEN @firstDay AND @lastDay

-- name: recordedSince
-- rows: one
-- types: number | null
SELECT min(day) FROM daily_volumes WHERE platform = @platform

-- name: categoriesOfPlatform
-- types: markets: number, volume: number
SELECT category, sum(markets) AS markets, sum(volume) AS volume FROM market_counts WHERE platform = @platform GROUP BY category

-- name: categoriesOfPlatformAndStatus
-- types: markets: number, volume: number
SELECT category, sum(markets) AS markets, sum(volume) AS volume
FROM market_counts
WHERE platform = @platform AND status = @status
GROUP BY category
