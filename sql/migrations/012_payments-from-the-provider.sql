-- The provider is asked who has paid. Its notifications and disputes are not stored, and of a key's payment pages the latest.

DROP TRIGGER subscription_unwanted_on_revoke;
DROP TABLE payment_events;
DROP TABLE disputes;

ALTER TABLE checkouts RENAME TO former_checkouts;
CREATE TABLE checkouts (
  key_id      TEXT NOT NULL PRIMARY KEY REFERENCES keys (key_id),
  session_id  TEXT NOT NULL UNIQUE,
  price_id    TEXT,
  is_open     INTEGER NOT NULL
) STRICT;
-- A page that may still be paid comes before the newest.
INSERT INTO checkouts (key_id, session_id, price_id, is_open)
SELECT key_id, session_id, price_id, is_open
FROM (
  SELECT key_id, session_id, price_id, status IN ('open', 'processing') AS is_open,
    row_number() OVER (
      PARTITION BY key_id ORDER BY status IN ('open', 'processing') DESC, created_at DESC, attempt_id
    ) AS place
  FROM former_checkouts
  WHERE session_id IS NOT NULL
)
WHERE place = 1;
DROP TABLE former_checkouts;
CREATE INDEX checkouts_open ON checkouts (key_id) WHERE is_open = 1;

ALTER TABLE subscriptions RENAME TO former_subscriptions;
CREATE TABLE subscriptions (
  subscription_id  TEXT NOT NULL PRIMARY KEY,
  key_id           TEXT NOT NULL REFERENCES keys (key_id),
  customer_id      TEXT,
  status           TEXT NOT NULL CHECK (status IN ('live', 'unpaid', 'moved', 'ended')),
  price_id         TEXT,
  is_unwanted      INTEGER NOT NULL,
  paid_until       INTEGER
) STRICT;
INSERT INTO subscriptions (subscription_id, key_id, customer_id, status, price_id, is_unwanted)
SELECT subscription_id, key_id, customer_id, status, price_id, is_unwanted
FROM former_subscriptions;
DROP TABLE former_subscriptions;
CREATE INDEX subscriptions_by_key ON subscriptions (key_id);
CREATE INDEX subscriptions_by_customer ON subscriptions (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX subscriptions_to_cancel ON subscriptions (subscription_id) WHERE status <> 'ended' AND is_unwanted = 1;

CREATE TRIGGER subscription_unwanted_on_revoke AFTER UPDATE OF revoked_at ON keys
WHEN new.revoked_at IS NOT NULL
BEGIN
  UPDATE subscriptions SET is_unwanted = 1 WHERE key_id = new.key_id AND status <> 'ended';
END;

-- Every start asks the provider about all subscriptions.
DELETE FROM properties WHERE name = 'is_restored';
