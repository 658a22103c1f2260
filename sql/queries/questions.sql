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

-- name: changed
-- types: members: string
-- The members of a question as [market, is inverted, event], against the market whose key the group has.
SELECT question_key AS questionKey, id, market_key AS marketKey, group_key AS groupKey, changed_at AS changedAt,
  generation,
  (
    SELECT json_group_array(json_array(match_groups.market_key, is_inverted, event_key)) FROM match_groups
    CROSS JOIN markets USING (market_key)
    WHERE match_groups.group_key = questions.group_key
  ) AS members
FROM questions
WHERE generation > @generation
ORDER BY generation
LIMIT (SELECT @limit)

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

-- name: impliedBy
-- Markets whose question says something about that of another: "by December" and "by February".
SELECT a_market_key AS a, b_market_key AS b
FROM json_each(@keys)
CROSS JOIN near_misses ON a_market_key = value
WHERE relation IS NOT NULL

-- name: ofMarketIds
-- types: platform: string, id: string
SELECT question_key AS questionKey, value ->> 0 AS platform, value ->> 1 AS id
FROM json_each(@ids)
CROSS JOIN markets ON markets.platform = value ->> 0 AND markets.id = value ->> 1
CROSS JOIN match_groups ON match_groups.market_key = markets.market_key
CROSS JOIN questions USING (group_key)

-- name: membersWith
-- All markets of the question that a market belongs to.
SELECT members.market_key FROM match_groups
CROSS JOIN match_groups AS members ON members.group_key = match_groups.group_key
WHERE match_groups.market_key = @marketKey

-- name: rules
-- types: description: string | null
SELECT market_key AS marketKey, nullif(description, '') AS description, settlement_source AS settlementSource
FROM json_each(@keys)
CROSS JOIN market_descriptions ON market_key = value
