-- What was traded each day on each platform: by how much the lifetime volumes of its markets grew.
-- psql -f daily-volume.sql
WITH grown AS (
  SELECT market_key, at, volume - lag(volume) OVER (PARTITION BY market_key ORDER BY at) AS traded
  FROM toteboard.prices
  WHERE volume IS NOT NULL
)
SELECT date_trunc('day', at AT TIME ZONE 'UTC')::date AS day, platform, sum(traded) AS dollars,
  count(DISTINCT grown.market_key) AS markets
FROM grown
JOIN toteboard.markets ON markets.market_key = grown.market_key
WHERE traded > 0
GROUP BY 1, 2
ORDER BY 1, 2;
