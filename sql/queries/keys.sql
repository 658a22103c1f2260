-- name: insert
INSERT INTO keys (
  key_id, parent_id, key_prefix, name, email, tier, per_minute, per_day, per_month, created_at, origin
)
VALUES (@id, @parentId, @keyPrefix, @name, @email, @tier, @perMinute, @perDay, @perMonth, @createdAt, @origin)

-- name: insertSecret
INSERT INTO key_secrets (digest, key_id, created_at)
VALUES (@digest, @id, @createdAt)

-- name: endRetiringSecrets
-- A secret in its grace period ends at once when the next one's begins.
UPDATE key_secrets
SET expires_at = 0
WHERE key_id = @id AND expires_at > @now

-- name: retireSecret
UPDATE key_secrets
SET expires_at = @expiresAt
WHERE key_id = @id AND expires_at IS NULL

-- name: forgetSecrets
-- Ended secrets beyond the latest `keep`.
DELETE FROM key_secrets
WHERE digest IN (
  SELECT digest
  FROM key_secrets
  WHERE key_id = @id AND expires_at IS NOT NULL
  ORDER BY created_at DESC
  LIMIT -1 OFFSET @keep
)

-- name: savePrefix
UPDATE keys
SET key_prefix = @keyPrefix
WHERE key_id = @id

-- name: revoke
UPDATE keys
SET revoked_at = @now
WHERE key_id = @id AND revoked_at IS NULL

-- name: setTier
UPDATE keys
SET tier = @tier, per_minute = @perMinute, per_day = @perDay, per_month = @perMonth
WHERE key_id = @id

-- name: touch
UPDATE keys
SET last_used_at = @lastUsedAt
WHERE key_id = @id AND ifnull(last_used_at, 0) < @lastUsedAt

-- name: find
SELECT
  key_id AS id, parent_id AS parentId, key_prefix AS keyPrefix, name, email, tier,
  per_minute AS perMinute, per_day AS perDay, per_month AS perMonth,
  created_at AS createdAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt
FROM keys
WHERE key_id = ?

-- name: listAfter
SELECT
  key_id AS id, parent_id AS parentId, key_prefix AS keyPrefix, name, email, tier,
  per_minute AS perMinute, per_day AS perDay, per_month AS perMonth,
  created_at AS createdAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt
FROM keys
WHERE (created_at, key_id) > (@createdAt, @id)
ORDER BY created_at, key_id
LIMIT (SELECT @limit)

-- name: listNewest
-- Those created before a key, the newest first.
SELECT
  key_id AS id, parent_id AS parentId, key_prefix AS keyPrefix, name, email, tier,
  per_minute AS perMinute, per_day AS perDay, per_month AS perMonth,
  created_at AS createdAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt
FROM keys
WHERE (created_at, key_id) < (@createdAt, @id)
ORDER BY created_at DESC, key_id DESC
LIMIT (SELECT @limit)

-- name: count
-- rows: one
-- types: keys: number, revoked: number
SELECT count(*) AS keys, count(revoked_at) AS revoked FROM keys

-- name: lastChange
-- rows: one
-- types: number
SELECT ifnull(max(seq), 0)
FROM key_changes

-- name: listChanged
SELECT
  keys.key_id AS id, parent_id AS parentId, key_prefix AS keyPrefix, name, email, tier,
  per_minute AS perMinute, per_day AS perDay, per_month AS perMonth,
  created_at AS createdAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt, seq
FROM key_changes
JOIN keys USING (key_id)
WHERE seq > @after
ORDER BY seq
LIMIT (SELECT @limit)

-- name: listSecrets
SELECT digest, expires_at AS expiresAt
FROM key_secrets
WHERE key_id = ?
ORDER BY created_at DESC
LIMIT 1000

-- name: countCreations
-- rows: one
-- types: number
-- Times up to an hour ahead count too, or a clock that is set back would allow more keys.
SELECT count(*)
FROM keys
WHERE origin = @origin AND created_at > @after AND created_at < @before

-- name: findCreation
-- Skips the latest `skip`: once this one is an hour old, another key may be created.
SELECT created_at
FROM keys
WHERE origin = @origin AND created_at > @after AND created_at < @before
ORDER BY created_at DESC
LIMIT 1 OFFSET @skip
