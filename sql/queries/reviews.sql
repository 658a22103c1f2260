-- name: listDoubtful
-- types: veto: null, volume: number, isMatch: 0 | 1
-- The open pairs with the scores nearest to that of a match, on both sides of it, that nobody has decided. @scanned bounds
-- what is read; CROSS keeps these few in the outer loop.
WITH hits (a_market_key, b_market_key) AS (
  SELECT a_market_key, b_market_key FROM (
    SELECT a_market_key, b_market_key FROM scored_pairs
    WHERE score < @minScore
    ORDER BY score DESC
    LIMIT (SELECT @scanned)
  )
  UNION ALL
  SELECT a_market_key, b_market_key FROM (
    SELECT a_market_key, b_market_key FROM scored_pairs
    WHERE score >= @minScore
    ORDER BY score
    LIMIT (SELECT @scanned)
  )
)
SELECT a.event_key AS aEvent, b.event_key AS bEvent, a.platform AS aPlatform, a.id AS aId, a.title AS aTitle, b.platform AS bPlatform, b.id AS bId, b.title AS bTitle,
  score, relation, NULL AS veto, reasons, min(aq.volume, bq.volume) AS volume,
  EXISTS (SELECT 1 FROM matches WHERE matches.a_market_key = hits.a_market_key
    AND matches.b_market_key = hits.b_market_key) AS isMatch
FROM hits
CROSS JOIN scored_pairs USING (a_market_key, b_market_key)
CROSS JOIN markets AS a ON a.market_key = a_market_key AND a.status = 'open'
CROSS JOIN markets AS b ON b.market_key = b_market_key AND b.status = 'open'
CROSS JOIN market_quotes AS aq ON aq.market_key = a_market_key
CROSS JOIN market_quotes AS bq ON bq.market_key = b_market_key
WHERE NOT EXISTS (
  SELECT 1 FROM pair_decisions
  WHERE a_platform = min(a.platform, b.platform) AND a_id = iif(a.platform < b.platform, a.id, b.id)
    AND b_platform = max(a.platform, b.platform) AND b_id = iif(a.platform < b.platform, b.id, a.id)
)

-- name: listVetoed
-- types: volume: number, isMatch: 0 | 1
-- The open pairs with the highest scores that a rule forbids and that nobody has decided. Dates and figures tell the rungs
-- of a ladder apart, which nobody need look at: they are nine of ten.
WITH hits (a_market_key, b_market_key) AS (
  SELECT a_market_key, b_market_key FROM near_misses WHERE score >= 0 ORDER BY score DESC LIMIT (SELECT 10 * @scanned)
)
SELECT a.event_key AS aEvent, b.event_key AS bEvent, a.platform AS aPlatform, a.id AS aId, a.title AS aTitle, b.platform AS bPlatform, b.id AS bId, b.title AS bTitle,
  score, relation, veto, reasons, min(aq.volume, bq.volume) AS volume, 0 AS isMatch
FROM hits
CROSS JOIN near_misses USING (a_market_key, b_market_key)
CROSS JOIN markets AS a ON a.market_key = a_market_key AND a.status = 'open'
CROSS JOIN markets AS b ON b.market_key = b_market_key AND b.status = 'open'
CROSS JOIN market_quotes AS aq ON aq.market_key = a_market_key
CROSS JOIN market_quotes AS bq ON bq.market_key = b_market_key
WHERE veto NOT IN ('date', 'number', 'operator') AND NOT EXISTS (
  SELECT 1 FROM pair_decisions
  WHERE a_platform = min(a.platform, b.platform) AND a_id = iif(a.platform < b.platform, a.id, b.id)
    AND b_platform = max(a.platform, b.platform) AND b_id = iif(a.platform < b.platform, b.id, a.id)
)

-- name: findPair
-- types: score: number | null, relation: "same" | "inverted" | "related" | ImpliedRelation | null, reasons: string, volume: number, isMatch: 0 | 1
-- One pair as matching has it, whatever its score. Without a row of it, matching has not compared the two or finds them
-- too different.
SELECT a.event_key AS aEvent, b.event_key AS bEvent, a.platform AS aPlatform, a.id AS aId, a.title AS aTitle, b.platform AS bPlatform, b.id AS bId, b.title AS bTitle,
  ifnull(scored_pairs.score, near_misses.score) AS score, ifnull(scored_pairs.relation, near_misses.relation) AS relation,
  veto, ifnull(ifnull(scored_pairs.reasons, near_misses.reasons), '[]') AS reasons, min(aq.volume, bq.volume) AS volume,
  EXISTS (SELECT 1 FROM matches WHERE matches.a_market_key = a.market_key AND matches.b_market_key = b.market_key) AS isMatch
FROM (
  SELECT min(one.market_key, other.market_key) AS a_key, max(one.market_key, other.market_key) AS b_key
  FROM markets AS one
  CROSS JOIN markets AS other ON other.platform = @bPlatform AND other.id = @bId
  WHERE one.platform = @aPlatform AND one.id = @aId
) AS pair
CROSS JOIN markets AS a ON a.market_key = a_key
CROSS JOIN markets AS b ON b.market_key = b_key
CROSS JOIN market_quotes AS aq ON aq.market_key = a_key
CROSS JOIN market_quotes AS bq ON bq.market_key = b_key
LEFT JOIN scored_pairs ON scored_pairs.a_market_key = a_key AND scored_pairs.b_market_key = b_key
LEFT JOIN near_misses ON near_misses.a_market_key = a_key AND near_misses.b_market_key = b_key

-- name: findDecision
SELECT decision, is_inverted AS isInverted, decided_at AS decidedAt FROM pair_decisions
WHERE a_platform = @aPlatform AND a_id = @aId AND b_platform = @bPlatform AND b_id = @bId

-- name: isFirstMatchingDue
-- rows: one
-- types: 0 | 1
-- 1 while markets wait for matching and no pair has been compared yet.
SELECT EXISTS (SELECT 1 FROM match_queue) AND NOT EXISTS (SELECT 1 FROM scored_pairs)
  AND NOT EXISTS (SELECT 1 FROM near_misses)
