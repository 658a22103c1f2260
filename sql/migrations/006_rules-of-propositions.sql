-- What the rules of a market say, and whether a pair's deadline and predicate were read on both sides. The next start reads
-- all markets again, since the rules of matching are new.

ALTER TABLE propositions ADD COLUMN rule_words TEXT NOT NULL DEFAULT '[]';
ALTER TABLE propositions ADD COLUMN rules_crc INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scored_pairs ADD COLUMN is_proven INTEGER NOT NULL DEFAULT 0;

-- What a language model said of pairs, where the operator has one asked. It outlives the pair.
CREATE TABLE judge_verdicts (
  a_market_key  INTEGER NOT NULL REFERENCES markets (market_key),   -- the smaller key
  b_market_key  INTEGER NOT NULL REFERENCES markets (market_key),
  texts         TEXT NOT NULL,                -- a digest of both sides' texts and the model
  verdict       TEXT NOT NULL CHECK (verdict IN ('same', 'inverted', 'different', 'unsure')),
  sentence      TEXT NOT NULL,                -- that decides, as the model quotes it
  model         TEXT NOT NULL,
  is_stale      INTEGER NOT NULL,             -- a text of either side has changed since
  PRIMARY KEY (a_market_key, b_market_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX judge_verdicts_by_b ON judge_verdicts (b_market_key);
CREATE INDEX judge_verdicts_by_texts ON judge_verdicts (texts);
