-- name: findResolved
-- types: resolvedAt: number
SELECT market_key AS marketKey, created_at AS createdAt, closes_at AS closesAt, resolved_at AS resolvedAt
FROM markets
WHERE market_key = ? AND resolved_at IS NOT NULL

-- name: save
INSERT OR REPLACE INTO criterion_prices
VALUES (NULL, @marketKey, @endedAt, @life_25, @life_50, @life_75, @life_mean, @last, @1h, @4h, @12h, @1d, @3d, @7d, @14d,
  @30d, @60d, @90d, @180d)

-- name: find
SELECT ended_at AS endedAt, {criteria.prices}
FROM criterion_prices
WHERE market_key = ?

-- part: prices
life_25, life_50, life_75, life_mean, last, hours_1 AS "1h", hours_4 AS "4h", hours_12 AS "12h", days_1 AS "1d",
  days_3 AS "3d", days_7 AS "7d", days_14 AS "14d", days_30 AS "30d", days_60 AS "60d", days_90 AS "90d", days_180 AS "180d"

-- part: published
-- For the fields of the API.
last AS lastPriceBeforeClose, hours_1 AS price1hBefore, hours_4 AS price4hBefore, hours_12 AS price12hBefore,
  days_1 AS price1dBefore, days_3 AS price3dBefore, days_7 AS price7dBefore, days_14 AS price14dBefore,
  days_30 AS price30dBefore, days_60 AS price60dBefore, days_90 AS price90dBefore, days_180 AS price180dBefore,
  life_25 AS priceAt25Percent, life_50 AS priceAt50Percent, life_75 AS priceAt75Percent,
  life_mean AS priceTimeAverage

-- name: saveAgain
INSERT OR REPLACE INTO criterion_prices
SELECT NULL, market_key, ended_at, life_25, life_50, life_75, life_mean, last, hours_1, hours_4, hours_12, days_1, days_3,
  days_7, days_14, days_30, days_60, days_90, days_180
FROM criterion_prices
WHERE market_key = ?

-- name: listMarketsAfter
-- The next markets of a walk over all of them, and whether they resolved.
-- types: isResolved: 0 | 1
SELECT market_key AS marketKey, resolved_at IS NOT NULL AS isResolved
FROM markets
WHERE market_key > @after
ORDER BY market_key
LIMIT (SELECT @limit)

-- name: listUnpriced
-- Some markets of a walk over all that resolved, with what their platform needs to know to tell their past; `isWanted`
-- where no price of theirs is known.
-- types: isWanted: 0 | 1, resolvedAt: number, eventId: string
SELECT market_key AS marketKey, markets.id, events.id AS eventId, history_key AS historyKey, created_at AS createdAt,
  closes_at AS closesAt, resolved_at AS resolvedAt,
  markets.platform = @platform AND last IS NULL AND resolved_at IS NOT NULL AND outcome IN ('yes', 'no', 'split') AS isWanted
FROM (
  SELECT market_key, last FROM criterion_prices WHERE market_key > @after ORDER BY market_key LIMIT (SELECT @limit)
)
CROSS JOIN markets USING (market_key)
CROSS JOIN events USING (event_key)

-- name: listSince
-- What was kept after a seq, in its order.
SELECT seq, market_key AS marketKey, platform, category, event_key AS eventKey, outcome, volume, created_at AS createdAt,
  ended_at AS endedAt, {criteria.prices}
FROM criterion_prices
CROSS JOIN markets USING (market_key)
CROSS JOIN market_quotes USING (market_key)
WHERE seq > @seq
ORDER BY seq
LIMIT (SELECT @limit)

-- name: listMatched
-- Resolved markets of questions, with the direction of each, in the order of their keys.
-- types: isInverted: 0 | 1, outcome: "yes" | "no"
SELECT question_id AS questionId, is_inverted AS isInverted, platform, markets.id, title, url, outcome
FROM json_each(@keys)
CROSS JOIN question_members ON question_members.market_key = value
CROSS JOIN markets ON markets.market_key = value
ORDER BY json_each.key
