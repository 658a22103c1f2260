-- name: findCheckout
SELECT key_id AS keyId, session_id AS sessionId, price_id AS priceId, is_open AS isOpen
FROM checkouts
WHERE session_id = ?

-- name: findCheckoutOf
SELECT key_id AS keyId, session_id AS sessionId, price_id AS priceId, is_open AS isOpen
FROM checkouts
WHERE key_id = ?

-- name: saveCheckout
REPLACE INTO checkouts (key_id, session_id, price_id, is_open)
VALUES (@keyId, @sessionId, @priceId, 1)

-- name: closeCheckout
UPDATE checkouts
SET is_open = 0
WHERE session_id = ?

-- name: listToClose
-- Pages of revoked keys that may still be paid.
SELECT session_id AS sessionId
FROM checkouts
JOIN keys USING (key_id)
WHERE is_open = 1 AND revoked_at IS NOT NULL
LIMIT 100

-- name: findSubscription
SELECT
  subscription_id AS subscriptionId, key_id AS keyId, customer_id AS customerId, status, price_id AS priceId,
  is_unwanted AS isUnwanted, paid_until AS paidUntil
FROM subscriptions
WHERE subscription_id = ?

-- name: listOfKey
-- One that pays for pro comes before one that was moved or will be cancelled.
SELECT
  subscription_id AS subscriptionId, key_id AS keyId, customer_id AS customerId, status, price_id AS priceId,
  is_unwanted AS isUnwanted, paid_until AS paidUntil
FROM subscriptions
WHERE key_id = ? AND status <> 'ended'
ORDER BY is_unwanted, status = 'moved', subscription_id
LIMIT 100

-- name: listOfCustomer
SELECT subscription_id AS subscriptionId, key_id AS keyId, status
FROM subscriptions
WHERE customer_id = ?
LIMIT 100

-- name: listRunning
SELECT subscription_id AS subscriptionId
FROM subscriptions
WHERE status <> 'ended' AND subscription_id > ?
ORDER BY subscription_id
LIMIT 100

-- name: listToCancel
SELECT subscription_id AS subscriptionId
FROM subscriptions
WHERE status <> 'ended' AND is_unwanted = 1
LIMIT 100

-- name: listPrices
-- types: string
-- At which anything was sold.
SELECT price_id FROM subscriptions WHERE price_id <> ''
UNION
SELECT price_id FROM checkouts WHERE price_id IS NOT NULL
LIMIT 100

-- name: saveSubscription
INSERT INTO subscriptions (subscription_id, key_id, customer_id, status, price_id, is_unwanted, paid_until)
VALUES (@subscriptionId, @keyId, @customerId, @status, @priceId, @isUnwanted, @paidUntil)
ON CONFLICT DO UPDATE
SET customer_id = ifnull(excluded.customer_id, customer_id), status = excluded.status, price_id = excluded.price_id,
  is_unwanted = excluded.is_unwanted, paid_until = excluded.paid_until

-- name: cancelOfKey
UPDATE subscriptions
SET is_unwanted = 1
WHERE key_id = ? AND status <> 'ended'

-- name: insertTierChange
INSERT INTO tier_changes (key_id, from_tier, to_tier, cause, event_id, changed_at)
VALUES (@keyId, @from, @to, @cause, @eventId, @now)

-- name: listTierChanges
SELECT from_tier AS "from", to_tier AS "to", cause, event_id AS eventId, changed_at AS changedAt
FROM tier_changes
WHERE key_id = ?
ORDER BY change_key
LIMIT 1000
