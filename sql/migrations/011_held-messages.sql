-- Messages of alerts beyond what a webhook gets in an hour are held back, and one message says how many they were.

CREATE TABLE held_messages (
  webhook_key  INTEGER NOT NULL REFERENCES webhooks (webhook_key) ON DELETE CASCADE,
  alert_id     TEXT NOT NULL,
  messages     INTEGER NOT NULL,
  since        INTEGER NOT NULL,
  PRIMARY KEY (webhook_key, alert_id)
) STRICT, WITHOUT ROWID;
