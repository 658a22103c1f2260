-- The open markets whose price moved most within 24 hours, of those with some volume.
-- psql -f movers.sql
SELECT platform, id, title, before.yes_price AS price_before, markets.yes_price AS price_now,
  markets.yes_price - before.yes_price AS change, volume_24h
FROM toteboard.markets
JOIN LATERAL (
  SELECT yes_price FROM toteboard.prices
  WHERE prices.market_key = markets.market_key AND at <= now() - INTERVAL '24 hours'
  ORDER BY at DESC LIMIT 1
) AS before ON true
WHERE status = 'open' AND volume_24h >= 100 AND markets.updated_at > now() - INTERVAL '24 hours'
ORDER BY abs(markets.yes_price - before.yes_price) DESC, volume_24h DESC
LIMIT 50;
