-- name: find
SELECT value FROM properties WHERE name = ?

-- name: save
INSERT INTO properties VALUES (?, ?)
ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value

-- name: findPosition
SELECT position FROM job_positions WHERE job = ?

-- name: savePosition
INSERT INTO job_positions VALUES (@job, @position)
ON CONFLICT DO UPDATE SET position = excluded.position WHERE position <> excluded.position

-- name: countUp
INSERT INTO job_positions VALUES (?, 1) ON CONFLICT DO UPDATE SET position = position + 1
