-- name: findGroup
SELECT market_key AS marketKey, group_key AS groupKey
FROM markets
LEFT JOIN match_groups USING (market_key)
WHERE platform = @platform AND id = @id

-- name: memberColumns
match_groups.market_key AS marketKey, is_inverted AS isInverted, best_bid AS bestBid, best_ask AS bestAsk

-- name: members
-- What follows the columns of a market; also those without a price, as they are part of what a group is.
FROM match_groups
CROSS JOIN markets USING (market_key)
WHERE group_key = @groupKey

-- name: links
SELECT a_market_key AS a, b_market_key AS b, score, reasons
FROM match_groups AS members
CROSS JOIN matches ON a_market_key = members.market_key
CROSS JOIN match_groups AS others ON others.market_key = b_market_key AND others.group_key = members.group_key
WHERE members.group_key = @groupKey
