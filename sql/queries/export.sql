-- name: markets
SELECT markets.platform, markets.id, markets.title, yes_price AS yesPrice, volume,
  volume_24h AS volume24h, markets.status, markets.url, market_quotes.updated_at AS updatedAt,
  events.id AS eventId, events.title AS eventTitle, markets.outcome_label AS outcomeLabel, markets.category,
  markets.closes_at AS closesAt, best_bid AS bestBid, best_ask AS bestAsk,
  last_price AS lastPrice, price_source AS priceSource, market_quotes.liquidity,
  open_interest AS openInterest, markets.created_at AS createdAt, markets.outcome,
  markets.settlement_price AS settlementPrice, markets.resolved_at AS resolvedAt, market_descriptions.description
FROM markets
JOIN market_quotes USING (market_key)
JOIN events USING (event_key)
LEFT JOIN market_descriptions USING (market_key)
ORDER BY markets.platform, markets.id

-- name: matches
SELECT a.platform AS aPlatform, a.id AS aId, a.title AS aTitle, b.platform AS bPlatform, b.id AS bId, b.title AS bTitle,
  score, relation, reasons
FROM matches
JOIN markets AS a ON a.market_key = a_market_key
JOIN markets AS b ON b.market_key = b_market_key
ORDER BY a.platform, a.id, b.platform, b.id
