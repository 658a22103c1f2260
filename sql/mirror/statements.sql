-- What the mirror asks of PostgreSQL, beside COPY and deletion by key: see src/mirror/mirror.ts.

-- name: exists
SELECT to_regclass('toteboard.mirror_state') IS NOT NULL AS exists

-- name: hasTimescale
-- Whether the extension is there, in whatever schema.
SELECT count(*) > 0 AS exists FROM pg_proc WHERE proname = 'create_hypertable'

-- name: makeHypertable
SELECT create_hypertable('toteboard.prices', 'at', chunk_time_interval => INTERVAL '7 days', if_not_exists => true)

-- name: claim
-- From now on, a process that claimed it before writes no more.
UPDATE toteboard.mirror_state SET owner = $1, step = step + 1

-- name: state
SELECT schema_version, owner, step::text AS step, seq::text AS seq, copying, copied_key::text AS copied_key, copies,
  (extract(epoch FROM current_at) * 1000)::text AS current_at
FROM toteboard.mirror_state

-- name: advance
-- The first statement of each transaction: it waits for one of a killed process that is still being committed, and then
-- finds no row, since that one has advanced the step.
UPDATE toteboard.mirror_state
SET step = step + 1, seq = $3, copying = $4, copied_key = $5, copies = $6, current_at = $7
WHERE owner = $1 AND step = $2

-- name: newestPrices
SELECT asked.market_key::text AS market_key, (extract(epoch FROM newest.at) * 1000)::text AS at,
  newest.yes_price::text AS price, newest.volume::text AS volume
FROM unnest($1::bigint[]) AS asked (market_key)
JOIN LATERAL (
  SELECT at, yes_price, volume FROM toteboard.prices WHERE prices.market_key = asked.market_key ORDER BY at DESC LIMIT 1
) AS newest ON true

-- name: deleteNewest
DELETE FROM toteboard.prices
WHERE market_key = ANY($1::bigint[])
  AND at = (SELECT max(newest.at) FROM toteboard.prices AS newest WHERE newest.market_key = prices.market_key)

-- name: deletePrices
-- Of markets, by key and in a range, all prices but those that are older than what Toteboard still has in full, which it
-- may have rolled up since. They stay only where the key still means the same market: a restored database gives keys anew.
DELETE FROM toteboard.prices
WHERE (market_key = ANY($1::bigint[]) OR (market_key > $2 AND market_key <= $3)) AND NOT EXISTS (
  SELECT 1 FROM json_to_recordset($4::json) AS kept (market_key bigint, platform text, id text, since timestamptz)
  JOIN toteboard.markets ON markets.market_key = kept.market_key AND markets.platform = kept.platform
    AND markets.id = kept.id
  WHERE kept.market_key = prices.market_key AND prices.at < kept.since
)
