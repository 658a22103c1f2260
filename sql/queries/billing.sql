-- name: insertCheckout
INSERT INTO checkouts (attempt_id, key_id, status, created_at, checked_at)
VALUES (@attemptId, @keyId, 'creating', @now, @now)

-- name: findInProgress
SELECT
  attempt_id AS attemptId, key_id AS keyId, session_id AS sessionId, url, status, price_id AS priceId,
  created_at AS createdAt
FROM checkouts
WHERE key_id = ? AND status IN ('creating', 'open', 'processing')

-- name: findAttempt
SELECT
  attempt_id AS attemptId, key_id AS keyId, session_id AS sessionId, url, status, price_id AS priceId,
  created_at AS createdAt
FROM checkouts
WHERE attempt_id = ?

-- name: findCheckout
SELECT
  attempt_id AS attemptId, key_id AS keyId, session_id AS sessionId, url, status, price_id AS priceId,
  created_at AS createdAt
FROM checkouts
WHERE session_id = ?

-- name: countCheckouts
-- rows: one
-- types: 0 | 1
SELECT count(*)
FROM (SELECT 1 FROM checkouts WHERE key_id = ? LIMIT 1)

-- name: openCheckout
UPDATE checkouts
SET session_id = @sessionId, url = @url, price_id = @priceId, status = 'open', checked_at = @now
WHERE attempt_id = @attemptId

-- name: setCheckout
UPDATE checkouts
SET status = @status, checked_at = @now
WHERE attempt_id = @attemptId

-- name: listUnfinished
-- types: sessionId: string, isUnwanted: 0 | 1
-- Sessions of revoked keys first, since they must be closed; then the ones checked longest ago.
SELECT session_id AS sessionId, keys.revoked_at IS NOT NULL AS isUnwanted
FROM checkouts
JOIN keys USING (key_id)
WHERE status IN ('open', 'processing')
ORDER BY isUnwanted DESC, checked_at
LIMIT (SELECT @limit)

-- name: insertSubscription
INSERT INTO subscriptions (
  subscription_id, key_id, customer_id, status, price_id, is_granted, is_unwanted, as_of, checked_at
)
VALUES (@subscriptionId, @keyId, @customerId, @status, @priceId, @isGranted, @isUnwanted, @asOf, @now)

-- name: findSubscription
SELECT
  subscription_id AS subscriptionId, key_id AS keyId, customer_id AS customerId, status,
  price_id AS priceId, is_granted AS isGranted, is_unwanted AS isUnwanted, as_of AS asOf
FROM subscriptions
WHERE subscription_id = ?

-- name: findLive
-- One that pays for pro comes before one that was moved or will be cancelled.
SELECT
  subscription_id AS subscriptionId, key_id AS keyId, customer_id AS customerId, status,
  price_id AS priceId, is_granted AS isGranted, is_unwanted AS isUnwanted, as_of AS asOf
FROM subscriptions
WHERE key_id = ? AND status <> 'ended'
ORDER BY is_unwanted, status = 'moved'
LIMIT 1

-- name: listOfCustomer
SELECT
  subscription_id AS subscriptionId, key_id AS keyId, customer_id AS customerId, status,
  price_id AS priceId, is_granted AS isGranted, is_unwanted AS isUnwanted, as_of AS asOf
FROM subscriptions
WHERE customer_id = ?
LIMIT 100

-- name: abandon
-- To be cancelled, and no longer where a tier comes from.
UPDATE subscriptions
SET is_granted = 0, is_unwanted = 1
WHERE subscription_id = ?

-- name: saveDispute
-- What was decided stays so, whatever notification is late.
INSERT INTO disputes (dispute_id, key_id, status, amount, currency, reason, opened_at)
VALUES (@disputeId, @keyId, @status, @amount, @currency, @reason, @openedAt)
ON CONFLICT DO UPDATE
SET status = excluded.status, amount = excluded.amount, reason = excluded.reason
WHERE status = 'open'

-- name: listOpenDisputes
SELECT dispute_id AS disputeId, key_id AS keyId, status, amount, currency, reason, opened_at AS openedAt
FROM disputes
WHERE status = 'open'
ORDER BY opened_at
LIMIT 100

-- name: countGranting
-- rows: one
-- types: 0 | 1
SELECT count(*)
FROM (SELECT 1 FROM subscriptions WHERE key_id = ? AND status = 'live' AND is_granted = 1 LIMIT 1)

-- name: countSoldAt
-- rows: one
-- types: 0 | 1
SELECT count(*)
FROM (SELECT 1 FROM subscriptions WHERE price_id = ? LIMIT 1)

-- name: setSubscription
UPDATE subscriptions
SET status = @status, price_id = @priceId, as_of = @asOf, checked_at = @now
WHERE subscription_id = @subscriptionId

-- name: grant
UPDATE subscriptions
SET is_granted = @isGranted
WHERE key_id = @keyId AND status <> 'ended' AND is_unwanted = 0

-- name: cancel
UPDATE subscriptions
SET is_granted = 0, is_unwanted = 1
WHERE key_id = ? AND status <> 'ended'

-- name: listUnwanted
SELECT subscription_id AS subscriptionId
FROM subscriptions
WHERE status <> 'ended' AND is_unwanted = 1
ORDER BY checked_at
LIMIT (SELECT @limit)

-- name: listUnchecked
-- Two arms, so that each reads one range of the index.
SELECT subscription_id AS subscriptionId, checked_at AS checkedAt
FROM subscriptions
WHERE status <> 'ended' AND is_unwanted = 0 AND checked_at <= @checkedBefore
UNION ALL
SELECT subscription_id, checked_at
FROM subscriptions
WHERE status <> 'ended' AND is_unwanted = 0 AND checked_at > @now
ORDER BY checkedAt
LIMIT (SELECT @limit)

-- name: insertEvent
INSERT INTO payment_events (event_id, type, received_at)
VALUES (@id, @type, @now)
ON CONFLICT DO NOTHING

-- name: forgetEvents
DELETE FROM payment_events
WHERE received_at < @before

-- name: insertTierChange
INSERT INTO tier_changes (key_id, from_tier, to_tier, cause, event_id, changed_at)
VALUES (@keyId, @from, @to, @cause, @eventId, @now)

-- name: listTierChanges
SELECT from_tier AS "from", to_tier AS "to", cause, event_id AS eventId, changed_at AS changedAt
FROM tier_changes
WHERE key_id = ?
ORDER BY change_key
LIMIT 1000
