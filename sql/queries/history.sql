-- name: append
INSERT INTO history_recent (market_key, at, yes_price, volume, previous_seq) VALUES (?, ?, ?, ?, ?)

-- name: insertPoint
INSERT OR REPLACE INTO history_points VALUES (?, ?, ?, ?)

-- name: firstRecent
-- rows: one
-- types: number | null
SELECT min(seq) FROM history_recent

-- name: lastRecent
-- rows: one
-- types: number | null
SELECT max(seq) FROM history_recent

-- name: listRecent
SELECT seq, market_key AS marketKey FROM history_recent WHERE seq BETWEEN @first AND @last

-- name: foldPoint
INSERT OR REPLACE INTO history_points SELECT market_key, at, yes_price, volume FROM history_recent WHERE seq = ?

-- name: deleteFolded
DELETE FROM history_recent WHERE seq <= ?

-- name: lastMarketOfStep
-- rows: one
-- types: number | null
-- The last market of the next step of a walk over all markets.
SELECT max(market_key) FROM (
  SELECT market_key FROM markets WHERE market_key > @after ORDER BY market_key LIMIT (SELECT @markets)
)

-- name: rollUpPoints
-- The last point of a market stays: it is the price still in force.
INSERT INTO history_candles (market_key, span, at, open, high, low, close, volume, points)
SELECT market_key, 3600, hour, open, max(yes_price), min(yes_price), close, max(volume), count(*)
FROM (
  SELECT market_key, at - at % 3600 AS hour, yes_price, volume,
    first_value(yes_price) OVER hours AS open,
    last_value(yes_price) OVER hours AS close
  FROM history_points
  WHERE market_key > @after AND market_key <= @last AND at < @before
    AND at < (SELECT max(latest.at) FROM history_points AS latest WHERE latest.market_key = history_points.market_key)
  WINDOW hours AS (
    PARTITION BY market_key, at - at % 3600 ORDER BY at
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
  )
)
WHERE true
GROUP BY market_key, hour
ON CONFLICT DO UPDATE SET high = max(high, excluded.high), low = min(low, excluded.low), close = excluded.close,
  volume = max(volume, excluded.volume), points = points + excluded.points

-- name: deleteRolledUp
DELETE FROM history_points
WHERE market_key > @after AND market_key <= @last AND at < @before
  AND at < (SELECT max(latest.at) FROM history_points AS latest WHERE latest.market_key = history_points.market_key)

-- name: rollUpCandles
INSERT INTO history_candles (market_key, span, at, open, high, low, close, volume, points)
SELECT market_key, 86400, day, open, max(high), min(low), close, max(volume), sum(points)
FROM (
  SELECT market_key, at - at % 86400 AS day, high, low, volume, points,
    first_value(open) OVER days AS open,
    last_value(close) OVER days AS close
  FROM history_candles
  WHERE market_key > @after AND market_key <= @last AND span = 3600 AND at < @before
  WINDOW days AS (
    PARTITION BY market_key, at - at % 86400 ORDER BY at
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
  )
)
WHERE true
GROUP BY market_key, day
ON CONFLICT DO UPDATE SET high = max(high, excluded.high), low = min(low, excluded.low), close = excluded.close,
  volume = max(volume, excluded.volume), points = points + excluded.points

-- name: deleteCandles
DELETE FROM history_candles
WHERE market_key > @after AND market_key <= @last AND span = 3600 AND at < @before
