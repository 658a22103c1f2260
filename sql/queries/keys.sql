-- name: insert
INSERT INTO keys (key_id, digest, key_prefix, name, email, tier, created_at)
VALUES (@id, @digest, @keyPrefix, @name, @email, @tier, @createdAt)
