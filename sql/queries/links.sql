-- name: eventOfUrl
SELECT event_key AS eventKey, platform, id FROM events WHERE url = ? LIMIT 1

-- name: eventOfId
SELECT event_key AS eventKey, platform, id FROM events WHERE platform = @platform AND id = @id

-- name: marketOfId
SELECT platform, id FROM markets WHERE platform = @platform AND id = @id

-- name: marketsOfEvent
SELECT platform, id, url FROM markets WHERE event_key = ? ORDER BY market_key LIMIT 500

-- name: marketsBelow
SELECT markets.platform, markets.id, events.url FROM events
JOIN markets USING (event_key)
WHERE events.url >= @from AND events.url < @to AND status IN (SELECT value FROM json_each(@statuses))
LIMIT 4000

-- name: idsFrom
SELECT id FROM markets WHERE platform = @platform AND id >= @id ORDER BY id LIMIT 2

-- name: idsBefore
SELECT id FROM markets WHERE platform = @platform AND id < @id ORDER BY id DESC LIMIT 2
