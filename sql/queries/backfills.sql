-- name: findTarget
SELECT market_key AS marketKey, markets.id, events.id AS eventId, history_key AS historyKey, created_at AS createdAt,
  history_backfills.status, tried_at AS triedAt
FROM markets
JOIN events USING (event_key)
LEFT JOIN history_backfills USING (market_key)
WHERE markets.platform = (SELECT ?) AND markets.id = (SELECT ?)

-- name: save
INSERT INTO history_backfills VALUES (@marketKey, @status, @triedAt, @observedFrom)
ON CONFLICT DO UPDATE SET status = excluded.status, tried_at = excluded.tried_at, observed_from = excluded.observed_from
