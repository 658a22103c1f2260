-- Keys get a maker, an end, limits of their own and more than one secret; their counters follow.

ALTER TABLE keys RENAME TO keys_before;

CREATE TABLE keys (
  key_id        TEXT PRIMARY KEY,           -- UUID
  parent_id     TEXT REFERENCES keys (key_id),  -- the key it was made with; null for one made without
  key_prefix    TEXT NOT NULL,              -- of its newest secret
  name          TEXT NOT NULL,
  email         TEXT NOT NULL,
  tier          TEXT NOT NULL CHECK (tier IN ('free', 'pro', 'enterprise')),
  -- Limits of its own; null is the plan's.
  per_minute    INTEGER CHECK (per_minute > 0),
  per_day       INTEGER CHECK (per_day > 0),
  per_month     INTEGER CHECK (per_month > 0),
  created_at    INTEGER NOT NULL,
  revoked_at    INTEGER,
  last_used_at  INTEGER
) STRICT;
CREATE INDEX keys_by_created_at ON keys (created_at, key_id);

-- Secrets themselves are stored nowhere. An ended one is kept for a while, so that its holder is told what happened.
CREATE TABLE key_secrets (
  digest      BLOB PRIMARY KEY,             -- SHA-256
  key_id      TEXT NOT NULL REFERENCES keys (key_id),
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER                       -- null for the newest; 0 for one ended at once, whatever the clock does
) STRICT, WITHOUT ROWID;
CREATE INDEX key_secrets_by_key ON key_secrets (key_id, created_at);

INSERT INTO keys (key_id, key_prefix, name, email, tier, created_at)
SELECT key_id, key_prefix, name, email, tier, created_at FROM keys_before;
INSERT INTO key_secrets (digest, key_id, created_at)
SELECT digest, key_id, created_at FROM keys_before;
DROP TABLE keys_before;

-- The number of the last change of each key: a reader asks for those above the highest it has seen. Being used is no
-- change.
CREATE TABLE key_changes (
  key_id  TEXT PRIMARY KEY REFERENCES keys (key_id),
  seq     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX key_changes_by_seq ON key_changes (seq);
INSERT INTO key_changes SELECT key_id, row_number() OVER (ORDER BY created_at, key_id) FROM keys;

CREATE TRIGGER key_changed_on_insert AFTER INSERT ON keys
BEGIN
  INSERT INTO key_changes VALUES (new.key_id, (SELECT ifnull(max(seq), 0) + 1 FROM key_changes));
END;

CREATE TRIGGER key_changed_on_update
AFTER UPDATE OF parent_id, key_prefix, name, email, tier, per_minute, per_day, per_month, revoked_at ON keys
BEGIN
  UPDATE key_changes SET seq = (SELECT max(seq) + 1 FROM key_changes) WHERE key_id = new.key_id;
END;

CREATE TRIGGER key_changed_on_new_secret AFTER INSERT ON key_secrets
BEGIN
  UPDATE key_changes SET seq = (SELECT max(seq) + 1 FROM key_changes) WHERE key_id = new.key_id;
END;

CREATE TRIGGER key_changed_on_ended_secret AFTER UPDATE ON key_secrets
BEGIN
  UPDATE key_changes SET seq = (SELECT max(seq) + 1 FROM key_changes) WHERE key_id = new.key_id;
END;

-- Requests of a key on a UTC day. Months are sums of days, so nothing is ever reset.
CREATE TABLE daily_usage (
  key_id    TEXT NOT NULL REFERENCES keys (key_id),
  day       INTEGER NOT NULL,               -- days since 1970-01-01, UTC
  requests  INTEGER NOT NULL,
  PRIMARY KEY (key_id, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_usage_by_day ON daily_usage (day);

-- Keys made lately by address; older rows are deleted as new ones come.
CREATE TABLE key_creations (
  creation_key  INTEGER PRIMARY KEY,
  address       TEXT NOT NULL,              -- of IPv6 the first 64 bits
  created_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX key_creations_by_address ON key_creations (address, created_at);
CREATE INDEX key_creations_by_created_at ON key_creations (created_at);
