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

-- name: activity
-- By hour of the week, 0 to 167 from Monday 0:00 UTC: 1970 began on a Thursday.
-- types: hourOfWeek: number, volume: number, changes: number
SELECT (hour + 72) % 168 AS hourOfWeek, sum(volume) AS volume, sum(changes) AS changes
FROM hourly_activity
WHERE hour >= @from AND hour < @to AND platform IN (SELECT value FROM json_each(@platforms))
GROUP BY hourOfWeek
