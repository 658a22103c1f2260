-- name: countQueued
-- rows: one
-- types: number
SELECT count(DISTINCT market_key) FROM match_queue

-- name: countStage
-- rows: one
-- types: number
SELECT count(*) FROM match_queue WHERE stage = @stage

-- name: count
-- rows: one
-- types: questions: number, matches: number, groups: number
SELECT (SELECT count(*) FROM propositions) AS questions, (SELECT count(*) FROM matches) AS matches,
  (SELECT count(DISTINCT group_key) FROM match_groups) AS groups

-- name: countMatches
-- rows: one
-- types: number
SELECT count(*) FROM matches

-- name: listStage
SELECT market_key FROM match_queue WHERE stage = @stage AND market_key > @after ORDER BY market_key LIMIT (SELECT @limit)

-- name: queue
INSERT INTO match_queue (market_key, stage)
SELECT value, @stage FROM json_each(@keys) WHERE true
ON CONFLICT DO NOTHING

-- name: dequeue
DELETE FROM match_queue WHERE stage = @stage AND market_key IN (SELECT value FROM json_each(@keys))

-- name: dequeueRange
DELETE FROM match_queue WHERE stage = @stage AND market_key BETWEEN @first AND @last

-- name: queueEligible
-- Closed markets leave matching some time after their last change.
INSERT INTO match_queue (market_key, stage)
SELECT market_key, @stage FROM markets
JOIN market_quotes USING (market_key)
WHERE market_key BETWEEN @first AND @last AND (status = 'open' OR updated_at > @updatedAfter)
ORDER BY market_key
ON CONFLICT DO NOTHING

-- name: largestMarket
-- rows: one
-- types: number | null
SELECT max(market_key) FROM markets

-- name: listQuestions
-- types: closesAt: number | null, eventNote: string | null, stored: string | null, description: string | null
-- A close time that has passed is published no more, but still says which year a title means.
-- CROSS keeps the few keys in the outer loop. Kalshi's description of an event is its second title; others hold rules.
SELECT markets.market_key AS marketKey, markets.platform, markets.id, markets.title, outcome_label AS outcomeLabel,
  events.title AS eventTitle, iif(markets.platform = 'kalshi', substr(events.description, 1, 120), NULL) AS eventNote,
  events.url AS url,
  coalesce(markets.closes_at, propositions.closes_at) AS closesAt, created_at AS createdAt, markets.status, market_quotes.updated_at AS updatedAt,
  market_descriptions.description, description_crc AS rulesCrc,
  words || char(10) || context || char(10) || entity || char(10) || dates || char(10) || numbers || char(10) || facets
    || char(10) || hints || char(10) || is_negated || char(10) || ifnull(propositions.closes_at, '')
    || char(10) || names || char(10) || years || char(10) || rule_words || char(10) || rules_crc AS stored
FROM json_each(@keys)
CROSS JOIN markets ON markets.market_key = value
CROSS JOIN market_quotes USING (market_key)
CROSS JOIN events USING (event_key)
LEFT JOIN propositions ON propositions.market_key = markets.market_key
LEFT JOIN market_descriptions ON market_descriptions.market_key = markets.market_key

-- name: findRules
SELECT description FROM market_descriptions WHERE market_key = ?

-- name: listPropositionsOf
SELECT market_key AS marketKey, platform, words, context, entity, dates, numbers, facets, hints,
  is_negated AS isNegated, closes_at AS closesAt, names, years, rule_words AS ruleWords
FROM json_each(@keys)
CROSS JOIN propositions ON market_key = value

-- name: listPropositions
SELECT market_key AS marketKey, platform, words, context, entity, dates, numbers, facets, hints,
  is_negated AS isNegated, closes_at AS closesAt, names, years, rule_words AS ruleWords
FROM propositions
WHERE market_key > @after
ORDER BY market_key
LIMIT (SELECT @limit)

-- name: saveProposition
INSERT INTO propositions
VALUES (@marketKey, @platform, @words, @context, @entity, @dates, @numbers, @facets, @hints, @isNegated, @closesAt,
  @names, @years, @ruleWords, @rulesCrc)
ON CONFLICT DO UPDATE SET words = excluded.words, context = excluded.context, entity = excluded.entity,
  dates = excluded.dates, numbers = excluded.numbers, facets = excluded.facets, hints = excluded.hints, is_negated = excluded.is_negated,
  closes_at = excluded.closes_at, names = excluded.names, years = excluded.years, rule_words = excluded.rule_words, rules_crc = excluded.rules_crc

-- name: deleteProposition
DELETE FROM propositions WHERE market_key = @marketKey

-- name: listKeyed
SELECT market_key, platform, words, numbers, facets, hints, rule_words FROM propositions
WHERE market_key > @after
ORDER BY market_key
LIMIT (SELECT @limit)

-- name: listKeyedOf
SELECT market_key, platform, words, numbers, facets, hints, rule_words FROM json_each(@keys)
CROSS JOIN propositions ON market_key = value

-- name: countPropositions
-- rows: one
-- types: number
SELECT count(*) FROM propositions

-- name: listRetired
SELECT market_key FROM propositions
JOIN markets USING (market_key)
JOIN market_quotes USING (market_key)
WHERE market_key > @after AND status = 'closed' AND updated_at <= @updatedBefore
ORDER BY market_key
LIMIT (SELECT @limit)

-- name: findFrequency
SELECT propositions FROM word_frequencies WHERE word = @word

-- name: saveFrequencies
INSERT INTO word_frequencies
SELECT value ->> 0, value ->> 1, @countedAt FROM json_each(@counts) WHERE true
ON CONFLICT DO UPDATE SET propositions = excluded.propositions, counted_at = excluded.counted_at

-- name: deleteOldFrequencies
DELETE FROM word_frequencies WHERE counted_at <> @countedAt

-- name: listPartners
SELECT b_market_key FROM scored_pairs WHERE a_market_key = @marketKey
UNION
SELECT a_market_key FROM scored_pairs WHERE b_market_key = @marketKey

-- name: listPaired
-- types: number
SELECT value FROM json_each(@keys)
WHERE EXISTS (SELECT 1 FROM scored_pairs WHERE a_market_key = value)
  OR EXISTS (SELECT 1 FROM scored_pairs WHERE b_market_key = value)
  OR EXISTS (SELECT 1 FROM near_misses WHERE a_market_key = value)
  OR EXISTS (SELECT 1 FROM near_misses WHERE b_market_key = value)

-- name: deletePairsOfA
-- With @keepsRetired, pairs stay where one market has no question any more, unless the operator has decided them.
DELETE FROM scored_pairs WHERE a_market_key = @marketKey AND (
  NOT @keepsRetired
  OR reasons ->> 0 = 'confirmed by the operator'
  OR b_market_key IN (SELECT value FROM json_each(@decided))
  OR (a_market_key IN (SELECT market_key FROM propositions) AND b_market_key IN (SELECT market_key FROM propositions))
)

-- name: deletePairsOfB
DELETE FROM scored_pairs WHERE b_market_key = @marketKey AND (
  NOT @keepsRetired
  OR reasons ->> 0 = 'confirmed by the operator'
  OR a_market_key IN (SELECT value FROM json_each(@decided))
  OR (a_market_key IN (SELECT market_key FROM propositions) AND b_market_key IN (SELECT market_key FROM propositions))
)

-- name: deleteMissesOfA
DELETE FROM near_misses WHERE a_market_key = @marketKey

-- name: deleteMissesOfB
DELETE FROM near_misses WHERE b_market_key = @marketKey

-- name: listWithoutRules
-- Open markets of a platform whose rules were never read, of those that have a pair which may be a match.
WITH paired (market_key) AS (
  SELECT a_market_key FROM scored_pairs WHERE score >= @minScore
  UNION
  SELECT b_market_key FROM scored_pairs WHERE score >= @minScore
)
SELECT market_key AS marketKey, markets.id FROM paired
CROSS JOIN markets USING (market_key)
WHERE platform = @platform AND status = 'open'
  AND NOT EXISTS (SELECT 1 FROM market_descriptions WHERE market_descriptions.market_key = markets.market_key)
LIMIT (SELECT @limit)

-- name: savePair
INSERT INTO scored_pairs VALUES (@a, @b, @score, @relation, @reasons, @isProven, @byRules)
ON CONFLICT DO UPDATE SET score = excluded.score, relation = excluded.relation, reasons = excluded.reasons,
  is_proven = excluded.is_proven, by_rules = excluded.by_rules

-- name: saveMiss
INSERT INTO near_misses VALUES (@a, @b, @score, @veto, @reasons, @relation)
ON CONFLICT DO UPDATE SET score = excluded.score, veto = excluded.veto, reasons = excluded.reasons,
  relation = excluded.relation
WHERE near_misses.veto <> 'operator'

-- name: listRungs
-- Markets with figures beside the matches of these markets: the other market's siblings, from either side. Of each, those
-- with the nearest figures.
WITH linked (own, partner) AS (
    SELECT a_market_key, b_market_key FROM json_each(@keys) CROSS JOIN matches ON a_market_key = value
    UNION
    SELECT a_market_key, b_market_key FROM json_each(@keys) CROSS JOIN matches ON b_market_key = value
  ),
  sides AS (SELECT own, partner FROM linked UNION SELECT partner, own FROM linked),
  ranked AS (
    SELECT own, rungs.market_key AS rung, row_number() OVER (
      PARTITION BY own
      ORDER BY abs((other.numbers ->> '$[0].value') - (question.numbers ->> '$[0].value')),
        abs((other.numbers ->> '$[1].value') - (question.numbers ->> '$[1].value')), rungs.market_key
    ) AS place
    FROM sides
    CROSS JOIN propositions AS question ON question.market_key = own AND question.numbers <> '[]'
    CROSS JOIN markets AS paired ON paired.market_key = partner
    CROSS JOIN markets AS rungs ON rungs.event_key = paired.event_key
    CROSS JOIN propositions AS other ON other.market_key = rungs.market_key AND other.numbers <> '[]'
    WHERE NOT EXISTS (
      SELECT 1 FROM scored_pairs
      WHERE a_market_key = min(own, rungs.market_key) AND b_market_key = max(own, rungs.market_key)
    )
  )
SELECT own AS marketKey, rung AS otherKey FROM ranked WHERE place <= @perMarket

-- name: listMatchesOfSiblings
WITH asked (event_key) AS (
    SELECT DISTINCT event_key FROM json_each(@keys)
    CROSS JOIN propositions ON propositions.market_key = value AND numbers <> '[]'
    CROSS JOIN markets USING (market_key)
  ),
  siblings (market_key) AS (SELECT market_key FROM asked CROSS JOIN markets USING (event_key))
SELECT b_market_key FROM siblings CROSS JOIN matches ON a_market_key = market_key
UNION
SELECT a_market_key FROM siblings CROSS JOIN matches ON b_market_key = market_key

-- name: deleteMatchesOf
DELETE FROM matches
WHERE a_market_key IN (SELECT value FROM json_each(@keys)) OR b_market_key IN (SELECT value FROM json_each(@keys))
RETURNING a_market_key AS a, b_market_key AS b, score

-- name: chooseMatches
-- A pair is a match when neither side has a much better partner on the other's platform; what titles say is no better than
-- what rules say. Of the siblings of one event only the best is a partner, and none where they score alike; but one may ask
-- the same and the other the opposite, as the two sides of a game do. Pairs below @minScore are no match and outdo none.
-- CROSS keeps the few keys in the outer loop.
WITH touched (market_key) AS (SELECT value FROM json_each(@keys)),
  near (market_key) AS (
    SELECT market_key FROM touched
    UNION
    SELECT b_market_key FROM touched JOIN scored_pairs ON a_market_key = market_key WHERE score >= @minScore
    UNION
    SELECT a_market_key FROM touched JOIN scored_pairs ON b_market_key = market_key WHERE score >= @minScore
  ),
  pairs AS (
    SELECT a_market_key, b_market_key FROM near JOIN scored_pairs ON a_market_key = market_key WHERE score >= @minScore
    UNION
    SELECT a_market_key, b_market_key FROM near JOIN scored_pairs ON b_market_key = market_key WHERE score >= @minScore
  ),
  placed AS MATERIALIZED (
    SELECT a_market_key, b_market_key, score, relation, by_rules, a.platform AS a_platform, b.platform AS b_platform,
      a.event_key AS a_event, b.event_key AS b_event
    FROM pairs
    CROSS JOIN scored_pairs USING (a_market_key, b_market_key)
    CROSS JOIN markets AS a ON a.market_key = a_market_key
    CROSS JOIN markets AS b ON b.market_key = b_market_key
  ),
  sides AS (
    SELECT a_market_key, b_market_key, score, relation, by_rules, a_market_key AS market_key, b_event AS other_event,
      b_platform AS platform
    FROM placed
    UNION ALL
    SELECT a_market_key, b_market_key, score, relation, by_rules, b_market_key, a_event, a_platform FROM placed
  ),
  ranked AS (
    SELECT a_market_key, b_market_key,
      score + @tolerance >= max(iif(by_rules, score, 0)) OVER (PARTITION BY market_key, platform)
      AND (by_rules OR score + @tolerance >= max(score) OVER (PARTITION BY market_key, platform))
      AND score = max(score) OVER (PARTITION BY market_key, other_event, relation)
      AND count(*) OVER (PARTITION BY market_key, other_event, relation, score) = 1 AS is_best
    FROM sides
  ),
  best AS (SELECT a_market_key, b_market_key FROM ranked GROUP BY a_market_key, b_market_key HAVING min(is_best))
INSERT INTO matches
SELECT a_market_key, b_market_key, iif(is_proven, score, min(score, @maxUnproven)), relation, reasons FROM best
CROSS JOIN scored_pairs USING (a_market_key, b_market_key)
WHERE a_market_key IN (SELECT market_key FROM touched) OR b_market_key IN (SELECT market_key FROM touched)
ON CONFLICT DO NOTHING
RETURNING a_market_key AS a, b_market_key AS b, score

-- name: listLinked
-- types: marketKey: number
-- All markets connected with these, or with members of their groups.
WITH RECURSIVE linked (market_key) AS (
  SELECT value FROM json_each(@keys)
  UNION
  SELECT others.market_key
  FROM json_each(@keys)
  JOIN match_groups AS own ON own.market_key = value
  JOIN match_groups AS others ON others.group_key = own.group_key
  UNION
  SELECT iif(matches.a_market_key = linked.market_key, b_market_key, a_market_key)
  FROM linked
  JOIN matches ON matches.a_market_key = linked.market_key OR matches.b_market_key = linked.market_key
)
SELECT market_key AS marketKey, platform, event_key AS eventKey FROM linked JOIN markets USING (market_key)

-- name: listMatchesAmong
SELECT a_market_key AS a, b_market_key AS b, score, relation FROM matches
WHERE a_market_key IN (SELECT value FROM json_each(@keys))
ORDER BY score DESC, a_market_key, b_market_key

-- name: listGroupsOf
SELECT market_key AS marketKey, group_key AS groupKey FROM match_groups
WHERE market_key IN (SELECT value FROM json_each(@keys))

-- name: deleteOtherGroups
-- Of these markets; gives the groups that they were in.
DELETE FROM match_groups
WHERE market_key IN (SELECT value FROM json_each(@keys))
  AND (market_key, group_key, is_inverted) NOT IN (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(@members))
RETURNING group_key

-- name: saveGroups
-- Gives the groups of those that were not in them.
INSERT INTO match_groups
SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(@members)
WHERE true
ON CONFLICT DO NOTHING
RETURNING group_key

-- name: listDecided
SELECT markets.market_key AS marketKey, markets.platform, markets.id, decision, is_inverted AS isInverted
FROM (
  SELECT b_platform AS platform, b_id AS id, decision, is_inverted FROM pair_decisions
  WHERE a_platform = (SELECT @platform) AND a_id = (SELECT @id)
  UNION ALL
  SELECT a_platform, a_id, decision, is_inverted FROM pair_decisions WHERE b_platform = (SELECT @platform) AND b_id = (SELECT @id)
) AS decided
JOIN markets ON markets.platform = decided.platform AND markets.id = decided.id

-- name: listDecidedKeys
-- CROSS keeps the few decisions in the outer loop.
SELECT market_key FROM pair_decisions CROSS JOIN markets ON platform = a_platform AND id = a_id
UNION
SELECT market_key FROM pair_decisions CROSS JOIN markets ON platform = b_platform AND id = b_id

-- name: findVerdict
-- What matching itself made of a pair; no row while its last decision, now forgotten, still shows in it.
SELECT matches.score, matches.relation
FROM (SELECT min(@a, @b) AS a, max(@a, @b) AS b) AS pair
LEFT JOIN matches ON matches.a_market_key = a AND matches.b_market_key = b
LEFT JOIN near_misses ON near_misses.a_market_key = a AND near_misses.b_market_key = b
WHERE veto IS NOT 'operator' AND matches.reasons ->> 0 IS NOT 'confirmed by the operator'

-- name: saveDecision
-- A second decision on a pair keeps what matching made of it before the first.
INSERT INTO pair_decisions
VALUES (@aPlatform, @aId, @bPlatform, @bId, @decision, @isInverted, @decidedAt, @score, @relation, @rulesVersion)
ON CONFLICT DO UPDATE SET decision = excluded.decision, is_inverted = excluded.is_inverted,
  decided_at = excluded.decided_at

-- name: deletePair
DELETE FROM scored_pairs WHERE a_market_key = @a AND b_market_key = @b

-- name: listGroupedOf
-- types: questionId: string | null
-- The members of these markets' groups among them, with their questions.
SELECT match_groups.market_key AS marketKey, match_groups.group_key AS groupKey, markets.platform, markets.id, markets.title,
  questions.id AS questionId
FROM json_each(@keys)
CROSS JOIN match_groups ON match_groups.market_key = value
CROSS JOIN markets ON markets.market_key = value
LEFT JOIN questions ON questions.group_key = match_groups.group_key
ORDER BY match_groups.group_key, markets.platform, markets.id

-- name: deleteDecision
DELETE FROM pair_decisions WHERE a_platform = @aPlatform AND a_id = @aId AND b_platform = @bPlatform AND b_id = @bId

-- name: marketKeyOf
SELECT market_key FROM markets WHERE platform = @platform AND id = @id

-- name: listDecisions
SELECT a_platform AS aPlatform, a_id AS aId, b_platform AS bPlatform, b_id AS bId, decision,
  is_inverted AS isInverted, decided_at AS decidedAt,
  (SELECT title FROM markets WHERE platform = a_platform AND id = a_id) AS aTitle,
  (SELECT title FROM markets WHERE platform = b_platform AND id = b_id) AS bTitle
FROM pair_decisions
ORDER BY decided_at DESC, a_platform, a_id, b_platform, b_id
LIMIT (SELECT @limit)

-- name: countDecided
-- types: band: number, pairs: number, kind: "right" | "wrong"
-- By tenths of the score: pairs that were matches when they were decided; right are those confirmed with the relation they
-- had. Older rules made matches of lower scores too.
SELECT min(match_score / 100000, 9) AS band, count(*) AS pairs,
  iif(decision = 'confirmed' AND ifnull(is_inverted = (match_relation = 'inverted'), true), 'right', 'wrong') AS kind
FROM pair_decisions
WHERE match_score >= @minScore
GROUP BY band, kind

-- name: countUndecided
-- types: band: number, pairs: number, kind: "undecided"
-- By tenths of the score. Only pairs that the operator has confirmed score 1.
SELECT min(score / 100000, 9) AS band, count(*) AS pairs, 'undecided' AS kind FROM matches WHERE score < 1000000 GROUP BY band

-- name: countMissed
-- rows: one
-- types: number
SELECT count(*) FROM pair_decisions
WHERE decision = 'confirmed' AND match_score IS NULL AND rules_version IS NOT NULL
