-- Payments: what was sent to the provider, what became of it, and every change of a key's tier.

-- One row an attempt to pay for a key. A session is one hosted payment page of the provider.
CREATE TABLE checkouts (
  attempt_id  TEXT PRIMARY KEY,             -- UUID; makes asking for a session again harmless
  key_id      TEXT NOT NULL REFERENCES keys (key_id),
  session_id  TEXT UNIQUE,                  -- the provider's; null until it has answered
  url         TEXT,                         -- where the session is paid
  status      TEXT NOT NULL CHECK (
    status IN ('creating', 'open', 'processing', 'paid', 'expired', 'failed', 'dropped')
  ),
  created_at  INTEGER NOT NULL,
  checked_at  INTEGER NOT NULL              -- when the provider was last asked or told of it
) STRICT;
CREATE UNIQUE INDEX checkouts_in_progress ON checkouts (key_id)
WHERE status IN ('creating', 'open', 'processing');
CREATE INDEX checkouts_by_key ON checkouts (key_id);
CREATE INDEX checkouts_to_check ON checkouts (checked_at) WHERE status IN ('open', 'processing');

CREATE TABLE subscriptions (
  subscription_id  TEXT PRIMARY KEY,        -- the provider's
  key_id           TEXT NOT NULL REFERENCES keys (key_id),
  customer_id      TEXT,
  status           TEXT NOT NULL CHECK (status IN ('live', 'unpaid', 'ended')),
  is_granted       INTEGER NOT NULL,        -- 1 where the key's tier stems from it
  is_unwanted      INTEGER NOT NULL,        -- 1 where it has to be cancelled with the provider
  as_of            INTEGER NOT NULL,        -- the time of what its status was taken from
  checked_at       INTEGER NOT NULL
) STRICT;
CREATE INDEX subscriptions_by_key ON subscriptions (key_id);
CREATE INDEX subscriptions_to_check ON subscriptions (checked_at) WHERE status <> 'ended' AND is_unwanted = 0;
CREATE INDEX subscriptions_to_cancel ON subscriptions (checked_at) WHERE status <> 'ended' AND is_unwanted = 1;

-- A revoked key's subscription has to be cancelled, whoever revoked the key.
CREATE TRIGGER subscription_unwanted_on_revoke AFTER UPDATE OF revoked_at ON keys
WHEN new.revoked_at IS NOT NULL
BEGIN
  UPDATE subscriptions SET is_unwanted = 1 WHERE key_id = new.key_id AND status <> 'ended';
END;

-- Notifications of the provider that have had their effect; kept for longer than it repeats them.
CREATE TABLE payment_events (
  event_id     TEXT PRIMARY KEY,
  type         TEXT NOT NULL,
  received_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_events_by_received_at ON payment_events (received_at);

CREATE TABLE tier_changes (
  change_key  INTEGER PRIMARY KEY,
  key_id      TEXT NOT NULL REFERENCES keys (key_id),
  from_tier   TEXT NOT NULL,
  to_tier     TEXT NOT NULL,                -- the same where a payment had to be given back
  cause       TEXT NOT NULL,
  event_id    TEXT,                         -- the notification; null where the provider was asked, or nobody paid
  changed_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX tier_changes_by_key ON tier_changes (key_id, change_key);
