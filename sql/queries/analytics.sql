-- name: countByBucket
SELECT bucket, markets, volume FROM market_counts
WHERE platform = @platform AND status IN (SELECT value FROM json_each(@statuses))

-- name: dailyVolumes
SELECT day, platform, volume, markets FROM daily_volumes WHERE day BETWEEN @firstDay AND @lastDay

-- name: recordedSince
-- rows: one
-- types: number | null
SELECT min(day) FROM daily_volumes WHERE platform = @platform

-- name: countByCategory
-- types: markets: number, volume: number
SELECT category, sum(markets) AS markets, sum(volume) AS volume
FROM market_counts
WHERE platform = @platform AND status IN (SELECT value FROM json_each(@statuses))
GROUP BY category
