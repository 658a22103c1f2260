-- name: count
-- rows: one
-- types: number
SELECT count(*) FROM match_reports

-- name: countOfOrigin
-- rows: one
-- types: number
SELECT count(*) FROM match_reports WHERE origin = @origin

-- name: save
-- A second report of the same pair replaces the first.
INSERT INTO match_reports (question_id, platform, id, other_platform, other_id, note, origin, reported_at)
VALUES (@questionId, @platform, @id, @otherPlatform, @otherId, @note, @origin, @at)
ON CONFLICT (origin, platform, id, other_platform, other_id)
DO UPDATE SET question_id = excluded.question_id, note = excluded.note, reported_at = excluded.reported_at

-- name: list
-- The newest first. A title is null where the market is not stored any more.
SELECT question_id AS questionId, platform AS aPlatform, match_reports.id AS aId, other_platform AS bPlatform, other_id AS bId,
  note, reported_at AS reportedAt,
  (SELECT title FROM markets WHERE markets.platform = match_reports.platform AND markets.id = match_reports.id) AS aTitle,
  (SELECT title FROM markets WHERE markets.platform = other_platform AND markets.id = other_id) AS bTitle
FROM match_reports
ORDER BY report_key DESC
LIMIT (SELECT @limit)

-- name: deleteOfPair
DELETE FROM match_reports
WHERE platform = @platform AND id = @id AND other_platform = @otherPlatform AND other_id = @otherId
