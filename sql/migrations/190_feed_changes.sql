-- One log of all changes, which lists and the change feed both read, in place of one for each list.
DROP TABLE market_changes;
DROP TABLE event_changes;

CREATE TABLE feed_changes (
  seq      INTEGER PRIMARY KEY,
  at       INTEGER NOT NULL,
  type     INTEGER NOT NULL,
  subject  ANY
) STRICT;
