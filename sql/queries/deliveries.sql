-- name: enqueueForAll
INSERT INTO deliveries (webhook_key, message_id, alert_id, type, body, status, tries, next_at, created_at)
SELECT webhook_key, @messageId, @alertId, @type, @body, 'waiting', 0, 0, @at
FROM webhooks
WHERE key_id IS @keyId AND state = 'enabled'
ORDER BY webhook_key

-- name: enqueueForSome
INSERT INTO deliveries (webhook_key, message_id, alert_id, type, body, status, tries, next_at, created_at)
SELECT webhook_key, @messageId, @alertId, @type, @body, 'waiting', 0, 0, @at
FROM webhooks
WHERE key_id IS @keyId AND state = 'enabled' AND webhook_id IN (SELECT value FROM json_each(@webhookIds))
ORDER BY webhook_key

-- name: disableOverfull
-- Before a message is added: webhooks that have `skip` others waiting.
UPDATE webhooks
SET state = 'disabled', reason = 'overflow', next_at = NULL
WHERE key_id IS @keyId AND state = 'enabled' AND EXISTS (
  SELECT 1
  FROM deliveries
  WHERE deliveries.webhook_key = webhooks.webhook_key AND status = 'waiting'
  LIMIT 1 OFFSET @skip
)

-- name: wake
-- After a message is added.
UPDATE webhooks
SET next_at = 0
WHERE key_id IS @keyId AND state = 'enabled' AND (next_at IS NULL OR next_at > 0) AND EXISTS (
  SELECT 1
  FROM deliveries
  WHERE deliveries.webhook_key = webhooks.webhook_key AND message_id = @messageId
)
