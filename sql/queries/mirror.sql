-- What the mirror reads. The columns are those of its tables in PostgreSQL, by their names: sql/mirror/migrations says what
-- they hold. Prices and money become dollars here; times stay epoch milliseconds.

-- name: changes
-- types: type: string, subject: string
-- Those that are published, and of events.
SELECT seq, at,
  CASE type
    WHEN 1 THEN 'price' WHEN 2 THEN 'status' WHEN 3 THEN 'listed' WHEN 4 THEN 'resolved' WHEN 5 THEN 'match'
    WHEN 6 THEN 'spread' WHEN 7 THEN 'source' WHEN 8 THEN 'event'
  END AS type,
  CAST(subject AS TEXT) AS subject
FROM feed_changes
WHERE seq > @after AND seq <= @last AND type BETWEEN 1 AND 8
ORDER BY seq

-- name: eventKeys
SELECT event_key FROM events WHERE event_key > @after ORDER BY event_key LIMIT (SELECT @limit)

-- name: events
-- types: liquidity: number | null, volume: number, volume_24h: number
SELECT event_key, platform, id, title, category, url, image_url, starts_at, ends_at, tags, liquidity / 100.0 AS liquidity,
  is_exclusive, is_partial, market_count, open_market_count, volume / 100.0 AS volume, volume_24h / 100.0 AS volume_24h,
  updated_at
FROM (SELECT value AS asked FROM json_each(?))
CROSS JOIN events ON event_key = asked
CROSS JOIN event_totals USING (event_key)

-- name: questionKeys
SELECT question_key FROM questions WHERE question_key > @after ORDER BY question_key LIMIT (SELECT @limit)

-- name: questions
SELECT question_key, questions.id AS id, market_key, changed_at
FROM (SELECT value AS asked FROM json_each(?))
CROSS JOIN questions ON question_key = asked
WHERE group_key IS NOT NULL

-- name: questionOf
SELECT question_key FROM match_groups CROSS JOIN questions USING (group_key) WHERE match_groups.market_key = ?

-- name: matches
-- types: is_inverted: 0 | 1, score: number
-- The score with the market that titles the question; that of the group's weakest match where they have no match of their own.
SELECT question_key, members.market_key AS market_key, members.is_inverted <> titled.is_inverted AS is_inverted,
  CASE WHEN members.market_key = titled.market_key THEN 1.0
    ELSE coalesce(
      (
        SELECT score FROM matches
        WHERE a_market_key = min(members.market_key, titled.market_key)
          AND b_market_key = max(members.market_key, titled.market_key)
      ),
      (
        SELECT min(score) FROM match_groups AS one
        CROSS JOIN matches ON a_market_key = one.market_key
        CROSS JOIN match_groups AS other ON other.market_key = b_market_key AND other.group_key = one.group_key
        WHERE one.group_key = questions.group_key
      )
    ) / 1e6
  END AS score
FROM (SELECT value AS asked FROM json_each(?))
CROSS JOIN questions ON question_key = asked
CROSS JOIN match_groups AS titled ON titled.market_key = questions.market_key
CROSS JOIN match_groups AS members ON members.group_key = questions.group_key

-- name: marketKeys
SELECT market_key FROM markets WHERE market_key > @after ORDER BY market_key LIMIT (SELECT @limit)

-- name: markets
-- types: yes_price: number, best_bid: number | null, best_ask: number | null, last_price: number | null
-- types: volume: number, volume_24h: number, liquidity: number | null, open_interest: number | null
-- Without a price a market is in no list, and what changes of it is not logged.
SELECT market_key, event_key, platform, id, title, outcome_label, url, category, status, yes_price / 1e6 AS yes_price,
  price_source, best_bid / 1e6 AS best_bid, best_ask / 1e6 AS best_ask, last_price / 1e6 AS last_price,
  volume / 100.0 AS volume, volume_24h / 100.0 AS volume_24h, liquidity / 100.0 AS liquidity,
  open_interest / 100.0 AS open_interest, closes_at, created_at, first_seen_at, updated_at
FROM (SELECT value AS asked FROM json_each(?))
CROSS JOIN markets ON market_key = asked
CROSS JOIN market_quotes USING (market_key)
WHERE has_price

-- name: resolutions
-- types: settlement_price: number | null, resolved_at: number
SELECT market_key, outcome, settlement_price / 1e6 AS settlement_price, resolved_at
FROM (SELECT value AS asked FROM json_each(?))
CROSS JOIN markets ON market_key = asked
CROSS JOIN market_quotes USING (market_key)
WHERE has_price AND resolved_at IS NOT NULL

-- name: prices
-- types: market_key: number, at: number, yes_price: number, volume: number | null, span: number
-- types: low: number | null, high: number | null
-- Of markets, each as [key, since, beyond] in epoch seconds: changes from `since` on, and rolled-up rows after `beyond`.
-- Recent ones come first, the newest of a market before its older ones, since of two at one time the later counts. A market
-- keeps its last change when older ones are rolled up: a row that ends after it is dated before it.
WITH RECURSIVE asked (market_key, since, beyond, observed_from) AS MATERIALIZED (
  SELECT value ->> 0, value ->> 1, value ->> 2, ifnull(observed_from, 0)
  FROM json_each(@asked)
  LEFT JOIN history_backfills ON history_backfills.market_key = value ->> 0
),
recent (market_key, at, yes_price, volume, previous_seq, since, observed_from) AS (
  SELECT asked.market_key, at, history_recent.yes_price, history_recent.volume, previous_seq, since, observed_from
  FROM asked
  CROSS JOIN market_quotes ON market_quotes.market_key = asked.market_key
  CROSS JOIN history_recent ON seq = last_seq
  UNION ALL
  SELECT older.market_key, older.at, older.yes_price, older.volume, older.previous_seq, since, observed_from
  FROM recent
  CROSS JOIN history_recent AS older ON older.seq = recent.previous_seq
  WHERE recent.at >= since
),
found (market_key, at, yes_price, volume, span, low, high, observed_from) AS (
  SELECT market_key, at, yes_price, volume, 0, NULL, NULL, observed_from FROM recent WHERE at >= since
  UNION ALL
  SELECT asked.market_key, at, yes_price, volume, 0, NULL, NULL, observed_from
  FROM asked
  CROSS JOIN history_points ON history_points.market_key = asked.market_key AND at >= since
  UNION ALL
  SELECT market_key, ended_at, close, volume, span, low, high, observed_from
  FROM (
    SELECT asked.market_key, close, volume, span, low, high, observed_from, beyond,
      ifnull(
        (
          SELECT min(kept.at) FROM history_points AS kept
          WHERE kept.market_key = asked.market_key AND kept.at >= history_candles.at
            AND kept.at < history_candles.at + span
        ),
        history_candles.at + span
      ) - 1 AS ended_at
    FROM asked
    CROSS JOIN history_candles ON history_candles.market_key = asked.market_key AND span IN (3600, 86400)
      AND history_candles.at > beyond - 86400
  )
  WHERE ended_at > beyond
)
SELECT market_key, at * 1000 AS at, yes_price / 1e6 AS yes_price,
  iif(at < observed_from, NULL, volume / 100.0) AS volume, span, low / 1e6 AS low, high / 1e6 AS high
FROM found

-- name: countAfter
-- rows: one
-- types: number
SELECT count(*) FROM feed_changes WHERE seq > ?
