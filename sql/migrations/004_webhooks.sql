-- Where messages of keys go, the messages that wait to be sent, and what came of each try.
CREATE TABLE webhooks (
  webhook_key          INTEGER PRIMARY KEY,
  webhook_id           TEXT NOT NULL UNIQUE,
  key_id               TEXT REFERENCES keys (key_id),
  target               TEXT NOT NULL CHECK (target IN ('webhook', 'ntfy', 'discord', 'slack', 'telegram', 'email')),
  name                 TEXT NOT NULL,
  address              TEXT NOT NULL,
  chat_id              TEXT,
  token                TEXT,
  secret               TEXT,
  previous_secret      TEXT,
  previous_expires_at  INTEGER,
  confirmation_digest  TEXT,
  state                TEXT NOT NULL CHECK (state IN ('enabled', 'unconfirmed', 'disabled', 'ended')),
  reason               TEXT CHECK (reason IN ('owner', 'gone', 'failing', 'overflow', 'plan')),
  failures             INTEGER NOT NULL,
  failing_since        INTEGER,
  held_until           INTEGER NOT NULL,
  next_at              INTEGER,
  created_at           INTEGER NOT NULL
) STRICT;

CREATE INDEX webhooks_by_key ON webhooks (key_id, webhook_key);
CREATE INDEX webhooks_due ON webhooks (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhooks_failing ON webhooks (failing_since) WHERE failing_since IS NOT NULL AND state <> 'ended';
CREATE INDEX webhooks_ended ON webhooks (webhook_key) WHERE state = 'ended';

CREATE TRIGGER webhooks_end_on_revoke AFTER UPDATE OF revoked_at ON keys
WHEN new.revoked_at IS NOT NULL
BEGIN
  UPDATE webhooks
  SET state = 'ended', address = '', chat_id = NULL, token = NULL, secret = NULL, previous_secret = NULL, next_at = NULL
  WHERE key_id = new.key_id;
END;

CREATE TABLE deliveries (
  delivery_key  INTEGER PRIMARY KEY,
  webhook_key   INTEGER NOT NULL REFERENCES webhooks (webhook_key),
  message_id    TEXT NOT NULL,
  alert_id      TEXT,
  type          TEXT NOT NULL,
  body          TEXT NOT NULL,
  status        TEXT NOT NULL CHECK (status IN ('waiting', 'delivered', 'failed')),
  tries         INTEGER NOT NULL,
  next_at       INTEGER NOT NULL,
  created_at    INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX deliveries_by_message ON deliveries (webhook_key, message_id);
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_key, delivery_key);
CREATE INDEX deliveries_waiting ON deliveries (webhook_key, next_at, delivery_key) WHERE status = 'waiting';
CREATE INDEX deliveries_by_created_at ON deliveries (created_at);

CREATE TABLE delivery_attempts (
  attempt_key   INTEGER PRIMARY KEY,
  delivery_key  INTEGER NOT NULL REFERENCES deliveries (delivery_key) ON DELETE CASCADE,
  at            INTEGER NOT NULL,
  duration_ms   INTEGER NOT NULL,
  outcome       TEXT NOT NULL CHECK (outcome IN ('delivered', 'refused', 'timeout', 'unreachable', 'forbidden')),
  status_code   INTEGER,
  answer        TEXT NOT NULL
) STRICT;

CREATE INDEX delivery_attempts_by_delivery ON delivery_attempts (delivery_key, attempt_key);
