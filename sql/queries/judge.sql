-- name: listDue
-- types: aCloses: number | null, bCloses: number | null, aRules: string, bRules: string
-- Open pairs without a verdict on what their texts say now, those that are shown first.
WITH due (a_market_key, b_market_key, score) AS (
  SELECT a_market_key, b_market_key, score FROM scored_pairs
  WHERE score >= @minScore AND score < 1000000 AND NOT EXISTS (
    SELECT 1 FROM judge_verdicts
    WHERE judge_verdicts.a_market_key = scored_pairs.a_market_key
      AND judge_verdicts.b_market_key = scored_pairs.b_market_key AND NOT is_stale
  )
)
SELECT due.a_market_key AS a, due.b_market_key AS b, am.title AS aTitle, ae.title AS aEvent, am.closes_at AS aCloses,
  ifnull((SELECT description FROM market_descriptions WHERE market_key = am.market_key), '') AS aRules,
  bm.title AS bTitle, be.title AS bEvent, bm.closes_at AS bCloses,
  ifnull((SELECT description FROM market_descriptions WHERE market_key = bm.market_key), '') AS bRules
FROM due
CROSS JOIN markets AS am ON am.market_key = due.a_market_key AND am.status = 'open'
CROSS JOIN markets AS bm ON bm.market_key = due.b_market_key AND bm.status = 'open'
CROSS JOIN events AS ae ON ae.event_key = am.event_key
CROSS JOIN events AS be ON be.event_key = bm.event_key
ORDER BY score DESC, due.a_market_key, due.b_market_key
LIMIT (SELECT @limit)

-- name: findByTexts
-- types: verdict: "same" | "inverted" | "different" | "unsure"
SELECT verdict, sentence FROM judge_verdicts WHERE texts = @texts LIMIT 1

-- name: save
INSERT OR REPLACE INTO judge_verdicts VALUES (@a, @b, @texts, @verdict, @sentence, @model, 0)

-- name: find
-- types: verdict: "same" | "inverted" | "different" | "unsure"
SELECT verdict, sentence, model FROM judge_verdicts WHERE a_market_key = @a AND b_market_key = @b AND NOT is_stale

-- name: outdate
UPDATE judge_verdicts SET is_stale = 1 WHERE a_market_key = @marketKey OR b_market_key = @marketKey

-- name: countAgreed
-- types: isRight: 0 | 1, pairs: number
-- Verdicts on pairs that the operator decided, and whether both say the same. The undecided opposite is that of the comparison.
SELECT (decision = 'rejected') = (verdict = 'different')
    AND (decision = 'rejected' OR is_inverted IS NULL OR is_inverted = (verdict = 'inverted')) AS isRight,
  count(*) AS pairs
FROM pair_decisions
CROSS JOIN markets AS am ON am.platform = a_platform AND am.id = a_id
CROSS JOIN markets AS bm ON bm.platform = b_platform AND bm.id = b_id
CROSS JOIN judge_verdicts ON a_market_key = min(am.market_key, bm.market_key)
  AND b_market_key = max(am.market_key, bm.market_key)
WHERE verdict <> 'unsure'
GROUP BY isRight
