-- name: listEnabled
-- The webhooks that a message for a key goes to. With a bare parameter SQLite would plan this again for each message.
SELECT webhook_key AS webhookKey, webhook_id AS id, next_at AS nextAt
FROM webhooks
WHERE key_id IS (SELECT ?) AND state = 'enabled'
ORDER BY webhook_key

-- name: enqueue
INSERT INTO deliveries (webhook_key, message_id, alert_id, type, body, status, tries, next_at, created_at)
VALUES (@webhookKey, @messageId, @alertId, @type, @body, 'waiting', 0, 0, @at)

-- name: isFull
-- rows: one
-- types: number
-- Whether a webhook had more than `skip` messages of alerts since a moment.
SELECT EXISTS (
  SELECT 1
  FROM (
    SELECT created_at
    FROM deliveries
    WHERE webhook_key = @webhookKey AND alert_id IS NOT NULL
    ORDER BY delivery_key DESC
    LIMIT 1 OFFSET (SELECT @skip)
  )
  WHERE created_at > @after
)

-- name: hold
INSERT INTO held_messages (webhook_key, alert_id, messages, since)
VALUES (@webhookKey, @alertId, 1, @at)
ON CONFLICT DO UPDATE SET messages = messages + 1

-- name: listHeld
-- types: name: string
-- What is held back since `before` or longer, by webhooks, the most first.
SELECT webhook_key AS webhookKey, webhook_id AS webhookId, webhooks.key_id AS keyId, alert_id AS alertId,
  ifnull(alerts.name, '') AS name, messages, held_messages.since AS since
FROM held_messages
JOIN webhooks USING (webhook_key)
LEFT JOIN alerts USING (alert_id)
WHERE webhook_key IN (SELECT webhook_key FROM held_messages WHERE since <= @before)
ORDER BY webhook_key, messages DESC, alert_id

-- name: endHeld
DELETE FROM held_messages WHERE webhook_key = @webhookKey

-- name: disableOverfull
-- Webhooks for which more than `skip` messages wait.
UPDATE webhooks
SET state = 'disabled', reason = 'overflow', next_at = NULL
WHERE next_at IS NOT NULL AND state = 'enabled' AND EXISTS (
  SELECT 1
  FROM deliveries
  WHERE deliveries.webhook_key = webhooks.webhook_key AND status = 'waiting'
  LIMIT 1 OFFSET (SELECT @skip)
)

-- name: wake
-- After a message is added.
UPDATE webhooks SET next_at = 0 WHERE webhook_key = @webhookKey

-- name: listDue
-- Webhooks with a try that is due, those that work well or those that fail.
SELECT webhook_key AS webhookKey
FROM webhooks
WHERE next_at <= @now AND held_until <= @now AND (failures > 0) = @isFailing
ORDER BY next_at
LIMIT (SELECT @limit)

-- name: findNext
-- In the order of messages, retries when they are due. Undefined for a webhook that is not sent to.
SELECT delivery_key AS deliveryKey, message_id AS messageId, type, body, tries, webhook_key AS webhookKey,
  key_id AS keyId, target, address, chat_id AS chatId, token, secret, previous_secret AS previousSecret,
  previous_expires_at AS previousExpiresAt
FROM deliveries
JOIN webhooks USING (webhook_key)
WHERE webhook_key = @webhookKey AND status = 'waiting' AND deliveries.next_at <= @now AND webhooks.next_at IS NOT NULL
ORDER BY deliveries.next_at, delivery_key
LIMIT 1

-- name: findTried
-- Undefined where it was deleted meanwhile.
SELECT webhook_key AS webhookKey, status, tries, state, failures, failing_since AS failingSince
FROM deliveries
JOIN webhooks USING (webhook_key)
WHERE delivery_key = @deliveryKey

-- name: insertAttempt
INSERT INTO delivery_attempts (delivery_key, at, duration_ms, outcome, status_code, answer)
VALUES (@deliveryKey, @at, @durationMs, @outcome, @statusCode, @answer)

-- name: saveTried
UPDATE deliveries
SET status = @status, tries = @tries, next_at = @nextAt
WHERE delivery_key = @deliveryKey

-- name: saveResult
-- When the next try of a webhook is due follows from its waiting messages; null unless it is sent to.
UPDATE webhooks
SET failures = @failures, failing_since = @failingSince, held_until = max(held_until, @heldUntil), state = @state,
  reason = coalesce(@reason, reason),
  next_at = iif(
    @state IN ('enabled', 'unconfirmed'),
    (SELECT min(next_at) FROM deliveries WHERE deliveries.webhook_key = @webhookKey AND status = 'waiting'),
    NULL
  )
WHERE webhook_key = @webhookKey

-- name: replay
UPDATE deliveries
SET status = 'waiting', tries = 0, next_at = 0
WHERE webhook_key = @webhookKey AND message_id = @messageId

-- part: columns
-- types: title: string | null
delivery_key AS deliveryKey, message_id AS id, alert_id AS alertId, type, status, next_at AS nextAt, created_at AS createdAt,
  body ->> '$.data.title' AS title

-- name: find
SELECT {deliveries.columns}
FROM deliveries
WHERE webhook_key = @webhookKey AND message_id = @messageId

-- name: listBefore
-- The newest first.
SELECT {deliveries.columns}
FROM deliveries
WHERE webhook_key = @webhookKey AND delivery_key < @before
ORDER BY delivery_key DESC
LIMIT (SELECT @limit)

-- name: listAttempts
SELECT at, duration_ms AS durationMs, outcome, status_code AS statusCode, answer
FROM delivery_attempts
WHERE delivery_key = @deliveryKey
ORDER BY attempt_key
LIMIT 100

-- name: count
-- rows: one
-- types: waiting: number, oldestAt: number | null
-- Of webhooks that are sent to.
SELECT count(*) AS waiting, min(deliveries.created_at) AS oldestAt
FROM webhooks
JOIN deliveries USING (webhook_key)
WHERE webhooks.next_at IS NOT NULL AND status = 'waiting'

-- name: deleteOld
DELETE FROM deliveries
WHERE delivery_key IN (SELECT delivery_key FROM deliveries WHERE created_at < @before ORDER BY created_at LIMIT (SELECT @limit))

-- name: deleteOfWebhook
DELETE FROM deliveries
WHERE delivery_key IN (SELECT delivery_key FROM deliveries WHERE webhook_key = @webhookKey LIMIT (SELECT @limit))
