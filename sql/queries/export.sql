-- The columns are those of the export, in its order and by its names. Rows come in the order of their keys.

-- name: marketKeys
SELECT market_key AS key, id FROM markets WHERE platform = @platform AND id > @after ORDER BY id LIMIT 500

-- name: resolvedKeys
SELECT market_key AS key, id FROM markets
WHERE platform = @platform AND id > @after AND resolved_at IS NOT NULL
ORDER BY id
LIMIT 500

-- part: marketColumns
-- types: no_price: number | null, description: string | null
markets.id, markets.title, markets.platform, yes_price, 1000000 - yes_price AS no_price,
  volume, volume_24h, markets.status, markets.url, market_quotes.updated_at AS last_updated,
  events.id AS event_id, events.title AS event_title, markets.outcome_label, markets.category,
  markets.closes_at AS close_time, markets.is_tradable AS tradable, markets.platform AS play_money,
  markets.platform AS volume_reported,
  best_bid, best_ask, last_price, price_source, market_quotes.liquidity,
  open_interest, markets.created_at, markets.outcome, markets.settlement_price, markets.resolved_at,
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
SELECT {export.marketColumns}, {criteria.exported} {export.marketTables}
LEFT JOIN criterion_prices USING (market_key)

-- name: eventKeys
SELECT event_key AS key, id FROM events WHERE platform = @platform AND id > @after ORDER BY id LIMIT 500

-- name: events
-- types: description: string | null
SELECT events.id, events.title, events.platform, category, event_totals.status, image_url, market_count,
  volume AS total_volume, volume_24h, liquidity, starts_at AS start_time, ends_at AS end_time, tags,
  events.platform AS play_money, url, nullif(description, '') AS description
FROM json_each(@keys)
CROSS JOIN events ON event_key = value
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
SELECT a.platform AS a_platform, a.id AS a_id, a.title AS a_title, b.platform AS b_platform, b.id AS b_id,
  b.title AS b_title, score, relation, reasons
FROM matches
JOIN markets AS a ON a.market_key = a_market_key
JOIN markets AS b ON b.market_key = b_market_key
ORDER BY a.platform, a.id, b.platform, b.id
