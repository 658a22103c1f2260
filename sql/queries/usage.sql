-- name: listSince
SELECT key_id AS keyId, day, requests
FROM daily_usage
WHERE day >= ?

-- name: list
SELECT day, requests
FROM daily_usage
WHERE key_id = @keyId AND day BETWEEN @from AND @to
ORDER BY day
LIMIT 1000

-- name: save
INSERT INTO daily_usage (key_id, day, requests)
VALUES (@keyId, @day, @requests)
ON CONFLICT DO UPDATE SET requests = excluded.requests

-- name: deleteOld
DELETE FROM daily_usage
WHERE day < ?
