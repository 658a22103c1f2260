-- name: schedule
INSERT INTO outcome_checks VALUES (@marketKey, @platform, @dueAt, 0, @closedAt) ON CONFLICT DO NOTHING

-- name: listDue
SELECT market_key AS marketKey, outcome_checks.platform, markets.id, attempts, closed_at AS closedAt
FROM outcome_checks JOIN markets USING (market_key)
WHERE outcome_checks.platform = @platform AND due_at <= @now
ORDER BY due_at
LIMIT (SELECT @limit)

-- name: postpone
UPDATE outcome_checks SET due_at = @dueAt, attempts = @attempts WHERE market_key = @marketKey

-- name: bringForward
UPDATE outcome_checks SET due_at = @latest WHERE due_at > @latest

-- name: delete
DELETE FROM outcome_checks WHERE market_key = ?

-- name: deleteOld
DELETE FROM outcome_checks WHERE closed_at < ?
