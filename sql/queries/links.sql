-- name: eventOfUrl
SELECT event_key AS eventKey, platform, id FROM events WHERE url = ? LIMIT 1

-- name: eventOfId
SELECT event_key AS eventKey, platform, id FROM events WHERE platform = @platform AND id = @id

-- name: marketOfId
SELECT platform, id FROM markets WHERE platform = @platform AND id = @id

-- name: marketsOfEvent
SELECT platform, id, url FROM markets WHERE event_key = ? ORDER BY market_key LIMIT 500

-- name: idsFrom
SELECT id FROM markets WHERE platform = @platform AND id >= @id ORDER BY id LIMIT 2

-- name: idsBefore
SELECT id FROM markets WHERE platform = @platform AND id < @id ORDER BY id DESC LIMIT 2
