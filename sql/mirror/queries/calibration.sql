-- Calibration: of the markets that cost about so much a day before they ended, how many ended with yes. A platform is
-- calibrated where both columns are alike.
-- psql -f calibration.sql
WITH judged AS (
  SELECT platform, CASE WHEN outcome = 'yes' THEN 1.0 ELSE 0.0 END AS happened,
    (
      SELECT yes_price FROM toteboard.prices
      WHERE prices.market_key = markets.market_key AND at < least(closes_at, resolved_at) - INTERVAL '1 day'
      ORDER BY at DESC LIMIT 1
    ) AS price
  FROM toteboard.resolutions
  JOIN toteboard.markets ON markets.market_key = resolutions.market_key
  WHERE outcome IN ('yes', 'no')
)
SELECT platform, least(floor(price * 10), 9) / 10 AS price_from, count(*) AS markets, avg(price) AS mean_price,
  avg(happened) AS share_of_yes
FROM judged
WHERE price IS NOT NULL
GROUP BY 1, 2
ORDER BY 1, 2;
