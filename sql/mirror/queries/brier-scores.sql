-- Brier scores: the mean square of what prices were off a day before the end, by platform and category. 0 is perfect,
-- 0.25 is what 50 cents for everything would get.
-- psql -f brier-scores.sql
WITH judged AS (
  SELECT platform, category, CASE WHEN outcome = 'yes' THEN 1.0 ELSE 0.0 END AS happened,
    (
      SELECT yes_price FROM toteboard.prices
      WHERE prices.market_key = markets.market_key AND at < least(closes_at, resolved_at) - INTERVAL '1 day'
      ORDER BY at DESC LIMIT 1
    ) AS price
  FROM toteboard.resolutions
  JOIN toteboard.markets ON markets.market_key = resolutions.market_key
  WHERE outcome IN ('yes', 'no')
)
SELECT platform, category, count(*) AS markets, avg((price - happened) * (price - happened)) AS brier_score
FROM judged
WHERE price IS NOT NULL
GROUP BY platform, category
ORDER BY platform, category;
