-- The events of topics, in tables of src/store/topics/figures.ts.

-- name: someRelinked
SELECT event_key FROM temp.relinked_events LIMIT (SELECT @limit)

-- name: forgetRelinked
DELETE FROM temp.relinked_events WHERE event_key IN (SELECT value FROM json_each(@keys))

-- name: reached
-- types: number
-- The events that share a question with one of these, directly or through other events, and these themselves.
WITH RECURSIVE reached (event_key) AS (
  SELECT value FROM json_each(@keys)
  UNION
  SELECT others.event_key FROM reached
  CROSS JOIN temp.question_events AS own USING (event_key)
  CROSS JOIN temp.question_events AS others ON others.question_key = own.question_key
)
SELECT event_key FROM reached

-- name: asked
-- types: platform: string, count: number
-- What the listed markets of events ask: a question, or none that another platform asks too.
SELECT markets.event_key AS eventKey, listed_markets.platform, question_key AS questionKey, count(*) AS count
FROM json_each(@keys)
CROSS JOIN markets ON markets.event_key = value
CROSS JOIN temp.listed_markets ON listed_markets.market_key = markets.market_key
LEFT JOIN match_groups ON match_groups.market_key = markets.market_key
LEFT JOIN questions USING (group_key)
GROUP BY 1, 3

-- name: topicsOf
-- types: eventKey: number, topicKey: number
SELECT value AS eventKey, ifnull(topic_key, value) AS topicKey
FROM json_each(@keys)
LEFT JOIN temp.topic_events ON topic_events.event_key = value

-- name: unlink
DELETE FROM temp.topic_events WHERE event_key IN (SELECT value FROM json_each(@keys))

-- name: link
INSERT INTO temp.topic_events SELECT value, @topicKey FROM json_each(@keys)

-- name: noteChanged
INSERT OR IGNORE INTO temp.changed_events SELECT value FROM json_each(@keys)

-- Figures.

-- name: notedTo
SELECT closed_to FROM temp.topic_noting

-- name: setNoting
INSERT INTO temp.topic_noting VALUES (0)

-- name: nextClosed
SELECT event_key FROM temp.topic_noting CROSS JOIN temp.listed_events ON event_key > closed_to
WHERE status = 'closed'
ORDER BY event_key
LIMIT (SELECT @limit)

-- name: setNoted
UPDATE temp.topic_noting SET closed_to = @closedTo

-- name: startNoting
INSERT OR IGNORE INTO temp.changed_events SELECT event_key FROM temp.listed_events WHERE status = 'open'

-- name: startLinking
INSERT OR IGNORE INTO temp.relinked_events SELECT event_key FROM temp.question_events

-- name: someChanged
SELECT event_key FROM temp.changed_events LIMIT (SELECT @limit)

-- name: forgetChanged
DELETE FROM temp.changed_events WHERE event_key IN (SELECT value FROM json_each(@keys))

-- name: forgetFigures
DELETE FROM temp.topic_figures WHERE topic_key IN (SELECT value FROM json_each(@keys))

-- name: addFigures
INSERT INTO temp.topic_figures VALUES (
  @topicKey, @leadingKey, @category, @status, @platformMask, @platformCount, @volume, @volume24h, @change24h, @trend, @closesAt,
  @resolvedAt, @updatedAt, @isTrial, @marketKey
)

-- name: markets
-- types: topicKey: number, status: MarketStatus, isInverted: 0 | 1 | null, questionKey: number | null, questionPrice: number | null, questionStatus: MarketStatus | null, questionVolume: number | null, questionChange: number | null, questionMask: number | null, isStale: number, yesPrice: number
-- The listed markets of topics, with the figures of their questions where these are shown.
WITH asked (topic_key, event_key) AS (
  SELECT topic_key, event_key FROM json_each(@keys) CROSS JOIN temp.topic_events ON topic_key = value
  UNION ALL
  SELECT value, value FROM json_each(@keys)
  WHERE NOT EXISTS (SELECT 1 FROM temp.topic_events WHERE event_key = value)
)
SELECT asked.topic_key AS topicKey, listed_markets.market_key AS marketKey, listed_markets.event_key AS eventKey,
  listed_markets.platform, listed_markets.category, listed_markets.status, yes_price AS yesPrice, listed_markets.is_stale AS isStale,
  listed_markets.volume, listed_markets.volume_24h AS volume24h, listed_markets.change_24h AS change24h,
  listed_markets.closes_at AS closesAt, listed_markets.resolved_at AS resolvedAt, listed_markets.updated_at AS updatedAt,
  figures.question_key AS questionKey, figures.price AS questionPrice, figures.status AS questionStatus,
  figures.volume AS questionVolume, figures.change_24h AS questionChange, figures.platform_mask AS questionMask,
  match_groups.is_inverted <> titled.is_inverted AS isInverted
FROM asked
CROSS JOIN markets ON markets.event_key = asked.event_key
CROSS JOIN temp.listed_markets ON listed_markets.market_key = markets.market_key
LEFT JOIN match_groups ON match_groups.market_key = markets.market_key
LEFT JOIN questions USING (group_key)
LEFT JOIN match_groups AS titled ON titled.market_key = questions.market_key
LEFT JOIN temp.question_figures AS figures ON figures.question_key = questions.question_key AND +is_real_money_only = 0

-- name: byKeys
-- types: status: MarketStatus
-- In the order given, with the event that gives the id and the one that gives title and picture.
SELECT topic_key AS topicKey, oldest.platform, oldest.id, leading_key AS leadingKey, leading.title, leading.image_url AS imageUrl,
  leading.is_exclusive AS isExclusive, topic_figures.category, topic_figures.status, platform_mask AS platformMask,
  topic_figures.volume, topic_figures.volume_24h AS volume24h, change_24h AS change24h, trend, closes_at AS closesAt,
  resolved_at AS resolvedAt, topic_figures.updated_at AS updatedAt
FROM (SELECT value AS asked FROM json_each(@keys))
CROSS JOIN temp.topic_figures ON topic_key = asked
CROSS JOIN events AS oldest ON oldest.event_key = topic_key
CROSS JOIN events AS leading ON leading.event_key = leading_key

-- name: quotes
-- types: yesPrice: number
-- What is shown of markets beside their figures.
SELECT market_key AS marketKey, platform, markets.id, title, outcome_label AS outcomeLabel, url, status, outcome,
  is_tradable AS isTradable, fee_kind AS feeKind, fee_rate AS feeRate, yes_price AS yesPrice, best_bid AS bestBid,
  best_ask AS bestAsk
FROM json_each(@keys)
CROSS JOIN markets ON market_key = value
CROSS JOIN market_quotes USING (market_key)

-- name: events
SELECT event_key AS eventKey, platform, events.id, title, url FROM json_each(@keys)
CROSS JOIN events ON event_key = value

-- name: ofEvents
-- types: topicKey: number
-- The topics that have events now.
SELECT ifnull(topic_key, events.event_key) AS topicKey FROM json_each(@names)
CROSS JOIN events ON events.platform = value ->> 0 AND events.id = value ->> 1
LEFT JOIN temp.topic_events ON topic_events.event_key = events.event_key

-- name: ofMarkets
-- types: topicKey: number
SELECT ifnull(topic_key, markets.event_key) AS topicKey FROM json_each(@names)
CROSS JOIN markets ON markets.platform = value ->> 0 AND markets.id = value ->> 1
LEFT JOIN temp.topic_events ON topic_events.event_key = markets.event_key

-- name: ofQuestion
-- types: topicKey: number
-- That which has most events that ask it.
SELECT ifnull(topic_key, question_events.event_key) AS topicKey FROM temp.question_events
LEFT JOIN temp.topic_events ON topic_events.event_key = question_events.event_key
WHERE question_key = @questionKey
GROUP BY 1
ORDER BY count(*) DESC, 1
LIMIT 1
