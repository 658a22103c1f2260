-- name: add
INSERT INTO feed_changes (at, type, subject) SELECT @at, @type, value FROM json_each(@subjects)

-- name: markPriced
-- Says of markets which of the changes after a seq is their newest of type price.
UPDATE market_quotes SET price_seq = change.seq FROM feed_changes AS change
WHERE change.seq > @after AND change.type = 1 AND market_key = change.subject

-- name: markStatus
UPDATE market_quotes SET status_seq = change.seq FROM feed_changes AS change
WHERE change.seq > @after AND change.type = 2 AND market_key = change.subject

-- name: addStart
-- Leaves a gap behind the last change, at least as far as the time in milliseconds.
INSERT INTO feed_changes (seq, at, type)
SELECT max(ifnull(max(seq), 0) + @gap, @at), @at, 0 FROM feed_changes

-- name: firstSeq
-- rows: one
-- types: number | null
SELECT min(seq) FROM feed_changes

-- name: lastSeq
-- rows: one
-- types: number | null
SELECT max(seq) FROM feed_changes

-- name: hasSeq
-- types: 1
SELECT 1 FROM feed_changes WHERE seq = ?

-- name: seqAfter
-- rows: one
-- types: number | null
-- The seq of the n-th change after one, or of the last.
SELECT max(seq) FROM (SELECT seq FROM feed_changes WHERE seq > ? ORDER BY seq LIMIT (SELECT ?))

-- name: count
-- rows: one
-- types: number
SELECT count(*) FROM feed_changes

-- name: deleteOldest
DELETE FROM feed_changes WHERE seq < (SELECT seq FROM feed_changes ORDER BY seq LIMIT 1 OFFSET (SELECT ?))

-- name: changesAfter
-- types: subject: number | string | null
SELECT seq, at, type, subject FROM feed_changes WHERE seq > @after ORDER BY seq LIMIT (SELECT @limit)

-- name: eventIds
SELECT event_key AS eventKey, events.id AS id FROM json_each(?) CROSS JOIN events ON event_key = value

-- name: marketsByKeys
SELECT {markets.columns}, settlement_price AS settlementPrice,
  resolved_at AS resolvedAt, price_seq AS priceSeq, status_seq AS statusSeq,
  (
    SELECT question_key FROM match_groups CROSS JOIN questions USING (group_key)
    WHERE match_groups.market_key = markets.market_key
  ) AS questionKey
{markets.ofKeys}

-- name: questionIds
SELECT question_key AS questionKey, questions.id AS id FROM json_each(?) CROSS JOIN questions ON question_key = value
