-- What keys and the operator want to be told of, and what was seen of it.
CREATE TABLE alerts (
  alert_key      INTEGER PRIMARY KEY,
  alert_id       TEXT NOT NULL UNIQUE,
  key_id         TEXT REFERENCES keys (key_id),
  name           TEXT NOT NULL,
  rule           TEXT NOT NULL,
  webhook_ids    TEXT,
  created_at     INTEGER NOT NULL,
  since          INTEGER NOT NULL,
  since_seq      INTEGER NOT NULL,
  expires_at     INTEGER,
  ended_at       INTEGER,
  last_fired_at  INTEGER,
  firings        INTEGER NOT NULL DEFAULT 0,
  generation     INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX alerts_by_key ON alerts (key_id, alert_key);
CREATE INDEX alerts_by_generation ON alerts (generation);

CREATE TRIGGER alert_changed_on_insert AFTER INSERT ON alerts
BEGIN
  INSERT INTO job_positions VALUES ('alert-changes', 1) ON CONFLICT DO UPDATE SET position = position + 1;
  UPDATE alerts SET generation = (SELECT position FROM job_positions WHERE job = 'alert-changes')
  WHERE alert_key = new.alert_key;
END;

CREATE TRIGGER alert_changed_on_update AFTER UPDATE OF name, rule, webhook_ids, since, expires_at ON alerts
BEGIN
  UPDATE job_positions SET position = position + 1 WHERE job = 'alert-changes';
  UPDATE alerts SET generation = (SELECT position FROM job_positions WHERE job = 'alert-changes')
  WHERE alert_key = new.alert_key;
END;

CREATE TRIGGER alert_changed_on_delete AFTER DELETE ON alerts
BEGIN
  UPDATE job_positions SET position = position + 1 WHERE job = 'alert-changes';
END;

CREATE TRIGGER alerts_changed_on_tier AFTER UPDATE OF tier ON keys
BEGIN
  UPDATE alerts SET since = since WHERE key_id = new.key_id;
END;

CREATE TRIGGER alerts_end_on_revoke AFTER UPDATE OF revoked_at ON keys
WHEN new.revoked_at IS NOT NULL
BEGIN
  DELETE FROM alerts WHERE key_id = new.key_id;
END;

CREATE TABLE alert_states (
  alert_key  INTEGER NOT NULL REFERENCES alerts (alert_key) ON DELETE CASCADE,
  subject    TEXT NOT NULL,
  state      TEXT NOT NULL,
  PRIMARY KEY (alert_key, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE alert_waiting (
  type     INTEGER NOT NULL,
  subject  INTEGER NOT NULL,
  PRIMARY KEY (type, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE alert_questions (
  question_key  INTEGER PRIMARY KEY,
  members       TEXT NOT NULL
) STRICT;
