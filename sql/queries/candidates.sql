-- name: clear
DELETE FROM blocking_keys

-- name: add
INSERT OR IGNORE INTO blocking_keys SELECT value, @marketKey, @platform FROM json_each(@keys)

-- name: remove
DELETE FROM blocking_keys WHERE key IN (SELECT value FROM json_each(@keys)) AND market_key = @marketKey

-- name: find
-- A market that shares several keys comes several times.
SELECT market_key
FROM json_each(@keys)
CROSS JOIN blocking_keys ON blocking_keys.key = value
WHERE platform <> @platform
  AND (SELECT count(*) FROM (SELECT 1 FROM blocking_keys WHERE key = value LIMIT (SELECT @most + 1))) <= @most

-- name: listShared
-- Of the keys in a range, the markets of those that make candidates, by key.
SELECT market_key
FROM (
  SELECT market_key, count(*) OVER same_key AS markets, min(platform) OVER same_key AS first,
    max(platform) OVER same_key AS last
  FROM blocking_keys
  WHERE key >= @from AND key < @to
  WINDOW same_key AS (PARTITION BY key)
)
WHERE markets <= @most AND first < last
