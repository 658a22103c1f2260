-- part: columns
alert_key AS alertKey, alert_id AS id, alerts.key_id AS keyId, alerts.name, rule, webhook_ids AS webhookIds,
  alerts.created_at AS createdAt, since, since_seq AS sinceSeq,
  expires_at AS expiresAt, ended_at AS endedAt, last_fired_at AS lastFiredAt, firings,
  generation

-- name: listOfKey
-- Oldest first; null for the operator's.
SELECT {alerts.columns} FROM alerts
WHERE key_id IS @keyId
ORDER BY alert_key
LIMIT (SELECT @limit)

-- name: find
SELECT {alerts.columns} FROM alerts WHERE alert_id = @id AND key_id IS @keyId

-- name: countOfKey
-- rows: one
-- types: number
SELECT count(*) FROM alerts WHERE key_id IS ?

-- name: count
-- rows: one
-- types: number
SELECT count(*) FROM alerts

-- name: insert
INSERT INTO alerts (alert_id, key_id, name, rule, webhook_ids, created_at, since, since_seq, expires_at)
VALUES (
  @id, @keyId, @name, @rule, @webhookIds, @now, @now, (SELECT ifnull(max(seq), 0) FROM history_recent), @expiresAt
)

-- name: change
UPDATE alerts
SET name = @name, rule = @rule, webhook_ids = @webhookIds, expires_at = @expiresAt, since = @since,
  since_seq = (SELECT ifnull(max(seq), 0) FROM history_recent), ended_at = @endedAt
WHERE alert_key = @alertKey

-- name: delete
DELETE FROM alerts WHERE alert_id = @id AND key_id IS @keyId

-- name: noteFired
UPDATE alerts
SET last_fired_at = @at, firings = firings + 1, ended_at = @endedAt
WHERE alert_key = @alertKey

-- name: listChanged
-- types: olderAlerts: number
-- Those that changed after a generation, with the plan of their keys and how many older ones these have.
SELECT {alerts.columns}, tier,
  (
    SELECT count(*) FROM alerts AS older WHERE older.key_id = alerts.key_id AND older.alert_key < alerts.alert_key
  ) AS olderAlerts
FROM alerts
LEFT JOIN keys USING (key_id)
WHERE generation > @generation
ORDER BY generation

-- name: listKeys
SELECT alert_key FROM alerts

-- name: countFirings
-- rows: one
-- types: number
SELECT ifnull(sum(firings), 0) FROM alerts

-- name: listStates
SELECT subject, state FROM alert_states WHERE alert_key = ?

-- name: saveState
INSERT INTO alert_states VALUES (@alertKey, @subject, @state)
ON CONFLICT DO UPDATE SET state = excluded.state

-- name: deleteState
DELETE FROM alert_states WHERE alert_key = @alertKey AND subject = @subject

-- name: deleteStates
DELETE FROM alert_states WHERE alert_key = ?

-- name: wait
INSERT INTO alert_waiting VALUES (@type, @subject) ON CONFLICT DO NOTHING

-- name: listWaiting
-- types: subject: number | string
SELECT type, subject FROM alert_waiting

-- name: endWaiting
DELETE FROM alert_waiting WHERE type = @type AND subject = @subject

-- name: subjects
-- Markets as alerts look at them; `question` is its id, and 1 where yes of the market is its no.
-- types: question: string | null, eventId: string
SELECT markets.market_key AS marketKey, markets.platform, markets.id, events.id AS eventId, markets.title,
  markets.category, markets.url, status, outcome, resolved_at AS resolvedAt,
  yes_price AS yesPrice, volume,
  (
    SELECT json_array(question_id, is_inverted) FROM question_members
    WHERE question_members.market_key = markets.market_key
  ) AS question,
  last_seq AS lastSeq, (SELECT previous_seq FROM history_recent WHERE seq = last_seq) AS previousSeq,
  (SELECT tried_at FROM history_backfills WHERE history_backfills.market_key = markets.market_key) AS backfilledAt,
  first_seen_at AS firstSeenAt
FROM (SELECT value AS listed FROM json_each(?))
CROSS JOIN markets ON markets.market_key = listed
CROSS JOIN market_quotes USING (market_key)
CROSS JOIN events USING (event_key)

-- name: pointAsOf
-- The newest recent point of a market that is not after another one of any market; `at` may be that of later ones.
WITH RECURSIVE recent (seq, at, close, volume, previous_seq) AS (
  SELECT seq, at, yes_price, volume, previous_seq FROM history_recent
  WHERE seq = (SELECT last_seq FROM market_quotes WHERE market_key = (SELECT @marketKey))
  UNION ALL
  SELECT older.seq, older.at, older.yes_price, older.volume, older.previous_seq
  FROM recent
  CROSS JOIN history_recent AS older ON older.seq = recent.previous_seq
)
SELECT at, close, volume FROM recent WHERE seq <= @seq LIMIT 1

-- name: listNamed
SELECT market_key AS marketKey, platform, markets.id AS id
FROM ({lane.named})
CROSS JOIN markets USING (market_key)
LIMIT (SELECT @limit)

-- name: marketsOfQuestion
SELECT members.market_key FROM questions
CROSS JOIN match_groups AS members ON members.group_key = questions.group_key
WHERE questions.id = ?

-- name: currentQuestion
-- The question that another was merged into, and whether it asks the opposite of that one's market.
-- types: isOpposite: 0 | 1
SELECT current.id AS id,
  ifnull((SELECT is_inverted FROM question_members WHERE question_members.market_key = asked.market_key), 0) AS isOpposite
FROM questions AS asked
CROSS JOIN questions AS current ON current.question_key = @questionKey
WHERE asked.id = @id

-- name: namedSpreads
-- Groups and implied pairs that have a spread. Alerts name no market of an event's spread.
SELECT DISTINCT type, group_key AS groupKey, a_market_key AS aMarketKey, b_market_key AS bMarketKey, event_key AS eventKey
FROM spreads
WHERE type IN ('same', 'implied')

-- name: hasEvent
-- types: 1
SELECT 1 FROM events WHERE platform = @platform AND id = @id
