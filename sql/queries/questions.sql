-- name: holderOf
-- The question of a group, before it is decided again.
SELECT question_key FROM questions WHERE group_key = @groupKey

-- name: oldestOf
-- The oldest question whose market is in the group.
SELECT question_key FROM match_groups
CROSS JOIN questions USING (market_key)
WHERE match_groups.group_key = @groupKey
ORDER BY question_key
LIMIT 1

-- name: oldestMember
SELECT market_key AS marketKey, platform, id FROM match_groups
CROSS JOIN markets USING (market_key)
WHERE group_key = @groupKey
ORDER BY market_key
LIMIT 1

-- name: insert
-- rows: one
INSERT INTO questions (id, market_key, changed_at, generation) VALUES (@id, @marketKey, 0, 0) RETURNING question_key

-- name: release
UPDATE questions SET group_key = NULL, generation = @generation WHERE question_key = @questionKey

-- name: claim
UPDATE questions SET group_key = @groupKey, changed_at = @now, generation = @generation
WHERE question_key = @questionKey

-- name: succeed
-- The market of the question has left all groups.
UPDATE questions SET successor_market_key = @successorMarketKey WHERE market_key = @marketKey

-- name: touch
UPDATE questions SET generation = @generation
WHERE group_key = (SELECT group_key FROM match_groups WHERE market_key = @marketKey)

-- name: lastGeneration
-- rows: one
-- types: number | null
SELECT max(generation) FROM questions

-- name: byKeys
-- types: groupKey: number
-- Those that have a group, in the order given.
SELECT question_key AS questionKey, id, market_key AS marketKey, group_key AS groupKey, changed_at AS changedAt
FROM (SELECT value AS asked FROM json_each(@keys))
CROSS JOIN questions ON question_key = asked
WHERE group_key IS NOT NULL

-- name: byId
SELECT question_key AS questionKey, market_key AS marketKey, platform, markets.id AS marketId FROM questions
CROSS JOIN markets USING (market_key)
WHERE questions.id = @id

-- name: ofMarket
-- rows: one
-- The question that a market belongs to now, and where to look once it belongs to none.
SELECT
  (
    SELECT question_key FROM match_groups
    CROSS JOIN questions USING (group_key)
    WHERE match_groups.market_key = (SELECT @marketKey)
  ) AS questionKey,
  (SELECT successor_market_key FROM questions WHERE market_key = (SELECT @marketKey)) AS successorMarketKey

-- name: groupOf
SELECT group_key FROM questions WHERE question_key = @questionKey

-- name: ofMarkets
SELECT match_groups.market_key AS marketKey, question_key AS questionKey
FROM json_each(@keys)
CROSS JOIN match_groups ON match_groups.market_key = value
CROSS JOIN questions USING (group_key)

-- name: shownOf
-- The question of each market that has one which is shown. Figures are in src/store/questions/figures.ts.
SELECT match_groups.market_key AS marketKey, question_key AS questionKey
FROM json_each(@keys)
CROSS JOIN match_groups ON match_groups.market_key = value
CROSS JOIN questions USING (group_key)
CROSS JOIN temp.question_figures USING (question_key)
WHERE +is_real_money_only = @realMoneyOnly

-- name: figures
-- types: status: MarketStatus
-- Of those that are shown, in the order given.
SELECT question_key AS questionKey, id, category, status, price, is_stale AS isStale, volume,
  volume_24h AS volume24h, change_24h AS change, closes_at AS closesAt, platform_mask AS platformMask,
  platform_count AS platformCount
FROM (SELECT value AS asked FROM json_each(@keys))
CROSS JOIN temp.question_figures ON question_key = asked AND +is_real_money_only = @realMoneyOnly

-- name: ofMarketIds
-- types: platform: string, id: string
SELECT question_key AS questionKey, value ->> 0 AS platform, value ->> 1 AS id
FROM json_each(@ids)
CROSS JOIN markets ON markets.platform = value ->> 0 AND markets.id = value ->> 1
CROSS JOIN match_groups ON match_groups.market_key = markets.market_key
CROSS JOIN questions USING (group_key)

-- name: hiddenPlatforms
-- types: platform: string
-- Those that are switched off, on this connection.
SELECT platform FROM temp.hidden_platforms

-- name: hiddenOf
-- Markets whose question fewer than two markets of shown platforms ask, while some are hidden.
SELECT match_groups.market_key FROM json_each(@keys)
CROSS JOIN match_groups ON match_groups.market_key = value
WHERE EXISTS (SELECT 1 FROM temp.hidden_platforms) AND (
  SELECT count(*) FROM match_groups AS members
  CROSS JOIN markets ON markets.market_key = members.market_key
  CROSS JOIN market_quotes ON market_quotes.market_key = members.market_key
  WHERE members.group_key = match_groups.group_key AND has_price
    AND platform NOT IN (SELECT platform FROM temp.hidden_platforms)
) < 2

-- name: membersAfter
-- types: isInverted: 0 | 1
-- All markets of some questions, question by question.
SELECT question_key AS questionKey, members.market_key AS marketKey, members.is_inverted <> titled.is_inverted AS isInverted
FROM (
  SELECT question_key, group_key, market_key FROM questions
  WHERE question_key > @after AND group_key IS NOT NULL
  ORDER BY question_key
  LIMIT (SELECT @limit)
) AS asked
CROSS JOIN match_groups AS members USING (group_key)
CROSS JOIN match_groups AS titled ON titled.market_key = asked.market_key

-- name: rules
-- types: description: string | null
SELECT market_key AS marketKey, nullif(description, '') AS description, settlement_source AS settlementSource
FROM json_each(@keys)
CROSS JOIN market_descriptions ON market_key = value

-- name: ids
SELECT id FROM (SELECT value AS asked FROM json_each(@keys)) CROSS JOIN questions ON question_key = asked

-- Figures, in tables of src/store/questions/figures.ts: what lists of questions are filtered and ordered by.

-- name: notedGeneration
SELECT generation FROM temp.noted_generation

-- name: startNoting
INSERT INTO temp.noted_generation VALUES (0)

-- name: setNoted
UPDATE temp.noted_generation SET generation = @generation

-- name: changed
SELECT question_key AS questionKey, generation FROM questions
WHERE generation > @generation
ORDER BY generation
LIMIT (SELECT @limit)

-- name: noteChanged
INSERT OR IGNORE INTO temp.changed_questions SELECT value FROM json_each(@keys)

-- name: forgetEvents
DELETE FROM temp.question_events WHERE question_key IN (SELECT value FROM json_each(@keys))

-- name: addEvents
INSERT OR IGNORE INTO temp.question_events
SELECT event_key, question_key FROM json_each(@keys)
CROSS JOIN questions ON question_key = value
CROSS JOIN match_groups USING (group_key)
CROSS JOIN markets ON markets.market_key = match_groups.market_key

-- name: someChanged
SELECT question_key FROM temp.changed_questions LIMIT (SELECT @limit)

-- name: forgetChanged
DELETE FROM temp.changed_questions WHERE question_key IN (SELECT value FROM json_each(@keys))

-- name: listedMembers
-- types: isInverted: 0 | 1, status: MarketStatus, isStale: number, yesPrice: number
SELECT questions.question_key AS questionKey, questions.id AS id, questions.market_key AS titledKey,
  changed_at AS changedAt, listed_markets.market_key AS marketKey, event_key AS eventKey, platform, category, status,
  yes_price AS yesPrice, volume, volume_24h AS volume24h, change_24h AS change24h, closes_at AS closesAt,
  updated_at AS updatedAt, is_stale AS isStale, members.is_inverted <> titled.is_inverted AS isInverted
FROM json_each(@keys)
CROSS JOIN questions ON question_key = value
CROSS JOIN match_groups AS members USING (group_key)
CROSS JOIN match_groups AS titled ON titled.market_key = questions.market_key
CROSS JOIN temp.listed_markets ON listed_markets.market_key = members.market_key

-- name: forgetFigures
DELETE FROM temp.question_figures
WHERE question_key IN (SELECT value FROM json_each(@keys))

-- name: addFigures
INSERT INTO temp.question_figures VALUES (
  @isRealMoneyOnly, @idNumber, @questionKey, @id, @category, @status, @price, @gap, @isStale, @platformMask, @platformCount,
  @volume, @volume24h, @priceChange24h, @closesAt, @updatedAt, @marketKey
)

-- name: keysOfNumbers
-- By the numbers of their ids, in the order given.
SELECT question_key FROM (SELECT value AS asked FROM json_each(@numbers))
CROSS JOIN temp.question_figures ON is_real_money_only = @realMoneyOnly AND id_number = asked

-- name: shownIds
SELECT question_key AS questionKey, question_figures.id AS id FROM json_each(@keys)
CROSS JOIN temp.question_figures ON question_key = value AND +is_real_money_only = 0

-- part: leadingSide
-- Another question about an event of two markets, which stands for the event in place of this one: it is more likely, or as
-- likely and was listed first. The prices of both sides add up to about a dollar.
SELECT 1 FROM temp.question_events AS own
CROSS JOIN temp.listed_events USING (event_key)
CROSS JOIN temp.question_events AS sides USING (event_key)
CROSS JOIN temp.question_figures AS other ON other.question_key = sides.question_key
WHERE own.question_key = question_figures.question_key AND market_count = 2
  AND other.question_key <> question_figures.question_key
  AND +other.is_real_money_only = question_figures.is_real_money_only AND other.status = question_figures.status
  AND abs(other.price + question_figures.price - 1000000) <= 100000
  AND (
    other.price > question_figures.price
    OR other.price = question_figures.price AND (
      SELECT min(match_groups.market_key) FROM questions CROSS JOIN match_groups USING (group_key)
      WHERE questions.question_key = other.question_key
    ) < (
      SELECT min(match_groups.market_key) FROM questions CROSS JOIN match_groups USING (group_key)
      WHERE questions.question_key = question_figures.question_key
    )
  )

-- name: secondSides
-- Of these, the questions in whose place another of them stands.
SELECT question_key FROM json_each(@keys)
CROSS JOIN temp.question_figures ON question_key = value AND +is_real_money_only = @realMoneyOnly
WHERE EXISTS ({questions.leadingSide} AND other.question_key IN (SELECT value FROM json_each(@keys)))
