-- name: listDue
-- What is open gets its event from the next full pass.
SELECT event_key AS eventKey, id, lookups FROM events
JOIN event_totals USING (event_key)
WHERE platform = @platform AND is_partial = 1 AND status = 'closed' AND lookup_due_at <= @now
ORDER BY lookup_due_at, event_key
LIMIT (SELECT @limit)

-- name: listMarketIds
SELECT id FROM markets WHERE event_key = @eventKey ORDER BY market_key LIMIT 1000

-- name: postpone
UPDATE events SET lookup_due_at = @dueAt, lookups = @lookups WHERE event_key = @eventKey AND is_partial = 1
