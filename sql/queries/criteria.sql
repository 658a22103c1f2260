-- name: findResolved
-- types: resolvedAt: number
SELECT market_key AS marketKey, created_at AS createdAt, closes_at AS closesAt, resolved_at AS resolvedAt
FROM markets
WHERE market_key = ? AND resolved_at IS NOT NULL

-- name: save
INSERT OR REPLACE INTO criterion_prices
VALUES (NULL, @marketKey, @endedAt, @life_25, @life_50, @life_75, @life_mean, @last, @1h, @4h, @12h, @1d, @3d, @7d, @14d,
  @30d, @60d, @90d, @180d)

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

-- name: listSince
-- What was kept after a seq, in its order.
SELECT seq, market_key AS marketKey, platform, category, event_key AS eventKey, outcome, volume, created_at AS createdAt,
  ended_at AS endedAt, life_25, life_50, life_75, life_mean, last, hours_1 AS "1h", hours_4 AS "4h", hours_12 AS "12h",
  days_1 AS "1d", days_3 AS "3d", days_7 AS "7d", days_14 AS "14d", days_30 AS "30d", days_60 AS "60d", days_90 AS "90d",
  days_180 AS "180d"
FROM criterion_prices
CROSS JOIN markets USING (market_key)
CROSS JOIN market_quotes USING (market_key)
WHERE seq > @seq
ORDER BY seq
LIMIT (SELECT @limit)

-- name: listMatched
-- Resolved markets of questions, with the direction of each, by question.
-- types: isInverted: 0 | 1
SELECT group_key AS groupKey, question_id AS questionId, is_inverted AS isInverted, market_key AS marketKey, platform, id,
  title, url, outcome, settlement_price AS settlementPrice, resolved_at AS resolvedAt, ended_at AS endedAt
FROM question_members
CROSS JOIN markets USING (market_key)
CROSS JOIN criterion_prices USING (market_key)
WHERE group_key IN (
  SELECT group_key FROM match_groups CROSS JOIN criterion_prices USING (market_key) GROUP BY group_key HAVING count(*) > 1
)
ORDER BY group_key, market_key
