-- Of questions that are answered: when the price of each platform passed 90 cents for what happened and stayed above, and
-- how long after the first platform that was.
-- psql -f first-to-know.sql
WITH answered AS (
  SELECT matches.question_key, markets.market_key, platform, title, outcome, resolved_at
  FROM toteboard.matches
  JOIN toteboard.markets ON markets.market_key = matches.market_key
  JOIN toteboard.resolutions ON resolutions.market_key = markets.market_key
  WHERE outcome IN ('yes', 'no')
),
sure AS (
  SELECT answered.*, (
    SELECT min(at) FROM toteboard.prices
    WHERE prices.market_key = answered.market_key AND at > coalesce(
      (
        SELECT max(at) FROM toteboard.prices AS unsure
        WHERE unsure.market_key = answered.market_key
          AND CASE WHEN outcome = 'yes' THEN unsure.yes_price ELSE 1 - unsure.yes_price END < 0.9
      ),
      '-infinity'
    )
  ) AS sure_at
  FROM answered
)
SELECT question_key, platform, title, outcome, sure_at, sure_at - min(sure_at) OVER (PARTITION BY question_key) AS later,
  resolved_at
FROM sure
WHERE sure_at IS NOT NULL
ORDER BY question_key, sure_at, platform;
