-- The columns are those of the export, in its order and by its names.

-- name: markets
SELECT markets.id, markets.title, markets.platform, yes_price, 1000000 - yes_price AS no_price,
  volume, volume_24h, markets.status, markets.url, market_quotes.updated_at AS last_updated,
  events.id AS event_id, events.title AS event_title, markets.outcome_label, markets.category,
  markets.closes_at AS close_time, markets.platform AS play_money, markets.platform AS volume_reported,
  best_bid, best_ask, last_price, price_source, market_quotes.liquidity,
  open_interest, markets.created_at, markets.outcome, markets.settlement_price, markets.resolved_at,
  nullif(market_descriptions.description, '') AS description
FROM markets
JOIN market_quotes USING (market_key)
JOIN events USING (event_key)
LEFT JOIN market_descriptions USING (market_key)
ORDER BY markets.platform, markets.id

-- name: matches
SELECT a.platform AS a_platform, a.id AS a_id, a.title AS a_title, b.platform AS b_platform, b.id AS b_id,
  b.title AS b_title, score, relation, reasons
FROM matches
JOIN markets AS a ON a.market_key = a_market_key
JOIN markets AS b ON b.market_key = b_market_key
ORDER BY a.platform, a.id, b.platform, b.id
