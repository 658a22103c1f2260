-- name: members
-- Includes markets without a price.
-- types: isInverted: 0 | 1
SELECT {markets.stored}, group_key AS groupKey, is_inverted AS isInverted, question_id AS questionId
FROM (SELECT value AS asked FROM json_each(@groupKeys)) AS list
CROSS JOIN question_members ON group_key = asked
CROSS JOIN markets USING (market_key)
CROSS JOIN market_quotes USING (market_key)

-- name: byMarketKeys
SELECT {markets.columns}
FROM (SELECT value AS asked FROM json_each(@keys)) AS list
CROSS JOIN markets ON markets.market_key = asked
CROSS JOIN market_quotes USING (market_key)

-- name: impliedPair
-- types: relation: ImpliedRelation
SELECT relation, score, reasons FROM near_misses
WHERE a_market_key = @a AND b_market_key = @b AND relation IS NOT NULL

-- name: links
SELECT members.group_key AS groupKey, a_market_key AS a, b_market_key AS b, score, reasons
FROM json_each(@groupKeys)
CROSS JOIN match_groups AS members ON members.group_key = json_each.value
CROSS JOIN matches ON a_market_key = members.market_key
CROSS JOIN match_groups AS others ON others.market_key = b_market_key AND others.group_key = members.group_key
