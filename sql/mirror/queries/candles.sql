-- Open, high, low and close of a market in each hour in which its price changed, with what was traded.
-- psql -v platform=kalshi -v market=ID -f candles.sql
WITH points AS (
  SELECT at, date_trunc('hour', at) AS hour, prices.yes_price, coalesce(low, prices.yes_price) AS low,
    coalesce(high, prices.yes_price) AS high, prices.volume,
    lag(prices.yes_price) OVER (ORDER BY at) AS price_before, lag(prices.volume) OVER (ORDER BY at) AS volume_before
  FROM toteboard.prices
  JOIN toteboard.markets ON markets.market_key = prices.market_key
  WHERE platform = :'platform' AND id = :'market'
)
SELECT hour, (array_agg(coalesce(price_before, yes_price) ORDER BY at))[1] AS open,
  max(greatest(high, coalesce(price_before, high))) AS high, min(least(low, coalesce(price_before, low))) AS low,
  (array_agg(yes_price ORDER BY at DESC))[1] AS close, sum(greatest(volume - volume_before, 0)) AS traded
FROM points
GROUP BY hour
ORDER BY hour;
