-- name: listOpen
-- In the order of the ids.
SELECT market_key AS marketKey, markets.id, history_key AS historyKey
FROM json_each(@ids) AS asked
CROSS JOIN markets ON platform = @platform AND markets.id = asked.value
WHERE status = 'open'
ORDER BY asked.key

-- part: named
-- The markets that are named as platform:id, those of named events, and those beside the market of a named question.
SELECT market_key
FROM json_each(@markets)
CROSS JOIN markets ON platform = substr(value, 1, instr(value, ':') - 1) AND markets.id = substr(value, instr(value, ':') + 1)
UNION
SELECT market_key
FROM json_each(@events)
CROSS JOIN events ON events.platform = substr(value, 1, instr(value, ':') - 1) AND events.id = substr(value, instr(value, ':') + 1)
CROSS JOIN markets USING (event_key)
UNION
SELECT members.market_key
FROM json_each(@questions)
CROSS JOIN questions ON questions.id = value
CROSS JOIN match_groups AS own ON own.market_key = questions.market_key
CROSS JOIN match_groups AS members ON members.group_key = own.group_key

-- name: listNamed
-- The open ones, those that are traded most where there are many.
SELECT platform, markets.id AS id
FROM ({lane.named})
CROSS JOIN markets USING (market_key)
CROSS JOIN market_quotes USING (market_key)
WHERE status = 'open' AND yes_price IS NOT NULL
ORDER BY volume DESC
LIMIT (SELECT @limit)

-- name: note
INSERT INTO lane_reads
SELECT value, @platform, @readAt FROM json_each(@marketKeys) WHERE true
ON CONFLICT DO UPDATE SET read_at = excluded.read_at

-- name: deleteOthers
DELETE FROM lane_reads
WHERE platform = @platform AND market_key NOT IN (
  SELECT market_key FROM json_each(@ids) CROSS JOIN markets ON markets.platform = @platform AND markets.id = value
  WHERE status = 'open'
)

-- name: deleteAllReads
DELETE FROM lane_reads

-- name: findReadAt
SELECT read_at FROM lane_reads WHERE market_key = @marketKey

-- name: listReads
-- Those of one platform that were read later than it.
SELECT market_key AS marketKey, read_at AS readAt FROM lane_reads
WHERE platform = @platform AND read_at > @since
ORDER BY market_key
LIMIT 1000

-- name: summarize
-- rows: one
-- types: markets: number, oldestAt: number | null
-- The table is small: it holds what is looked at now.
SELECT count(*) AS markets, min(read_at) AS oldestAt FROM lane_reads WHERE platform = @platform
