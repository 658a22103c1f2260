-- The prices of a question on each platform, as it is asked: yes there where it is no here is turned around.
-- psql -v question=ID -f price-history.sql
SELECT prices.at, markets.platform,
  CASE WHEN matches.is_inverted THEN 1 - prices.yes_price ELSE prices.yes_price END AS price
FROM toteboard.questions
JOIN toteboard.matches ON matches.question_key = questions.question_key
JOIN toteboard.markets ON markets.market_key = matches.market_key
JOIN toteboard.prices ON prices.market_key = markets.market_key
WHERE questions.id = :'question'
ORDER BY prices.at, markets.platform;
