-- Closing lines: what yes cost last before each market ended, an hour before and a day before, beside how it ended.
-- A market ends at its close time or when it is resolved, whichever is earlier.
-- psql -f closing-lines.sql
WITH ended AS (
  SELECT markets.market_key, platform, id, title, outcome, settlement_price,
    least(closes_at, resolved_at) AS ended_at
  FROM toteboard.resolutions
  JOIN toteboard.markets ON markets.market_key = resolutions.market_key
  WHERE outcome IN ('yes', 'no')
)
SELECT platform, id, title, ended_at, outcome,
  (
    SELECT yes_price FROM toteboard.prices
    WHERE prices.market_key = ended.market_key AND at < ended_at
    ORDER BY at DESC LIMIT 1
  ) AS closing_line,
  (
    SELECT yes_price FROM toteboard.prices
    WHERE prices.market_key = ended.market_key AND at < ended_at - INTERVAL '1 hour'
    ORDER BY at DESC LIMIT 1
  ) AS an_hour_before,
  (
    SELECT yes_price FROM toteboard.prices
    WHERE prices.market_key = ended.market_key AND at < ended_at - INTERVAL '1 day'
    ORDER BY at DESC LIMIT 1
  ) AS a_day_before
FROM ended
ORDER BY ended_at DESC, platform, id;
