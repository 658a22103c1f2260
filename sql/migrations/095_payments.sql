-- A subscription pays for pro at the price it was sold at, or at the one that is for sale now. One that was moved to
-- another price is 'moved': it runs, but buys something else.
ALTER TABLE checkouts ADD COLUMN price_id TEXT;

DROP TRIGGER subscription_unwanted_on_revoke;
CREATE TABLE new_subscriptions (
  subscription_id  TEXT PRIMARY KEY,        -- the provider's
  key_id           TEXT NOT NULL REFERENCES keys (key_id),
  customer_id      TEXT,
  status           TEXT NOT NULL CHECK (status IN ('live', 'unpaid', 'moved', 'ended')),
  price_id         TEXT,                    -- what it was sold at; null until that is known
  is_granted       INTEGER NOT NULL,        -- 1 where the key's tier stems from it
  is_unwanted      INTEGER NOT NULL,        -- 1 where it has to be cancelled with the provider
  as_of            INTEGER NOT NULL,        -- the time of what its status was taken from
  checked_at       INTEGER NOT NULL
) STRICT;
INSERT INTO new_subscriptions
SELECT subscription_id, key_id, customer_id, status, NULL, is_granted, is_unwanted, as_of, checked_at
FROM subscriptions;
DROP TABLE subscriptions;
ALTER TABLE new_subscriptions RENAME TO subscriptions;
CREATE INDEX subscriptions_by_key ON subscriptions (key_id);
CREATE INDEX subscriptions_by_price ON subscriptions (price_id);
CREATE INDEX subscriptions_to_check ON subscriptions (checked_at) WHERE status <> 'ended' AND is_unwanted = 0;
CREATE INDEX subscriptions_to_cancel ON subscriptions (checked_at) WHERE status <> 'ended' AND is_unwanted = 1;

CREATE TRIGGER subscription_unwanted_on_revoke AFTER UPDATE OF revoked_at ON keys
WHEN new.revoked_at IS NOT NULL
BEGIN
  UPDATE subscriptions SET is_unwanted = 1 WHERE key_id = new.key_id AND status <> 'ended';
END;
