-- How far the platforms were apart on a question, hour by hour: the highest price, the lowest, and the difference.
-- A price holds until the next one, so each hour takes the last before its end.
-- psql -v question=ID -f spread-history.sql
WITH members AS (
  SELECT matches.market_key, matches.is_inverted
  FROM toteboard.questions
  JOIN toteboard.matches ON matches.question_key = questions.question_key
  WHERE questions.id = :'question'
),
hours AS (
  SELECT generate_series(date_trunc('hour', min(at)), max(at), INTERVAL '1 hour') AS hour
  FROM toteboard.prices
  WHERE market_key IN (SELECT market_key FROM members)
)
SELECT hours.hour, min(priced.price) AS lowest, max(priced.price) AS highest,
  max(priced.price) - min(priced.price) AS spread
FROM hours
CROSS JOIN members
JOIN LATERAL (
  SELECT CASE WHEN members.is_inverted THEN 1 - yes_price ELSE yes_price END AS price
  FROM toteboard.prices
  WHERE prices.market_key = members.market_key AND prices.at < hours.hour + INTERVAL '1 hour'
  ORDER BY prices.at DESC
  LIMIT 1
) AS priced ON true
GROUP BY hours.hour
HAVING count(*) > 1
ORDER BY hours.hour;
