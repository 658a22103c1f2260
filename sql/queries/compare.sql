-- name: listGroups
-- The groups of a list of markets, in its order.
SELECT market_key AS marketKey, group_key AS groupKey
FROM (SELECT value AS listed FROM json_each(?)) CROSS JOIN match_groups ON market_key = listed
