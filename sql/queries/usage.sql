-- name: listSince
-- types: origin: string | null
-- With the origin whose free keys share their use of a day.
SELECT
  key_id AS keyId, day, requests,
  CASE
    WHEN tier = 'free' AND per_minute IS NULL AND per_day IS NULL AND per_month IS NULL THEN origin
  END AS origin
FROM daily_usage
JOIN keys USING (key_id)
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
