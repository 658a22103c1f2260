-- part: columns
-- types: isUnconfirmed: 0 | 1
webhook_id AS id, key_id AS keyId, target, name, address, chat_id AS chatId, state, reason, failures,
failing_since AS failingSince, created_at AS createdAt, webhook_key AS webhookKey, confirmation_digest IS NOT NULL AS isUnconfirmed

-- name: listOfKey
SELECT {webhooks.columns}
FROM webhooks
WHERE key_id IS @keyId AND state <> 'ended'
ORDER BY webhook_key
LIMIT 1000

-- name: find
SELECT {webhooks.columns}
FROM webhooks
WHERE webhook_id = @id AND key_id IS @keyId AND state <> 'ended'

-- name: listFailing
-- Those of all keys, the longest first.
SELECT {webhooks.columns}
FROM webhooks
WHERE failing_since IS NOT NULL AND state <> 'ended'
ORDER BY failing_since
LIMIT (SELECT @limit)

-- name: countOfKey
-- rows: one
-- types: number
SELECT count(*) FROM webhooks WHERE key_id IS @keyId AND state <> 'ended'

-- name: countNewAddresses
-- rows: one
-- types: number
-- Deleted ones too.
SELECT count(*) FROM webhooks WHERE key_id IS @keyId AND target = 'email' AND created_at > @after

-- name: insert
INSERT INTO webhooks (
  webhook_id, key_id, target, name, address, chat_id, token, secret, confirmation_digest, state, failures, held_until,
  created_at
)
VALUES (@id, @keyId, @target, @name, @address, @chatId, @token, @secret, @confirmationDigest, @state, 0, 0, @at)

-- name: update
UPDATE webhooks
SET name = @name, address = @address
WHERE webhook_key = @webhookKey

-- name: enable
UPDATE webhooks
SET state = 'enabled', reason = NULL, failures = 0, failing_since = NULL, held_until = 0, confirmation_digest = NULL,
  next_at = (SELECT min(next_at) FROM deliveries WHERE deliveries.webhook_key = @webhookKey AND status = 'waiting')
WHERE webhook_key = @webhookKey

-- name: disable
UPDATE webhooks
SET state = 'disabled', reason = @reason, next_at = NULL
WHERE webhook_key = @webhookKey

-- name: end
UPDATE webhooks
SET state = 'ended', address = '', chat_id = NULL, token = NULL, secret = NULL, previous_secret = NULL, next_at = NULL
WHERE webhook_key = @webhookKey

-- name: isConfirmedBy
-- rows: one
-- types: 0 | 1
SELECT EXISTS (SELECT 1 FROM webhooks WHERE webhook_key = @webhookKey AND confirmation_digest = @digest)

-- name: rotate
UPDATE webhooks
SET previous_secret = secret, previous_expires_at = @expiresAt, secret = @secret
WHERE webhook_key = @webhookKey

-- name: disableBeyondPlan
-- What is above the number that the plan of its key allows, the newest first to go.
UPDATE webhooks
SET state = 'disabled', reason = 'plan', next_at = NULL
WHERE webhook_key IN (
  SELECT webhook_key
  FROM (
    SELECT webhook_key, tier, row_number() OVER (PARTITION BY key_id ORDER BY webhook_key) AS place
    FROM webhooks
    JOIN keys USING (key_id)
    WHERE state = 'enabled'
  )
  WHERE place > iif(tier = 'free', @free, iif(tier = 'pro', @pro, @enterprise))
)

-- name: listEnded
-- Of e-mail addresses, new ones are counted for a day.
SELECT webhook_key
FROM webhooks
WHERE state = 'ended' AND (target <> 'email' OR created_at < @before)
LIMIT 5

-- name: delete
DELETE FROM webhooks WHERE webhook_key = ?
