-- part: stored
-- types: eventId: string, eventTitle: string
market_key AS marketKey, platform, id, (SELECT events.id FROM events WHERE events.event_key = markets.event_key) AS eventId, title,
  (SELECT events.title FROM events WHERE events.event_key = markets.event_key) AS eventTitle, category,
  status, yes_price AS yesPrice, best_bid AS bestBid, best_ask AS bestAsk, price_source AS priceSource, volume,
  volume_24h AS volume24h, url, closes_at AS closesAt, is_tradable AS isTradable, fee_kind AS feeKind,
  fee_rate AS feeRate, updated_at AS updatedAt, outcome

-- part: columns
{markets.stored},
  (
    SELECT questions.id FROM match_groups AS own
    CROSS JOIN questions ON questions.group_key = own.group_key
    WHERE own.market_key = markets.market_key
      AND (
        SELECT count(*) FROM match_groups AS members
        CROSS JOIN market_quotes AS quotes ON quotes.market_key = members.market_key
        WHERE members.group_key = own.group_key AND quotes.has_price
      ) > 1
  ) AS questionId

-- part: ofKeys
-- A list of markets, in its order.
FROM (SELECT value AS listed FROM json_each(?)) CROSS JOIN markets ON market_key = listed
CROSS JOIN market_quotes USING (market_key)

-- name: byKeys
-- types: yesPrice: number
SELECT {markets.columns} {markets.ofKeys}

-- name: ofEventByKeys
-- types: yesPrice: number
SELECT {markets.columns}, outcome_label AS outcomeLabel {markets.ofKeys}

-- name: resolvedByKeys
-- types: yesPrice: number, resolvedAt: number
SELECT {markets.columns}, event_key AS eventKey, settlement_price AS settlementPrice, resolved_at AS resolvedAt,
  {criteria.published}
{markets.ofKeys}
LEFT JOIN criterion_prices USING (market_key)

-- name: keysOfIds
SELECT market_key AS marketKey, markets.platform, markets.id
FROM json_each(?) CROSS JOIN markets ON markets.platform = value ->> 0 AND markets.id = value ->> 1

-- name: keysOfEventKey
SELECT market_key FROM markets WHERE event_key = ?
