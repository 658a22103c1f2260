-- Matching: which markets of different platforms ask the same question. `matches` holds the accepted pairs; the tables
-- here hold how they are found.

-- Markets whose question is new or changed, and what is still to be done for them: 0 read it, 1 compare it, 2 choose
-- among its pairs. Triggers fill it, so that whatever writes markets need not know of matching.
CREATE TABLE match_queue (
  market_key  INTEGER PRIMARY KEY REFERENCES markets (market_key),
  stage       INTEGER NOT NULL
) STRICT;
CREATE INDEX match_queue_by_stage ON match_queue (stage, market_key);

INSERT INTO match_queue SELECT market_key, 0 FROM markets;

CREATE TRIGGER question_queued_on_insert AFTER INSERT ON markets
BEGIN
  INSERT INTO match_queue VALUES (new.market_key, 0);
END;

CREATE TRIGGER question_queued_on_update AFTER UPDATE OF title, outcome_label, event_key, closes_at, status ON markets
WHEN old.title IS NOT new.title OR old.outcome_label IS NOT new.outcome_label OR old.event_key IS NOT new.event_key
  OR old.closes_at IS NOT new.closes_at OR old.status IS NOT new.status
BEGIN
  INSERT INTO match_queue VALUES (new.market_key, 0) ON CONFLICT DO UPDATE SET stage = 0;
END;

CREATE TRIGGER question_queued_on_event AFTER UPDATE OF title ON events
WHEN old.title IS NOT new.title
BEGIN
  INSERT INTO match_queue SELECT market_key, 0 FROM markets WHERE event_key = new.event_key
  ON CONFLICT DO UPDATE SET stage = 0;
END;

-- The questions that take part, taken apart: those of open markets and of markets that closed lately.
CREATE TABLE propositions (
  market_key  INTEGER PRIMARY KEY REFERENCES markets (market_key),
  platform    TEXT NOT NULL,
  words       TEXT NOT NULL,              -- JSON array, in order, unstemmed
  context     TEXT NOT NULL,              -- JSON array: what only the event's title says
  entity      TEXT NOT NULL,              -- JSON array: whom or what the outcome names
  dates       TEXT NOT NULL,              -- JSON array of {kind, value, isLimit}
  numbers     TEXT NOT NULL,              -- JSON array of {comparison, value, upTo, isCount, unit}
  facets      TEXT NOT NULL,              -- JSON array of "name:value": office, party, state, stage, rank and the like
  hints       TEXT NOT NULL,              -- JSON array: facets that only the event's title has
  is_negated  INTEGER NOT NULL,
  closes_at   INTEGER
) STRICT;

-- The inverted index. A gram is a hash of a telling word and of all that partners have to agree on, so markets under the
-- same gram have passed most of the guards.
CREATE TABLE proposition_grams (
  gram        INTEGER NOT NULL,
  market_key  INTEGER NOT NULL,
  PRIMARY KEY (gram, market_key)
) STRICT, WITHOUT ROWID;

-- Of how many propositions a word was part when they were last counted.
CREATE TABLE word_frequencies (
  word          TEXT PRIMARY KEY,
  propositions  INTEGER NOT NULL,
  counted_at    INTEGER NOT NULL          -- the number of that count
) STRICT, WITHOUT ROWID;

-- Every pair no guard refused, from the score that is kept for review; `matches` are the best of them.
CREATE TABLE scored_pairs (
  a_market_key  INTEGER NOT NULL REFERENCES markets (market_key),   -- the smaller key
  b_market_key  INTEGER NOT NULL REFERENCES markets (market_key),
  score         INTEGER NOT NULL,         -- millionths
  relation      TEXT NOT NULL CHECK (relation IN ('same', 'inverted', 'related')),
  reasons       TEXT NOT NULL,            -- JSON array of sentences
  PRIMARY KEY (a_market_key, b_market_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX scored_pairs_by_b ON scored_pairs (b_market_key);

-- Pairs that sound alike and were refused; the first of the reasons says by what.
CREATE TABLE near_misses (
  a_market_key  INTEGER NOT NULL REFERENCES markets (market_key),
  b_market_key  INTEGER NOT NULL REFERENCES markets (market_key),
  score         INTEGER NOT NULL,         -- what it would be without the guard
  guard         TEXT NOT NULL,
  reasons       TEXT NOT NULL,
  PRIMARY KEY (a_market_key, b_market_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX near_misses_by_b ON near_misses (b_market_key);
CREATE INDEX near_misses_by_score ON near_misses (score DESC);

-- Connected matches, at most one market of a platform in each; a group's key is its smallest market key.
CREATE TABLE match_groups (
  market_key   INTEGER PRIMARY KEY REFERENCES markets (market_key),
  group_key    INTEGER NOT NULL,
  is_inverted  INTEGER NOT NULL           -- against the market whose key the group has
) STRICT;
CREATE INDEX match_groups_by_group ON match_groups (group_key);

-- What the operator has said of a pair. By platform and id, so that it outlives the markets' rows; A sorts before B.
CREATE TABLE pair_decisions (
  a_platform   TEXT NOT NULL,
  a_id         TEXT NOT NULL,
  b_platform   TEXT NOT NULL,
  b_id         TEXT NOT NULL,
  decision     TEXT NOT NULL CHECK (decision IN ('confirmed', 'rejected')),
  is_inverted  INTEGER,                   -- null: as the comparison says
  decided_at   INTEGER NOT NULL,
  PRIMARY KEY (a_platform, a_id, b_platform, b_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX pair_decisions_by_b ON pair_decisions (b_platform, b_id);
