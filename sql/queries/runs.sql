-- name: insert
INSERT INTO ingest_runs (platform, kind, started_at, finished_at, status, pages, markets, inserted, changed, missing,
  rejected, rejections, error, next_at)
VALUES (@platform, @kind, @startedAt, @finishedAt, @status, @pages, @markets, @inserted, @changed, @missing,
  @rejected, @rejections, @error, @nextAt)

-- name: latest
SELECT started_at AS startedAt, finished_at AS finishedAt, status, rejected, error, next_at AS nextAt
FROM ingest_runs
WHERE platform = @platform AND kind = @kind
ORDER BY run_key DESC
LIMIT 1

-- name: countDay
INSERT INTO daily_passes VALUES (@platform, @day, 1, @succeeded)
ON CONFLICT DO UPDATE SET passes = passes + 1, succeeded = succeeded + excluded.succeeded

-- name: listDays
SELECT platform, day, passes, succeeded FROM daily_passes
WHERE platform = @platform AND day BETWEEN @from AND @to
ORDER BY day
LIMIT 400

-- name: deleteOldDays
DELETE FROM daily_passes WHERE day < @before

-- name: listRejections
-- types: reason: string, count: number, ids: string
-- Why records of the latest full pass were skipped, the most frequent reason first.
SELECT key AS reason, json_extract(value, '$.count') AS count, json_extract(value, '$.ids') AS ids
FROM json_each((
  SELECT rejections FROM ingest_runs WHERE platform = @platform AND kind = 'full' ORDER BY run_key DESC LIMIT 1
))
ORDER BY count DESC, reason
LIMIT 20

-- name: listNewest
SELECT kind, started_at AS startedAt, finished_at AS finishedAt, status, pages, markets, inserted, changed, missing,
  rejected, rejections, error, next_at AS nextAt
FROM ingest_runs
WHERE platform = @platform AND kind = @kind
ORDER BY run_key DESC
LIMIT (SELECT @limit)

-- name: latestOk
SELECT started_at AS startedAt, finished_at AS finishedAt, next_at AS nextAt
FROM ingest_runs
WHERE platform = @platform AND kind = @kind AND status = 'ok'
ORDER BY run_key DESC
LIMIT 1

-- name: reads
-- rows: one
-- types: lastSuccessAt: number | null, failedAt: number | null, rhythmMs: number | null
-- When a platform was read: in one statement, since most requests ask it of every platform.
SELECT max(success.finished_at) AS lastSuccessAt, max(iif(latest.status = 'ok', NULL, latest.finished_at)) AS failedAt,
  min(success.next_at - success.started_at) AS rhythmMs
FROM json_each(@kinds)
LEFT JOIN ingest_runs AS latest ON latest.run_key = (
  SELECT max(run_key) FROM ingest_runs WHERE platform = @platform AND kind = value
)
LEFT JOIN ingest_runs AS success ON success.run_key = (
  SELECT max(run_key) FROM ingest_runs WHERE platform = @platform AND kind = value AND status = 'ok'
)

-- name: failuresInARow
-- rows: one
-- types: number
SELECT count(*) FROM ingest_runs
WHERE platform = @platform AND kind = @kind AND run_key > (
  SELECT coalesce(max(run_key), 0) FROM ingest_runs WHERE platform = @platform AND kind = @kind AND status = 'ok'
)

-- name: failingSince
-- rows: one
-- types: number | null
SELECT min(started_at) FROM ingest_runs
WHERE platform = @platform AND kind = 'full' AND run_key > (
  SELECT coalesce(max(run_key), 0) FROM ingest_runs WHERE platform = @platform AND kind = 'full' AND status = 'ok'
)

-- name: heldSince
-- rows: one
-- types: number | null
-- Passes that failed in between say nothing about what the platform lists.
SELECT min(started_at) FROM ingest_runs
WHERE platform = @platform AND kind = @kind AND status = 'held' AND error LIKE @code || ' %' AND run_key > (
  SELECT coalesce(max(run_key), 0) FROM ingest_runs WHERE platform = @platform AND kind = @kind AND status = 'ok'
)

-- name: shift
-- The clock was set: dated by the clock as it is now, ages and waits are what they were.
UPDATE ingest_runs
SET started_at = started_at + @ms, finished_at = finished_at + @ms, next_at = next_at + @ms
WHERE finished_at >= @since

-- name: deleteOld
-- The latest of each kind and the latest success stay, however old.
DELETE FROM ingest_runs
WHERE finished_at < @before
  AND run_key NOT IN (SELECT max(run_key) FROM ingest_runs GROUP BY platform, kind)
  AND run_key NOT IN (SELECT max(run_key) FROM ingest_runs WHERE status = 'ok' GROUP BY platform, kind)

-- name: countMarkets
-- rows: one
-- types: markets: number, openMarkets: number
SELECT coalesce(sum(markets), 0) AS markets, coalesce(sum(markets) FILTER (WHERE status = 'open'), 0) AS openMarkets
FROM market_counts
WHERE platform = @platform

-- name: countAll
-- rows: one
-- types: markets: number, events: number
SELECT (SELECT coalesce(sum(markets), 0) FROM market_counts) AS markets,
  (SELECT coalesce(sum(events), 0) FROM event_counts) AS events
