-- The next run of matching gives every group its question: ids are hashes that SQL has no function for.
CREATE TABLE questions (
  question_key   INTEGER PRIMARY KEY,
  id             TEXT NOT NULL,
  market_key     INTEGER NOT NULL REFERENCES markets (market_key),
  group_key      INTEGER,
  successor_market_key INTEGER REFERENCES markets (market_key),
  changed_at     INTEGER NOT NULL,
  generation     INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX questions_by_id ON questions (id);
CREATE UNIQUE INDEX questions_by_market ON questions (market_key);
CREATE UNIQUE INDEX questions_by_group ON questions (group_key);
CREATE INDEX questions_by_generation ON questions (generation);
