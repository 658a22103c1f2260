-- name: findGroupedHits
-- Titles stand in the order of popularity. Those without a partner are passed over.
SELECT match_groups.market_key AS marketKey, group_key AS groupKey
FROM (
  SELECT rowid & 4294967295 AS hit FROM market_titles
  WHERE market_titles MATCH @match AND rowid BETWEEN @from AND @to
  ORDER BY rowid
  LIMIT (SELECT @most)
) AS hits
CROSS JOIN match_groups ON match_groups.market_key = hit
LIMIT (SELECT @limit)
