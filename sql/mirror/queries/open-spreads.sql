-- Where yes can be bought on one platform for less than it can be sold for on another, before fees.
-- psql -f open-spreads.sql
WITH quoted AS (
  SELECT question_key, platform, title,
    CASE WHEN is_inverted THEN 1 - best_ask ELSE best_bid END AS bid,
    CASE WHEN is_inverted THEN 1 - best_bid ELSE best_ask END AS ask
  FROM toteboard.matches
  JOIN toteboard.markets ON markets.market_key = matches.market_key
  WHERE status = 'open'
)
SELECT questions.id AS question, buy.title, buy.platform AS buy_on, buy.ask AS buy_at, sell.platform AS sell_on,
  sell.bid AS sell_at, sell.bid - buy.ask AS spread
FROM quoted AS buy
JOIN quoted AS sell ON sell.question_key = buy.question_key AND sell.platform <> buy.platform
JOIN toteboard.questions ON questions.question_key = buy.question_key
WHERE buy.ask > 0 AND sell.bid < 1 AND sell.bid > buy.ask
ORDER BY spread DESC, question
LIMIT 100;
