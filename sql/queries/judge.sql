-- name: listDue
-- Open pairs without a verdict on what their texts say now, those that are shown first.
SELECT a_market_key AS a, b_market_key AS b
FROM scored_pairs
CROSS JOIN markets AS am ON am.market_key = a_market_key AND am.status = 'open'
CROSS JOIN markets AS bm ON bm.market_key = b_market_key AND bm.status = 'open'
WHERE score < 1000000 AND NOT EXISTS (
  SELECT 1 FROM judge_verdicts
  WHERE judge_verdicts.a_market_key = scored_pairs.a_market_key
    AND judge_verdicts.b_market_key = scored_pairs.b_market_key AND NOT is_stale
)
ORDER BY score DESC, a, b
LIMIT (SELECT @limit)

-- name: textsOf
-- rows: one
-- types: texts: string
-- What the judge is sent of a market, as JSON.
SELECT json_object(
  'title', markets.title, 'event', events.title,
  'rules', ifnull((SELECT substr(description, 1, 4000) FROM market_descriptions WHERE market_key = @marketKey), ''),
  'closes_at', strftime('%FT%TZ', closes_at / 1000, 'unixepoch')
) AS texts
FROM markets
CROSS JOIN events USING (event_key)
WHERE market_key = @marketKey

-- name: findByTexts
-- types: verdict: "same" | "inverted" | "different" | "unsure"
SELECT verdict, sentence FROM judge_verdicts WHERE texts = @texts LIMIT 1

-- name: save
INSERT OR REPLACE INTO judge_verdicts VALUES (@a, @b, @texts, @verdict, @sentence, @model, 0)

-- name: find
-- types: verdict: "same" | "inverted" | "different" | "unsure"
SELECT verdict, sentence, model FROM judge_verdicts WHERE a_market_key = min(@a, @b) AND b_market_key = max(@a, @b) AND NOT is_stale

-- name: outdate
UPDATE judge_verdicts SET is_stale = 1 WHERE a_market_key = @marketKey OR b_market_key = @marketKey

-- name: countAgreed
-- rows: one
-- types: agreed: number, decided: number
-- Verdicts on pairs that the operator decided, and how many say the same. The undecided opposite is that of the comparison.
SELECT count(*) FILTER (
    WHERE (decision = 'rejected') = (verdict = 'different')
      AND (decision = 'rejected' OR is_inverted IS NULL OR is_inverted = (verdict = 'inverted'))
  ) AS agreed,
  count(*) AS decided
FROM pair_decisions
CROSS JOIN markets AS am ON am.platform = a_platform AND am.id = a_id
CROSS JOIN markets AS bm ON bm.platform = b_platform AND bm.id = b_id
CROSS JOIN judge_verdicts ON a_market_key = min(am.market_key, bm.market_key)
  AND b_market_key = max(am.market_key, bm.market_key)
WHERE verdict <> 'unsure'
