-- Rows come in the order of their keys.

-- name: marketKeys
SELECT market_key AS key, id FROM markets WHERE platform = @platform AND id > @after ORDER BY id LIMIT 500

-- name: resolvedKeys
SELECT market_key AS key, id FROM markets
WHERE platform = @platform AND id > @after AND resolved_at IS NOT NULL
ORDER BY id
LIMIT 500

-- part: marketColumns
-- types: description: string | null
markets.id, markets.title, markets.platform, yes_price AS yesPrice, volume, volume_24h AS volume24h, markets.status, markets.url,
  market_quotes.updated_at AS updatedAt, events.id AS eventId, events.title AS eventTitle,
  markets.outcome_label AS outcomeLabel, markets.category, markets.closes_at AS closesAt, markets.is_tradable AS isTradable,
  best_bid AS bestBid, best_ask AS bestAsk, last_price AS lastPrice, price_source AS priceSource,
  market_quotes.liquidity, open_interest AS openInterest, markets.created_at AS createdAt, markets.outcome,
  markets.settlement_price AS settlementPrice, markets.resolved_at AS resolvedAt,
  nullif(market_descriptions.description, '') AS description

-- part: marketTables
-- A market always has quotes and an event.
FROM json_each(@keys)
CROSS JOIN markets ON market_key = value
CROSS JOIN market_quotes USING (market_key)
CROSS JOIN events USING (event_key)
LEFT JOIN market_descriptions USING (market_key)

-- name: markets
SELECT {export.marketColumns} {export.marketTables}

-- name: resolved
SELECT {export.marketColumns}, {criteria.published} {export.marketTables}
LEFT JOIN criterion_prices USING (market_key)

-- name: eventKeys
SELECT event_key AS key, id FROM events WHERE platform = @platform AND id > @after ORDER BY id LIMIT 500

-- name: events
-- types: description: string | null
SELECT {events.columns}, nullif(description, '') AS description
FROM (SELECT value AS listed FROM json_each(@keys))
CROSS JOIN events ON event_key = listed
CROSS JOIN event_totals USING (event_key)

-- name: historyMarkets
SELECT markets.platform, markets.id FROM json_each(@keys) CROSS JOIN markets ON market_key = value

-- name: questionKeys
SELECT question_key AS questionKey, id FROM questions
WHERE id > @after AND group_key IS NOT NULL
ORDER BY id
LIMIT (SELECT @limit)

-- name: keysOfQuestions
SELECT question_key FROM (SELECT value AS asked FROM json_each(@ids)) CROSS JOIN questions ON questions.id = asked

-- name: matches
SELECT a.platform AS aPlatform, a.id AS aId, a.title AS aTitle, b.platform AS bPlatform, b.id AS bId, b.title AS bTitle,
  score, relation, reasons
FROM matches
JOIN markets AS a ON a.market_key = a_market_key
JOIN markets AS b ON b.market_key = b_market_key
ORDER BY a.platform, a.id, b.platform, b.id
