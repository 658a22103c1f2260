-- name: listSpreads
-- In the order of the table: of a group's pairs the best comes first.
SELECT group_key, buy_market_key, sell_market_key, buy_price, sell_price, score, has_books, volume, buy_platform,
  sell_platform, buy_category, sell_category
FROM group_spreads
WHERE spread >= @minSpread AND score >= @minScore
  AND buy_platform IN (SELECT value FROM json_each(@platforms))
  AND sell_platform IN (SELECT value FROM json_each(@platforms))
ORDER BY spread DESC, group_key, buy_market_key, sell_market_key
